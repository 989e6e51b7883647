import { describe, expect, it } from 'vitest'
import { formatTime12, type LocalTime } from '#domain/lib/local-time.ts'
import { until } from '#tests/support/wait.ts'
import { addAppointment, whenIn } from './support/appointments.ts'
import { enableNotifications, shownIn } from './support/notifications.ts'
import { setUpScreens } from './support/screens.ts'

const screens = setUpScreens()

describe('a reminder before an appointment', () => {
  it('R7.5 R7.6 comes up in the open page once, leads to the appointments, and goes when the appointment is moved', async () => {
    const bea = await screens.user()
    await bea.page.clock.install()
    await bea.signUp()
    await bea.workerReady()
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
    expect(await alert.count()).toBe(0)
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
