import { expect, it } from 'vitest'
import { submitAppointment } from '#tests/e2e/support/appointment-form.ts'
import { refuseWrites } from './support/broken-storage.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const LEE = { doctor: 'Sarah Lee', date: '2031-12-01', time: '14:30', notes: 'Is the swelling from the tablets?' }

const notes = (user: User) => user.dialog('Prepare this visit').getByLabel('Notes for the doctor')

/** Opens the page for a visit of somebody who begins to note a question. */
async function atVisit(user: User): Promise<void> {
  await user.signUp()
  await user.page.getByRole('link', { name: 'Appointments', exact: true }).click()
  await user.page.getByRole('link', { name: 'Add Appointment' }).click()
  await submitAppointment(user.page, LEE)
  await user.page.getByRole('link', { name: /^Prepare this visit: Sarah Lee/ }).click()
  await notes(user).waitFor()
  expect(await notes(user).inputValue()).toBe(LEE.notes)
}

const close = (user: User) => user.dialog('Prepare this visit').getByRole('button', { name: 'Close' }).first().click()

it('notes for a visit survive a reload, and are saved when the page for it is left', async () => {
  const ann = await screens.user()
  await atVisit(ann)
  await notes(ann).fill('May I drive?')
  await ann.page.reload()
  await notes(ann).waitFor()
  expect(await notes(ann).inputValue()).toBe('May I drive?')
  await close(ann)
  await ann.page.getByText('May I drive?').waitFor()
  await ann.page.getByRole('link', { name: /^Prepare this visit: Sarah Lee/ }).click()
  expect(await notes(ann).inputValue()).toBe('May I drive?')
})

it('notes for a visit that find no room are still there when the page is opened again', async () => {
  const bob = await screens.user()
  await atVisit(bob)
  const mend = refuseWrites(bob, (stores) => stores.includes('appointments'))
  await bob.page.reload()
  await notes(bob).fill('May I drive?')
  await close(bob)
  // A fetch that finds no room may say the same.
  await bob.toast('This device’s storage is full').first().waitFor()
  mend()
  await bob.page.getByRole('link', { name: /^Prepare this visit: Sarah Lee/ }).click()
  expect(await notes(bob).inputValue()).toBe('May I drive?')
  await close(bob)
  await bob.page.getByText('May I drive?').waitFor()
})
