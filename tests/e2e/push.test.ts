import { expect, it } from 'vitest'
import type { MedicationId } from '#domain/lib/ids.ts'
import type { LocalDate, LocalTime } from '#domain/lib/local-time.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import { until } from '#tests/support/wait.ts'
import { planDay, plannedTime } from './support/day.ts'
import { openDesk } from './support/notifications.ts'
import { readWaiting, reminderPush } from './support/pushes.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'
import { dateIn } from './support/zones.ts'

/** Everything else that the worker does is tested in tests/screens/push.test.ts. */
const screens = setUpScreens()

const logOf = async (user: User) => (await user.dosesOnServer()).map(({ kind, snapshot }) => `${kind} ${snapshot.name}`)

async function isSyncRegistered(): Promise<boolean> {
  const { registration } = self as unknown as {
    registration: { sync: { getTags(): Promise<string[]> } }
  }
  return (await registration.sync.getTags()).includes('outbox')
}

it('with no page open a push shows the reminder from local data; Taken logs it offline, and the next push says so and delivers it; a press shows the dose over a form that is being filled in; what a page left behind offline is delivered by the browser’s background sync', async () => {
  const user = await screens.user()
  await user.signUp()
  await user.workerReady()
  const [id] = await planDay(user, [
    { name: 'Metformin', minutes: [-1], dosage: '500 mg' },
    // Too late to ring.
    { name: 'Lisinopril', minutes: [-20] },
  ])
  await user.page.getByText('Metformin').first().waitFor()
  const { reminderTimes } = (await user.medicationsOnServer()).find((one) => one.id === id) ?? {}
  const slot = slotIdOf(id as MedicationId, dateIn(user.timeZone, 0) as LocalDate, reminderTimes?.[0] as LocalTime)
  const desk = await openDesk(user)
  await user.page.close()

  await desk.push(reminderPush(user, [slot], { body: 'Words of a server that knows less' }))
  const [shown] = await desk.awaitShown(({ length }) => length === 1)
  expect(shown).toEqual({
    title: 'Medication Reminder',
    body: `Time to take Metformin (500 mg) at ${await plannedTime(user, 'Metformin')}`,
    tag: slot,
    stays: true,
    silent: false,
    actions: ['Taken', 'Snooze 10 min'],
    path: `/?dose=${slot}`,
  })

  await user.offline()
  expect(await desk.click(slot, 'taken')).toEqual([])
  expect(await desk.shown()).toEqual([])
  expect(await desk.worker.evaluate(readWaiting)).toEqual(['taken Metformin'])
  expect(await logOf(user)).toEqual([])

  // The server does not know of it, so it reminds again; no page is opened.
  await user.online()
  await desk.push(reminderPush(user, [slot], { title: 'Medication Reminder (5 min reminder)' }))
  const [said] = await desk.awaitShown(({ length }) => length === 1)
  expect(said).toMatchObject({ title: 'Metformin', tag: slot, stays: false, silent: true, actions: [] })
  expect(said?.body).toMatch(/^Already logged at \d+:\d\d [AP]M$/)
  await until(async () => (await logOf(user)).length > 0, { what: 'the dose' })
  expect(await logOf(user)).toEqual(['taken Metformin'])
  await until(async () => (await desk.worker.evaluate(readWaiting)).length === 0, { what: 'an empty outbox' })

  await user.newTab('/medications?add=1')
  const name = user.dialog('Add Medication').getByLabel('Name', { exact: true })
  await name.fill('Half a name')
  expect(await desk.click(slot)).toEqual([])
  await user.dialog('Metformin').waitFor()
  await user.dialog('Metformin').getByRole('button', { name: 'Close' }).first().click()
  expect(await name.inputValue()).toBe('Half a name')

  await user.open('/')
  await user.offline()
  await user.page.getByRole('button', { name: 'Taken: Lisinopril' }).click()
  await user.toast(/^Lisinopril taken/).waitFor()
  await until(() => desk.worker.evaluate(isSyncRegistered), { what: 'the registration for the sync' })
  await user.page.close()
  expect(await logOf(user)).toEqual(['taken Metformin'])
  await user.online()
  await until(async () => (await logOf(user)).length > 1, { timeout: 20_000, what: 'the dose' })
  expect(await logOf(user)).toEqual(['taken Metformin', 'taken Lisinopril'])
})
