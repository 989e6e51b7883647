import { afterEach, beforeEach, expect, it } from 'vitest'
import { asSubscriber, type ReminderFixture, reminderFixture } from '../testing/reminders.ts'
import { reminderDue, serverMeta } from '../testing/tables.ts'
import { addMedication } from '../testing/writes.ts'
import { completeIndex } from './complete-index.ts'

let stage: ReminderFixture
beforeEach(async () => {
  stage = await reminderFixture()
  for (let index = 0; index < 3; index += 1) {
    await addMedication(await asSubscriber(stage), { reminderTimes: ['08:00'] })
  }
})
afterEach(async () => {
  expect(stage.faults).toEqual([])
  await stage.server.close()
})

const due = () => stage.server.db.$count(reminderDue)
const portionAfter = async (after: string | null) =>
  (await completeIndex(stage.server.db, { after, isWhole: true }, stage.clock.now(), 2)).next
/** Makes the database look as if a version from before the index had written it. */
async function becomeOlder(): Promise<void> {
  await stage.server.db.delete(reminderDue)
  await stage.server.db.update(serverMeta).set({ reminderRule: 0 })
}

it('R2.1 data of before the index is completed once: later starts look at no account', async () => {
  await becomeOlder()
  await stage.another().pass()
  expect(await due()).toBe(3)
  // Only a start that reads accounts would notice a missing one.
  await stage.server.db.delete(reminderDue)
  await stage.another().pass()
  expect(await due()).toBe(0)
})

it('R2.1 a server that ends amid completing leaves the rest to the next start', async () => {
  await becomeOlder()
  expect(await portionAfter(null)).not.toBeNull()
  expect(await due()).toBe(2)
  await stage.another().pass()
  expect(await due()).toBe(3)
})

it('R2.1 a complete index stays complete by the writes alone', async () => {
  await stage.worker.pass()
  await addMedication(await asSubscriber(stage), { reminderTimes: ['08:00'] })
  await stage.another().pass()
  expect(await due()).toBe(4)
})

it('R2.1 what a later version noted is not taken back', async () => {
  await becomeOlder()
  const after = await portionAfter(null)
  await stage.server.db.update(serverMeta).set({ reminderRule: 1_000 })
  expect(await portionAfter(after)).toBeNull()
  expect(await stage.server.db.select({ rule: serverMeta.reminderRule }).from(serverMeta)).toEqual([{ rule: 1_000 }])
})
