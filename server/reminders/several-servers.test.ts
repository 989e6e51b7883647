// On both databases: claims of several servers.
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LocalTime } from '#domain/lib/local-time.ts'
import { until } from '#tests/support/wait.ts'
import { pushCollector } from '../testing/push-collector.ts'
import { addRemindedPeople } from '../testing/reminded-people.ts'
import { endpointOf, type ReminderFixture, reminderFixture } from '../testing/reminders.ts'
import { pushSends } from '../testing/tables.ts'

const PEOPLE = 120
const MEDICATIONS = 3

let stage: ReminderFixture
beforeEach(async () => {
  stage = await reminderFixture()
})
afterEach(async () => {
  expect(stage.faults).toEqual([])
  await stage.server.close()
})

/** Adds users in Sydney, each with a phone and three medications at 8:00. */
const seed = (): Promise<void> =>
  addRemindedPeople(stage.server.db, {
    devices: Array.from({ length: PEOPLE }, (_, index) => ({
      endpoint: endpointOf(`${index}`),
      keys: { p256dh: '', auth: '' },
    })),
    time: '08:00' as LocalTime,
    zone: 'Australia/Sydney',
    medicines: MEDICATIONS,
    since: stage.clock.now(),
  })

it('R3.1 R3.2 servers that work at the same time send each stage once, and never tear a group apart', async () => {
  await seed()
  const pushes = [pushCollector(), pushCollector(), pushCollector()]
  const workers = pushes.map((push) => stage.another(push))
  for (const time of ['2026-03-01T20:59:30.000Z', '2026-03-01T21:00:00.000Z', '2026-03-01T21:05:00.000Z']) {
    stage.clock.set(time)
    const isDone = async () => {
      await Promise.all(workers.map((worker) => worker.pass()))
      const due = await stage.server.db.$count(pushSends)
      return due === expectedBy(time)
    }
    await until(isDone, { what: `everything due by ${time}` })
    await Promise.all(workers.map((worker) => worker.pass()))
  }
  const messages = pushes.flatMap((push) => push.messages)
  const shown = messages.map(({ endpoint, title, slotIds }) => `${endpoint} ${title} ${slotIds.length}`).sort()
  const titles = ['Medication Reminder', 'Medication Reminder (5 min reminder)']
  expect(shown).toEqual(
    Array.from({ length: PEOPLE }, (_, index) =>
      titles.map((title) => `${endpointOf(`${index}`)} ${title} ${MEDICATIONS}`),
    )
      .flat()
      .sort(),
  )
})

const expectedBy = (time: string): number =>
  time < '2026-03-01T21:00' ? 0 : time < '2026-03-01T21:05' ? PEOPLE : 2 * PEOPLE

it('R3.1 a started worker sends by itself, wakes up for what is written meanwhile, and stops', async () => {
  await seed()
  stage.clock.set('2026-03-01T21:00:00.000Z')
  stage.worker.start()
  await until(() => stage.push.messages.length === PEOPLE, { what: 'every reminder' })
  stage.clock.set('2026-03-01T21:05:00.000Z')
  stage.worker.wake()
  await until(() => stage.push.messages.length === 2 * PEOPLE, { what: 'the second stage' })
  await stage.worker.stop()
  stage.clock.set('2026-03-01T21:10:00.000Z')
  stage.worker.wake()
  await expect(stage.worker.stop()).resolves.toBeUndefined()
  expect(stage.push.messages).toHaveLength(2 * PEOPLE)
})
