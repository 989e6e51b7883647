import { randomUUID } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { transaction } from '../db/transaction.ts'
import { serverMetrics } from '../metrics/metrics.ts'
import { planAccountAndPeople } from '../occurrences/plan-people.ts'
import { systemRandom } from '../platform/clock.ts'
import type { Fault } from '../queue/set-aside.ts'
import { type ReminderWorker, reminderWorker } from '../reminders/worker.ts'
import { type TestApp, testApp } from './app.ts'
import { type TestClock, testClock } from './clock.ts'
import { asAdult, type Person } from './people.ts'
import { type PushCollector, pushCollector } from './push-collector.ts'
import { pushSubscriptions } from './tables.ts'

/** The device that `doseBody` logs with (writes.ts). */
export const LOGGING_DEVICE = '01900000-0000-7000-8000-000000000900'

export const endpointOf = (device: string): string => `https://push.example/${device}`

/** Saves a subscription of this account, named after its device, and plans the account as PUT does. */
export async function subscribe(
  server: { db: Database; clock: TestClock },
  userId: string,
  device: string,
  fields: Partial<typeof pushSubscriptions.$inferInsert> = {},
): Promise<void> {
  const now = server.clock.now()
  await transaction(server.db, async (tx) => {
    await tx.insert(pushSubscriptions).values({
      id: randomUUID(),
      userId,
      endpoint: endpointOf(device),
      p256dh: 'p256dh',
      auth: 'auth',
      deviceId: randomUUID(),
      deviceName: device,
      sessionId: randomUUID(),
      timeZone: 'Australia/Sydney',
      wording: 'full',
      createdAt: new Date(now),
      seenAt: new Date(now),
      ...fields,
    })
    await planAccountAndPeople(tx, userId, now)
  })
}

export interface ReminderFixture {
  server: TestApp
  clock: TestClock
  push: PushCollector
  worker: ReminderWorker
  /** Faults inside the worker; a test that expects none finds it empty. */
  faults: unknown[]
  /** What was set aside, in order. */
  setAside: Fault[]
  /** Returns another worker on the same database, like another server. */
  another(push?: PushCollector, portion?: number): ReminderWorker
  /** Moves the clock there (`08:05` of the day in Sydney, or an instant) and makes a pass. */
  at(time: string): Promise<void>
}

/** March 2, 2026 in Sydney (UTC+11): 7:00, before anything is due. */
const DAY_START = '2026-03-01T13:00:00.000Z'
const EARLY = '2026-03-01T20:00:00.000Z'

/** Returns a server with a worker that is driven step by step, and a transport that collects messages. */
export async function reminderFixture(): Promise<ReminderFixture> {
  const clock = testClock(EARLY)
  const push = pushCollector()
  const metrics = serverMetrics()
  const server = await testApp({ clock, push, metrics })
  const faults: unknown[] = []
  const setAside: Fault[] = []
  const another = (transport = push, portion = 50) =>
    reminderWorker({
      db: server.db,
      clock,
      random: systemRandom,
      push: transport,
      origin: 'https://dosewell.example',
      onFault: (error) => faults.push(error),
      onSetAside: (fault) => {
        setAside.push(fault)
        metrics.faults.happened(fault.kind)
      },
      onAttempted: metrics.reminders.attempted,
      portion,
    })
  const worker = another()
  return {
    server,
    clock,
    push,
    worker,
    faults,
    setAside,
    another,
    async at(time) {
      const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
      clock.set(Date.parse(DAY_START) + ((hours * 60 + minutes) * 60 + seconds) * 1000)
      await worker.pass()
    },
  }
}

let people = 0

/** Returns a new adult in Sydney with one subscribed phone. */
export async function asSubscriber(stage: ReminderFixture, device?: string): Promise<Person> {
  people += 1
  const person = await asAdult(stage.server, `subscriber-${people}@example.org`)
  await subscribe(stage.server, person.user.id, device ?? `phone-${people}`)
  return person
}
