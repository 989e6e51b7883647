import { expect, it } from 'vitest'
import { formatTime12, type LocalTime } from '#domain/lib/local-time.ts'
import { timeIn } from '#tests/e2e/support/zones.ts'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'

const screens = setUpScreens()

it('a dose is moved offline, warned about what comes near, shown at its new time, and moved back', async () => {
  const ann = await screens.user()
  await ann.signUp()
  const now = Date.now()
  const local = (minutes: number) => timeIn(ann.timeZone, minutes, now) as LocalTime
  const [due, next] = [local(-2), local(200)]
  const { status } = await ann.call('POST', '/api/medications', {
    name: 'Levodopa',
    dosage: '100 mg',
    reminderTimes: [due, next],
    createdAt: new Date(now - 24 * 60 * 60_000).toISOString(),
  })
  expect(status).toBe(201)
  await ann.page.getByRole('link', { name: /^Levodopa/ }).click()
  const sheet = ann.dialog('Levodopa')
  await sheet.getByRole('button', { name: 'Move', exact: true }).click()
  const dialog = ann.dialog('Move Levodopa')
  await dialog.getByRole('radio', { name: /^In 1 hour/ }).waitFor()
  expect(await dialog.getByText('Close to another dose').count()).toBe(0)
  await dialog.getByRole('radio', { name: /^In 2 hours/ }).check()
  await dialog.getByText(`The next one is at ${formatTime12(next)}`).waitFor()
  await dialog.getByRole('radio', { name: 'At another time' }).check()
  await dialog.getByLabel('Time, later today').fill(local(-30))
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await dialog.getByText(/has passed. Enter a time later today./).waitFor()
  const to = local(90)
  await dialog.getByLabel('Time, later today').fill(to)
  await ann.offline()
  await dialog.getByRole('button', { name: `Move to ${formatTime12(to)}` }).click()
  await ann.toast(`Levodopa moved to ${formatTime12(to)}`).waitFor()
  await ann.page.getByRole('link', { name: new RegExp(`^${formatTime12(to)}.*Levodopa`) }).waitFor()
  expect(await ann.page.getByText('Due now').count()).toBe(0)
  await ann.online()
  const moved = async () => (await ann.dosesOnServer()).filter(({ movedTo }) => movedTo === to)
  await until(async () => (await moved()).length === 1)

  await ann.page.getByRole('link', { name: new RegExp(`^${formatTime12(to)}.*Levodopa`) }).click()
  await sheet.getByText(`Moved from ${formatTime12(due)}`).waitFor()
  await sheet.getByRole('button', { name: `Undo the move and go back to ${formatTime12(due)}` }).click()
  await sheet.getByText(/^(Due now|\d+ min late)$/).waitFor()
  await sheet.locator(':focus').getByText(formatTime12(due)).waitFor()
  expect(await sheet.getByText(/^Moved from/).count()).toBe(0)
  await until(async () => (await ann.dosesOnServer()).some(({ kind }) => kind === 'undone'))
})
