import { describe, expect, it } from 'vitest'
import type { Appointment } from '#domain/records/appointment.ts'
import { submitAppointment } from '#tests/e2e/support/appointment-form.ts'
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
})
