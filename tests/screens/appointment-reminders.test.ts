import { describe, expect, it } from 'vitest'
import { formatTime12, type LocalTime } from '#domain/lib/local-time.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import { submitAppointment } from '#tests/e2e/support/appointment-form.ts'
import { addAppointment, whenIn } from '#tests/e2e/support/appointments.ts'
import { shownIn } from '#tests/e2e/support/notifications.ts'
import { until } from '#tests/support/wait.ts'
import { enableNotifications } from './support/notifications.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const remindersOnServer = async (user: User) =>
  (await user.call<Appointment[]>('GET', '/api/appointments')).body.map(({ remindBefore }) => remindBefore)

describe('a reminder before an appointment', () => {
  it('R7.2 is chosen in the form, without a network too; nothing is chosen by itself', async () => {
    const ann = await screens.user()
    await ann.signUp()
    await ann.offline()
    await ann.open('/appointments?add=1')
    const form = ann.dialog('Add Appointment')
    const [hours, day] = ['2 hours before', '1 day before'].map((label) =>
      form.getByRole('group', { name: 'Remind me' }).getByRole('checkbox', { name: label }),
    )
    expect([await hours?.isChecked(), await day?.isChecked()]).toEqual([false, false])
    await hours?.check()
    await day?.check()
    await submitAppointment(ann.page, { doctor: 'Sarah Lee', date: '2031-12-01', time: '14:30' })
    await ann.page.getByText('Reminder 1 day before and 2 hours before').waitFor()

    await ann.page.getByRole('link', { name: 'Edit: Sarah Lee, Dec 1, 2031 at 2:30 PM' }).click()
    const edit = ann.dialog('Edit Appointment')
    await edit.getByRole('checkbox', { name: '2 hours before' }).uncheck()
    expect(await edit.getByRole('checkbox', { name: '1 day before' }).isChecked()).toBe(true)
    await submitAppointment(ann.page, {})
    await ann.page.getByText('Reminder 1 day before', { exact: true }).waitFor()
    await ann.online()
    await ann.saved()
    expect(await remindersOnServer(ann)).toEqual([[1440]])
  })

  it('R7.5 R7.6 comes up in the open page once, leads to the appointments, and goes when the appointment is moved', async () => {
    const bea = await screens.user()
    await bea.page.clock.install()
    await bea.signUp()
    await enableNotifications(bea)
    const appointment = await addAppointment(bea, { doctorName: 'Sarah Lee', location: 'Room 4' }, 125)
    await bea.page.getByText('Sarah Lee').first().waitFor()
    await bea.page.clock.fastForward('05:00')
    const time = formatTime12(appointment.appointmentTime)
    const alert = bea.dialog(`Appointment with Sarah Lee in 2 hours, at ${time}`)
    await alert.getByText('Room 4', { exact: true }).waitFor()
    await until(async () => (await shownIn(bea.page)).length > 0, { what: 'the notification' })
    expect(await shownIn(bea.page)).toMatchObject([
      {
        title: 'Appointment Reminder',
        body: `Appointment with Sarah Lee in 2 hours, at ${time}\nRoom 4`,
        stays: true,
        actions: ['Open'],
        path: '/appointments',
      },
    ])
    await alert.getByRole('button', { name: 'Open' }).click()
    await bea.page.getByRole('heading', { name: 'Doctor Appointments' }).waitFor()
    await alert.waitFor({ state: 'detached' })
    await bea.page.reload()
    await bea.page.getByText('Room 4').waitFor()
    expect(await shownIn(bea.page)).toHaveLength(1)

    const later = whenIn(bea, 240)
    await bea.call('PATCH', `/api/appointments/${appointment.id}`, later)
    await bea.page.getByText(formatTime12(later.appointmentTime as LocalTime), { exact: true }).waitFor()
    await until(async () => (await shownIn(bea.page)).length === 0, { what: 'no notification' })
    expect(await bea.page.getByRole('dialog').count()).toBe(0)
  })
})
