import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Appointment } from '#domain/records/appointment.ts'
import { appointmentFields, submitAppointment } from './support/appointment-form.ts'
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
    await gus.workerReady()
    await gus.open('/appointments')
    await add(gus, LEE)
    await add(gus, { doctor: 'Ng', date: '2031-11-30', time: '09:00' })
    await card(gus, 'Ng').waitFor()
    await gus.offline()
    const fileFrom = async (button: string) => {
      const download = gus.page.waitForEvent('download')
      await press(gus, button)
      return readFileSync(await (await download).path(), 'utf8')
    }
    const one = await fileFrom(`Add to calendar: ${LEE_WORDS}`)
    expect(one).toContain('SUMMARY:Appointment with Sarah Lee\r\n')
    expect(one).not.toContain('Bring the scan')
    expect((await fileFrom('Add all to calendar')).match(/BEGIN:VEVENT/g)).toHaveLength(2)
  })
})
