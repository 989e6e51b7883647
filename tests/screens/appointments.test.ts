import { describe, expect, it } from 'vitest'
import type { Appointment } from '#domain/records/appointment.ts'
import { appointmentFields, submitAppointment } from '#tests/e2e/support/appointment-form.ts'
import { newAddress } from '#tests/e2e/support/never-used.ts'
import { dateIn } from '#tests/e2e/support/zones.ts'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const LEE = {
  doctor: 'Sarah Lee',
  specialty: 'Cardiologist',
  date: '2031-12-01',
  time: '14:30',
  location: 'Royal Hospital',
  notes: 'Bring the scan',
  phone: '03 9342 7000',
}
const LEE_WORDS = 'Sarah Lee, Dec 1, 2031 at 2:30 PM'

const onServer = async (user: User) => (await user.call<Appointment[]>('GET', '/api/appointments')).body

const card = ({ page }: User, doctor: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: doctor, exact: true }) })

const press = ({ page }: User, name: string) => page.getByRole('button', { name }).click()

async function add(user: User, entry: Parameters<typeof submitAppointment>[1]): Promise<void> {
  await user.page.getByRole('link', { name: 'Add Appointment' }).click()
  await submitAppointment(user.page, entry)
}

describe('an appointment', () => {
  it('is added, edited, completed and deleted without a network, and the server hears of all of it', async () => {
    const ann = await screens.user()
    await ann.signUp()
    await ann.workerReady()
    await ann.offline()
    await ann.page.getByRole('link', { name: 'Appointments', exact: true }).click()
    await ann.page.getByRole('heading', { name: 'No appointments yet' }).waitFor()

    await add(ann, LEE)
    await ann.toast('Appointment added').waitFor()
    const lee = card(ann, 'Sarah Lee')
    for (const words of ['Cardiologist', 'Mon, Dec 1, 2031', '2:30 PM', 'Royal Hospital', 'Bring the scan'])
      await lee.getByText(words, { exact: true }).waitFor()
    expect(await lee.getByRole('link', { name: '03 9342 7000' }).getAttribute('href')).toBe('tel:0393427000')
    await add(ann, { doctor: 'Ng', date: '2031-11-30', time: '09:00' })
    await card(ann, 'Ng').waitFor()
    expect(await ann.page.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Ng', 'Sarah Lee'])

    await ann.page.getByRole('link', { name: `Edit: ${LEE_WORDS}` }).click()
    expect(await appointmentFields(ann.page)).toEqual(LEE)
    await submitAppointment(ann.page, { time: '08:15', notes: '' })
    await ann.toast('Appointment updated').waitFor()
    await lee.getByText('8:15 AM', { exact: true }).waitFor()

    await press(ann, 'Mark as Complete for Sarah Lee, Dec 1, 2031 at 8:15 AM')
    await ann.toast('Appointment marked complete').waitFor()
    const completed = ann.page.getByRole('region', { name: 'Completed' })
    await completed.getByRole('heading', { name: 'Sarah Lee' }).waitFor()
    await completed.getByText('Completed', { exact: true }).last().waitFor()
    expect(await completed.getByRole('link', { name: /^Edit/ }).count()).toBe(0)

    await press(ann, 'Delete: Ng, Nov 30, 2031 at 9:00 AM')
    const question = ann.dialog('Delete Appointment?')
    await question
      .getByText('Are you sure you want to delete this appointment with Ng? This action cannot be undone.')
      .waitFor()
    await question.getByRole('button', { name: 'Delete' }).click()
    await ann.toast('Appointment deleted').waitFor()
    await ann.page.getByText('No upcoming appointments').waitFor()
    expect((await ann.outbox()).waiting).toBeGreaterThan(0)

    await ann.online()
    await ann.saved()
    expect(await onServer(ann)).toMatchObject([
      {
        doctorName: 'Sarah Lee',
        specialty: 'Cardiologist',
        appointmentDate: '2031-12-01',
        appointmentTime: '08:15',
        location: 'Royal Hospital',
        notes: '',
        phoneNumber: '03 9342 7000',
        isCompleted: true,
      },
    ])
  })

  it('goes into a calendar file that is made without a network', async () => {
    const gus = await screens.user()
    await gus.signUp()
    await gus.open('/appointments')
    await add(gus, LEE)
    await add(gus, { doctor: 'Ng', date: '2031-11-30', time: '09:00' })
    await card(gus, 'Ng').waitFor()
    await gus.offline()
    const fileFrom = async (button: string) => {
      const download = gus.page.waitForEvent('download')
      await press(gus, button)
      return new TextDecoder().decode(await (await download).bytes())
    }
    const one = await fileFrom(`Add to calendar: ${LEE_WORDS}`)
    expect(one).toContain('SUMMARY:Appointment with Sarah Lee\r\n')
    expect(one).not.toContain('Bring the scan')
    expect((await fileFrom('Add all to calendar')).match(/BEGIN:VEVENT/g)).toHaveLength(2)
  })

  it('that lacks something says so beside the field; what was typed survives a reload', async () => {
    const ben = await screens.user()
    await ben.signUp()
    await ben.open('/appointments?add=1')
    await submitAppointment(ben.page, { notes: 'Fasting' })
    const form = ben.dialog('Add Appointment')
    for (const sentence of ['Doctor name is required', 'Appointment date is required', 'Appointment time is required'])
      await form.getByText(sentence).waitFor()
    await ben.page.reload()
    expect(await form.getByLabel('Notes').inputValue()).toBe('Fasting')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await ben.dialog('Discard what you typed?').getByRole('button', { name: 'Discard' }).click()
    await form.waitFor({ state: 'hidden' })
    expect(await onServer(ben)).toEqual([])
  })

  it('that is there already is refused with its toast, and everything typed stays', async () => {
    const cleo = await screens.user()
    await cleo.signUp()
    await cleo.open('/appointments')
    await add(cleo, LEE)
    await cleo.toast('Appointment added').waitFor()
    await add(cleo, { ...LEE, doctor: 'sarah LEE' })
    await cleo
      .toast('Duplicate Appointment')
      .getByText('You already have an appointment with Sarah Lee on Dec 1, 2031 at 2:30 PM')
      .waitFor()
    expect(await appointmentFields(cleo.page)).toEqual({ ...LEE, doctor: 'sarah LEE' })
    await submitAppointment(cleo.page, { time: '15:30' })
    await cleo.toast('Appointment added').waitFor()
    await cleo.saved()
    expect(await onServer(cleo)).toHaveLength(2)
  })

  it('that only the server knew to be there waits under "Needs attention", and is kept after a correction', async () => {
    const dan = await screens.user({ expected: [/status of 409 .*\/api\/appointments/] })
    await dan.signUp()
    await dan.workerReady()
    await dan.open('/appointments')
    await dan.offline()
    await add(dan, LEE)
    await dan.toast('Appointment added').waitFor()
    const elsewhere = await dan.call('POST', '/api/appointments', {
      doctorName: 'Sarah Lee',
      appointmentDate: LEE.date,
      appointmentTime: LEE.time,
    })
    expect(elsewhere.status).toBe(201)
    await dan.online()
    await dan.page.getByRole('link', { name: 'Today', exact: true }).click()
    await dan.page.getByRole('link', { name: '1 thing needs you' }).click()
    const panel = dan.dialog('Needs attention')
    await panel.getByRole('heading', { name: 'Sarah Lee is there twice' }).waitFor()
    await panel.getByRole('link', { name: /^Edit/ }).click()
    await dan.dialog('Add Appointment').getByText('This was not accepted').waitFor()
    expect(await appointmentFields(dan.page)).toEqual(LEE)
    await submitAppointment(dan.page, { date: '2031-12-02' })
    await dan.saved()
    const dates = (await onServer(dan)).map(({ appointmentDate }) => appointmentDate)
    expect(dates.sort()).toEqual(['2031-12-01', '2031-12-02'])
  })

  it('what was heard is corrected and read again; what was changed by hand stays', async () => {
    const fern = await screens.user()
    await fern.signUp()
    await fern.open(`/appointments?voice=${encodeURIComponent('Appointment with Dr. Sarah Leek tomorrow at 2.30')}`)
    const form = fern.dialog('Add Appointment')
    await form.getByLabel('Location').fill('Room 4')
    await form.getByRole('button', { name: 'Correct the words' }).click()
    await form.getByLabel('Words to read').fill('Appointment with Dr. Sarah Lee tomorrow at 3.30')
    await form.getByRole('button', { name: 'Read again' }).click()
    await form.getByText('“Appointment with Dr. Sarah Lee tomorrow at 3.30”').waitFor()
    expect(await appointmentFields(fern.page)).toMatchObject({ doctor: 'Sarah Lee', time: '15:30', location: 'Room 4' })
  })

  it('is prefilled by ?voice= with its toast, and the words leave the address at once', async () => {
    const eve = await screens.user()
    await eve.signUp()
    const words =
      'Appointment with Dr. Sarah Lee, cardiologist, tomorrow at 2.30 at the Royal Hospital, phone 03 9342 7000'
    await eve.open(`/appointments?voice=${encodeURIComponent(words)}`)
    await eve.toast('Voice input parsed').getByText('Please review and confirm the appointment details').waitFor()
    const { pathname, search } = new URL(eve.page.url())
    expect(pathname + search).toBe('/appointments')
    await eve.dialog('Add Appointment').getByText(`“${words}”`).waitFor()
    expect(await appointmentFields(eve.page)).toEqual({
      ...LEE,
      date: dateIn(eve.timeZone, 1),
      notes: '',
    })
    await submitAppointment(eve.page, {})
    await eve.toast('Appointment added').waitFor()
    await eve.saved()
    expect(await onServer(eve)).toMatchObject([{ doctorName: 'Sarah Lee', appointmentTime: '14:30' }])
  })

  it('whose time has come stays upcoming until it is marked as complete, and says that it has passed', async () => {
    const gus = await screens.user()
    await gus.signUp()
    await gus.open('/appointments')
    // It is about noon in his zone.
    for (const [doctor, time] of [
      ['Ng', '00:30'],
      ['Sarah Lee', '23:30'],
    ] as const)
      await add(gus, { doctor, date: dateIn(gus.timeZone, 0), time })
    await card(gus, 'Sarah Lee').waitFor()
    await card(gus, 'Ng').getByText('Passed', { exact: true }).waitFor()
    await card(gus, 'Ng')
      .getByRole('button', { name: /^Mark as Complete/ })
      .waitFor()
    expect(await gus.page.getByText('Passed', { exact: true }).count()).toBe(1)
  })

  it('is on the other device and on its home screen, and goes from there when it is deleted here', async () => {
    const phone = await screens.user()
    const email = newAddress('fay')
    await phone.signUp(email)
    const tablet = await screens.user()
    await tablet.signIn(email)
    const summary = tablet.page.getByRole('region', { name: 'Upcoming Appointments' })
    await summary.getByText('No upcoming appointments').waitFor()
    expect(await summary.getByRole('link', { name: 'Schedule Appointment' }).getAttribute('href')).toBe(
      '/appointments?add=1',
    )
    await phone.open('/appointments')
    await add(phone, LEE)
    await summary.getByText('Dec 1, 2:30 PM').waitFor()
    await press(phone, `Delete: ${LEE_WORDS}`)
    await phone.dialog('Delete Appointment?').getByRole('button', { name: 'Delete' }).click()
    await summary.getByText('No upcoming appointments').waitFor()
    await until(async () => (await onServer(phone)).length === 0)
  })
})
