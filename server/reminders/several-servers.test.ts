import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { medications, pushSends, pushSubscriptions, syncState, users } from '../db/schema/index.ts'
import { pushCollector } from '../testing/push-collector.ts'
import { endpointOf, type ReminderStage, reminderStage } from '../testing/reminders.ts'

const PEOPLE = 120
const MEDICATIONS = 3

let stage: ReminderStage
beforeEach(async () => {
  stage = await reminderStage()
})
afterEach(async () => {
  expect(stage.faults).toEqual([])
  await stage.server.close()
})

/** People with three medicines at 8:00 in Sydney and a phone each, past the API: it would sign every one in. */
async function seed(): Promise<void> {
  const { db, clock } = stage.server
  const then = new Date(clock.now() - 86_400_000)
  const people = Array.from({ length: PEOPLE }, (_, index) => ({ id: randomUUID(), index }))
  await db.insert(users).values(
    people.map(({ id, index }) => ({
      id,
      email: `person-${index}@example.org`,
      dateOfBirth: '1980-05-17',
      ageVerified: true,
      timeZone: 'Australia/Sydney',
      createdAt: then,
      updatedAt: then,
    })),
  )
  await db.insert(syncState).values(people.map(({ id }) => ({ userId: id, updatedAt: then })))
  await db.insert(pushSubscriptions).values(
    people.map(({ id, index }) => ({
      id: randomUUID(),
      userId: id,
      endpoint: endpointOf(`${index}`),
      p256dh: '',
      auth: '',
      deviceId: randomUUID(),
      deviceName: 'Phone',
      sessionId: randomUUID(),
      timeZone: 'Australia/Sydney',
      wording: 'full' as const,
      createdAt: then,
      seenAt: then,
    })),
  )
  const records = people.flatMap(({ id }) =>
    Array.from({ length: MEDICATIONS }, (_, index) => ({ userId: id, record: medicationOf(index, then) })),
  )
  await db
    .insert(medications)
    .values(records.map(({ userId, record }) => ({ id: record.id, userId, record })))
}

function medicationOf(index: number, then: Date) {
  const plan = {
    schedule: { kind: 'daily' as const },
    reminderTimes: ['08:00'] as never[],
    startDate: null,
    endDate: null,
  }
  const at = then.toISOString() as never
  return {
    id: randomUUID() as never,
    name: `Medicine ${index}`,
    dosage: '',
    frequency: '',
    instructions: '',
    ...plan,
    versions: [{ ...plan, effectiveFrom: at }],
    stoppedAt: null,
    createdAt: at,
    updatedAt: at,
  }
}

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
    await until(isDone, { timeout: 15_000, what: `everything due by ${time}` })
    await Promise.all(workers.map((worker) => worker.pass()))
  }
  const messages = pushes.flatMap((push) => push.messages)
  const shown = messages
    .map(({ endpoint, title, slotIds }) => `${endpoint} ${title} ${slotIds.length}`)
    .sort()
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
  await until(() => stage.push.messages.length === PEOPLE, { timeout: 15_000, what: 'every reminder' })
  stage.clock.set('2026-03-01T21:05:00.000Z')
  stage.worker.wake()
  await until(() => stage.push.messages.length === 2 * PEOPLE, { timeout: 15_000, what: 'the second stage' })
  await stage.worker.stop()
  stage.clock.set('2026-03-01T21:10:00.000Z')
  stage.worker.wake()
  await expect(stage.worker.stop()).resolves.toBeUndefined()
  expect(stage.push.messages).toHaveLength(2 * PEOPLE)
})
