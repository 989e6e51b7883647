// On both databases: claims of several servers.
import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import type { Database } from '../db/database.ts'
import { deleteAccount } from '../erasure/account-deletion.ts'
import { systemRandom } from '../platform/clock.ts'
import { endSubscriptions } from '../push/subscriptions.ts'
import type { SendResult } from '../push/transport.ts'
import { asMinor } from '../testing/minors.ts'
import type { Person } from '../testing/people.ts'
import { asAdult } from '../testing/people.ts'
import { type PushCollector, pushCollector } from '../testing/push-collector.ts'
import { asSubscriber, endpointOf, type ReminderFixture, reminderFixture, subscribe } from '../testing/reminders.ts'
import {
  medications,
  pushSends,
  pushSubscriptions,
  supplyEvents,
  supplyMornings,
  supplyNotices,
  users,
} from '../testing/tables.ts'
import { addMedication, doseBody, type Json, send, supplyBody } from '../testing/writes.ts'
import { CLAIM } from './delivery.ts'
import { nextInstant } from './next-instant.ts'
import { pushSupplyNotices } from './supply-job.ts'
import { isRepeatable } from './supply-pushes.ts'

let stage: ReminderFixture
let ada: Person
beforeEach(async () => {
  stage = await reminderFixture()
  ada = await asSubscriber(stage, 'phone')
})
afterEach(async () => {
  expect(stage.faults).toEqual([])
  await stage.server.close()
})

/** One server's run. */
const run = (push: PushCollector = stage.push, db: Database = stage.server.db): Promise<void> =>
  pushSupplyNotices({
    db,
    clock: stage.clock,
    random: systemRandom,
    config: { ADMIN_EMAILS: [] },
    push,
    origin: 'https://dosewell.example',
    onFault: (error) => stage.faults.push(error),
    onSetAside: (fault) => stage.setAside.push(fault),
  })

/** The stage's database with something done after the work of each transaction, in it and once it is committed. */
const databaseThat = (does: { inside?(tx: Database): Promise<void>; after?(): Promise<void> }): Database =>
  new Proxy(stage.server.db, {
    get(target, key) {
      if (key !== 'transaction') return Reflect.get(target, key)
      return async (work: (tx: unknown) => Promise<unknown>) => {
        const result = await target.transaction(async (tx) => {
          const worked = await work(tx)
          await does.inside?.(tx as unknown as Database)
          return worked
        })
        await does.after?.()
        return result
      }
    },
  })

const forever = new Promise<never>(() => undefined)

/** The database of a server whose process ends once so many messages are noted. */
const endingAfter = (notes: number): Database =>
  databaseThat({
    async after() {
      if ((await stage.server.db.$count(pushSends)) >= notes) await forever
    },
  })

/** Moves the clock to a time in Sydney (UTC+11) and makes a run; returns the bodies that were pushed. */
async function at(time: string): Promise<string[]> {
  stage.clock.set(new Date(`${time.replace(' ', 'T')}:00+11:00`).toISOString())
  await run()
  return stage.push.take().map(({ body }) => body)
}

const TABLETS = { unit: 'tablet', each: '1' }
/** A tablet each morning at 8:00. */
const medicine = async (name: string, fields: Json = {}, person = ada): Promise<string> =>
  (await addMedication(person, { name, amounts: TABLETS, reminderTimes: ['08:00'], ...fields })).id

async function record(medicationId: string, kind: string, amount: string, time: string, person = ada): Promise<void> {
  const body = supplyBody(medicationId, {
    kind,
    amount,
    at: new Date(`${time.replace(' ', 'T')}:00+11:00`).toISOString(),
  })
  expect((await send(person, 'POST', '/api/supply-events', body)).statusCode).toBe(201)
}

/** A medicine of which so many tablets were counted at 7:00 on March 2, when the tests begin. */
async function counted(name: string, amount: string, fields: Json = {}, person = ada): Promise<string> {
  const id = await medicine(name, fields, person)
  await record(id, 'counted', amount, '2026-03-02 07:00', person)
  return id
}

/** Adds a phone like Ada's to each of these accounts. */
async function copyPhone(owners: readonly string[]): Promise<void> {
  const [phone] = await stage.server.db.select().from(pushSubscriptions)
  const copies = owners.map((userId) => {
    const id = randomUUID()
    return { ...(phone as typeof pushSubscriptions.$inferSelect), id, userId, endpoint: endpointOf(id), deviceId: id }
  })
  await stage.server.db.insert(pushSubscriptions).values(copies)
}

/** Adds so many accounts like Ada's, with a medicine and what was counted of it. */
async function copyAda(count: number): Promise<void> {
  const { db } = stage.server
  const [user] = await db.select().from(users)
  const [morning] = await db.select().from(supplyMornings)
  const [medication] = await db.select().from(medications)
  const [event] = await db.select().from(supplyEvents)
  if (!user || !morning || !medication || !event) throw new Error('nothing to copy')
  const ids = Array.from({ length: count }, () => randomUUID())
  const recordOf = (id: string) => ({ ...medication.record, id: id as typeof medication.record.id })
  await db.insert(users).values(ids.map((id) => ({ ...user, id, email: `${id}@example.org` })))
  await db.insert(supplyMornings).values(ids.map((id) => ({ ...morning, userId: id })))
  await db.insert(medications).values(ids.map((id) => ({ ...medication, id, userId: id, record: recordOf(id) })))
  await db.insert(supplyEvents).values(ids.map((id) => ({ ...event, id, userId: id, medicationId: id })))
}

/** Makes what is stored of a user's medicines unreadable. */
async function breakPlans(person: Person): Promise<void> {
  await stage.server.db
    .update(medications)
    .set({ record: sql`${medications.record} || '{"schedule":{"kind":"daily"},"versions":7}'::jsonb` })
    .where(eq(medications.userId, person.user.id))
}

describe('at 9:00 a push says what runs out', () => {
  it('R10.1 R10.2 a week ahead, in one sentence, once, to every device', async () => {
    await subscribe(stage.server, ada.user.id, 'tablet')
    await counted('Metformin', '7')
    expect(await at('2026-03-02 08:59')).toEqual([])
    stage.clock.set('2026-03-01T22:00:30.000Z')
    await run()
    const pushes = stage.push.take()
    expect(pushes.map(({ endpoint }) => endpoint).sort()).toEqual(['phone', 'tablet'].map(endpointOf))
    expect(pushes[0]).toMatchObject({
      title: 'Your supplies',
      body: 'Metformin runs out in 7 days.',
      tag: 'supply',
      topic: 'supply',
      kind: 'supply',
      slotIds: [],
      urgency: 'normal',
      ttl: 12 * 60 * 60 - 30,
      navigate: 'https://dosewell.example/',
      user: ada.user.id,
    })
    expect(await at('2026-03-02 09:05')).toEqual([])
    expect(await at('2026-03-03 09:00')).toEqual([])
    expect(await stage.server.db.select().from(pushSends)).toMatchObject([
      { kind: 'supply', outcome: 'delivered' },
      { kind: 'supply', outcome: 'delivered' },
    ])
  })

  it('R10.3 again at two days and on the day', async () => {
    const id = await counted('Metformin', '5')
    expect(await at('2026-03-02 09:00')).toEqual(['Metformin runs out in 5 days.'])
    await record(id, 'discarded', '3', '2026-03-02 12:00')
    expect(await at('2026-03-03 09:00')).toEqual(['Metformin runs out in 2 days.'])
    await record(id, 'discarded', '2', '2026-03-03 12:00')
    expect(await at('2026-03-04 09:00')).toEqual(['Metformin runs out today.'])
    expect(await at('2026-03-05 09:00')).toEqual([])
  })

  it('R10.3 of every medicine in one message, the most urgent first', async () => {
    await counted('Metformin', '7')
    await counted('Ramipril', '1')
    await medicine('Warfarin', { supply: { scriptExpiresOn: '2026-04-01' } })
    await medicine('Insulin', { amounts: undefined, supply: { packExpiresOn: '2026-03-02' } })
    expect(await at('2026-03-02 09:00')).toEqual([
      'The pack of Insulin expires today, Ramipril runs out in 1 day and 2 more need a look.',
    ])
  })

  it('R10.2 of a script and a pack, 30 days ahead and on the day, not of what expired before', async () => {
    await medicine('Warfarin', { supply: { scriptExpiresOn: '2026-03-31', packExpiresOn: '2026-03-01' } })
    expect(await at('2026-03-02 09:00')).toEqual(['The script for Warfarin expires in 29 days.'])
    expect(await at('2026-03-30 09:00')).toEqual([])
    expect(await at('2026-03-31 09:00')).toEqual(['The script for Warfarin expires today.'])
    expect(await at('2026-04-01 10:00')).toEqual([])
  })

  it('R10.2 by estimate, where a medicine is taken when needed', async () => {
    const id = await medicine('Ibuprofen', { schedule: { kind: 'as-needed' }, reminderTimes: [] })
    await record(id, 'added', '10', '2026-02-10 07:00')
    for (const date of [
      '2026-02-11',
      '2026-02-15',
      '2026-02-20',
      '2026-02-25',
      '2026-02-26',
      '2026-02-27',
      '2026-02-28',
    ]) {
      const body = doseBody(id, {
        slotId: null,
        snapshot: { name: 'Ibuprofen', dosage: '', date: null, time: null },
        at: `${date}T01:00:00.000Z`,
        loggedAt: `${date}T01:00:00.000Z`,
      })
      expect((await send(ada, 'POST', '/api/doses', body)).statusCode).toBe(201)
    }
    // 7 in 28 days: the 3 that are left are enough for 12.
    expect(await at('2026-03-02 09:00')).toEqual([])
    await record(id, 'discarded', '2', '2026-03-02 10:00')
    expect(await at('2026-03-03 09:00')).toEqual(['Ibuprofen runs out in about 4 days.'])
  })

  it('R3.7 R10.2 in discreet wording names nothing', async () => {
    await stage.server.db.update(pushSubscriptions).set({ wording: 'discreet' })
    await counted('Metformin', '7')
    stage.clock.set('2026-03-01T22:00:00.000Z')
    await run()
    expect(stage.push.take()).toMatchObject([{ title: 'You have a reminder', body: '', wording: 'discreet' }])
  })
})

describe('what was refilled or said before', () => {
  it('R10.2 before 9:00 is not sent', async () => {
    const id = await counted('Metformin', '7')
    await record(id, 'added', '28', '2026-03-02 08:30')
    expect(await at('2026-03-02 09:00')).toEqual([])
  })

  it('R10.3 a step comes back with the next pack, and not with a corrected count', async () => {
    const id = await counted('Metformin', '7')
    expect(await at('2026-03-02 09:00')).toHaveLength(1)
    await record(id, 'counted', '6', '2026-03-02 10:00')
    expect(await at('2026-03-03 09:00')).toEqual([])
    await record(id, 'added', '28', '2026-03-03 10:00')
    expect(await at('2026-03-04 09:00')).toEqual([])
    await record(id, 'discarded', '27', '2026-03-20 10:00')
    expect(await at('2026-03-21 09:00')).toEqual(['Metformin runs out in 7 days.'])
  })

  it('R10.4 a refill ends an attempt that a push service has not accepted', async () => {
    const id = await counted('Metformin', '7')
    const busy: SendResult = { kind: 'again', status: 503, retryAfter: null }
    stage.push.answer = () => busy
    expect(await at('2026-03-02 09:00')).toEqual([])
    expect(await at('2026-03-02 09:02')).toEqual([])
    expect(stage.push.attempts).toHaveLength(2)
    stage.push.answer = null
    await record(id, 'added', '28', '2026-03-02 09:10')
    expect(await at('2026-03-02 09:20')).toEqual([])
    expect(await stage.server.db.select().from(pushSends)).toMatchObject([{ outcome: 'failed', attempts: 2 }])
  })

  it('R10.4 an attempt that a push service has not accepted is repeated, in the words of its time', async () => {
    await counted('Metformin', '7')
    stage.push.answer = () => ({ kind: 'again', status: 429, retryAfter: 60_000 })
    expect(await at('2026-03-02 09:00')).toEqual([])
    stage.push.answer = null
    expect(await at('2026-03-02 09:00')).toEqual([])
    // What sends the reminders of doses leaves it alone.
    await stage.worker.pass()
    expect(await at('2026-03-02 09:03')).toEqual(['Metformin runs out in 7 days.'])
    expect(await at('2026-03-02 09:10')).toEqual([])
  })
})

it('R3.3 an attempt about supplies that waits holds up no reminder of a dose', async () => {
  await addMedication(ada, { name: 'Ramipril', reminderTimes: ['09:30'] })
  await counted('Metformin', '7')
  stage.push.answer = () => ({ kind: 'again', status: 503, retryAfter: null })
  for (let minute = 0; minute < 30; minute += 1) await at(`2026-03-02 09:${String(minute).padStart(2, '0')}`)
  stage.push.answer = null
  await stage.at('9:30')
  expect(stage.push.take().map(({ body }) => body)).toEqual(['Time to take Ramipril (500 mg) at 9:30 AM'])
})

describe('nothing is pushed', () => {
  it('R3.6 R10.4 again once a parent has withdrawn consent', async () => {
    await counted('Metformin', '7')
    stage.push.answer = () => ({ kind: 'again', status: 503, retryAfter: null })
    expect(await at('2026-03-02 09:00')).toEqual([])
    stage.push.answer = null
    await stage.server.db
      .update(users)
      .set({ dateOfBirth: '2011-05-17', parentalConsentRequired: true, parentalConsentGiven: false })
    expect(await at('2026-03-02 09:10')).toEqual([])
    expect(await stage.server.db.select().from(pushSends)).toMatchObject([{ outcome: 'failed' }])
  })

  it('R10.1 without a device, and the account is not looked at any more', async () => {
    await counted('Metformin', '7')
    await stage.server.db.delete(pushSubscriptions)
    expect(await at('2026-03-02 09:00')).toEqual([])
    expect(await stage.server.db.select().from(supplyMornings)).toEqual([])
  })

  it('R3.6 to a minor without consent', async () => {
    await counted('Metformin', '7')
    const minor = await asMinor(stage.server, 'minor@example.org')
    await subscribe(stage.server, minor.user.id, 'minor')
    await stage.server.db.update(medications).set({ userId: minor.user.id }).where(eq(medications.userId, ada.user.id))
    await stage.server.db.execute(sql`update supply_events set user_id = ${minor.user.id}`)
    expect(await at('2026-03-02 09:00')).toEqual([])
    expect(await stage.server.db.select().from(supplyNotices)).toEqual([])
  })

  it('R10.1 at any other time, where the account was there before the first look', async () => {
    await counted('Metformin', '7')
    await stage.server.db.update(supplyMornings).set({ lookAt: new Date(stage.clock.now()) })
    expect(await at('2026-03-02 14:00')).toEqual([])
    expect(await at('2026-03-03 09:00')).toEqual(['Metformin runs out in 7 days.'])
  })

  it('R10.2 in the night, where the server was away until then', async () => {
    await counted('Metformin', '7')
    expect(await at('2026-03-02 21:00')).toEqual([])
    expect(await at('2026-03-03 09:00')).toEqual(['Metformin runs out in 7 days.'])
  })

  it('R10.1 before it is 9:00 in the plan zone', async () => {
    const bob = await asAdult(stage.server, 'bob@example.org', 'America/New_York')
    await subscribe(stage.server, bob.user.id, 'bobs')
    await counted('Metformin', '3', {}, bob)
    expect(await at('2026-03-02 09:00')).toEqual([])
    // 8:59 and 9:00 on March 2 in New York.
    expect(await at('2026-03-03 00:59')).toEqual([])
    expect(await at('2026-03-03 01:00')).toEqual(['Metformin runs out in 3 days.'])
    expect(stage.push.messages.map(({ endpoint }) => endpoint)).toEqual([endpointOf('bobs')])
  })
})

it('R10.4 what a push service out of reach was not asked about is no attempt, and anybody may make it', async () => {
  const DEVICES = 260
  await copyPhone(Array.from({ length: DEVICES - 1 }, () => ada.user.id))
  await counted('Metformin', '7')
  stage.push.answer = () => ({ kind: 'again', status: null, retryAfter: null })
  expect(await at('2026-03-02 09:00')).toEqual([])
  const tried = stage.push.attempts.length
  expect(tried).toBeLessThan(DEVICES)
  const { db, clock } = stage.server
  expect(await db.$count(pushSends, eq(pushSends.attempts, 1))).toBe(tried)
  const isLeft = and(eq(pushSends.attempts, 0), isRepeatable(clock.now() + CLAIM))
  expect(await db.$count(pushSends, isLeft)).toBe(DEVICES - tried)
})

it('R8.4 R10.4 a message that fails here counts as an attempt, and its device is set aside', async () => {
  await counted('Metformin', '7')
  stage.push.answer = () => {
    throw new Error('no such key')
  }
  expect(await at('2026-03-02 09:00')).toEqual([])
  expect(stage.setAside).toMatchObject([{ kind: 'device', userId: ada.user.id }])
  expect(await stage.server.db.select().from(pushSends)).toMatchObject([{ outcome: 'pending', attempts: 1 }])
})

it('R10.4 nothing is sent to a device that signed out while its message waited', async () => {
  await counted('Metformin', '7')
  stage.clock.set('2026-03-01T22:00:00.000Z')
  const { db } = stage.server
  const after = async () => {
    if ((await db.$count(pushSends)) > 0) await endSubscriptions(db, eq(pushSubscriptions.userId, ada.user.id))
  }
  await run(stage.push, databaseThat({ after }))
  expect(await db.$count(pushSends)).toBe(1)
  expect(stage.push.attempts).toEqual([])
})

/**
 * Whether another transaction waits for this one. PostgreSQL only. Not by pg_stat_activity: a transaction sees the
 * connections of its first look there, and the one that waits may be newer.
 */
async function blocksAnother(tx: Database): Promise<boolean> {
  const { rows } = (await tx.execute(sql`
    select exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as found`)) as unknown as {
    rows: { found: boolean }[]
  }
  return rows[0]?.found === true
}

describe('of several servers', () => {
  const CROWD = 24

  async function crowd(): Promise<string[]> {
    const owners: string[] = []
    for (let index = 0; index < CROWD; index += 1) {
      const person = await asSubscriber(stage, `of-${index}`)
      await counted('Metformin', '7', {}, person)
      owners.push(endpointOf(`of-${index}`))
    }
    return owners.sort()
  }

  it('R10.4 each notice is sent by one, and none twice when one of them is killed while it sends', async () => {
    const owners = await crowd()
    stage.clock.set('2026-03-01T22:00:00.000Z')
    const [killed, second, third] = [pushCollector(), pushCollector(), pushCollector()]
    // The process ends while its messages are on their way: no answer ever comes back to it.
    killed.answer = () => new Promise(() => undefined)
    let isKilled = false
    const db = databaseThat({ after: async () => (isKilled ? forever : undefined) })
    void run(killed, db)
    await until(() => killed.attempts.length > 0, { what: 'a first message on its way' })
    isKilled = true
    for (const time of ['2026-03-01T22:00:00.000Z', '2026-03-01T22:02:00.000Z', '2026-03-01T23:00:00.000Z']) {
      stage.clock.set(time)
      await Promise.all([run(second), run(third)])
    }
    const attempts = [killed, second, third].flatMap((push) => push.attempts).sort()
    expect(attempts).toEqual(owners)
    expect(killed.attempts.length).toBeLessThan(CROWD)
    stage.clock.set('2026-03-02T10:00:00.000Z')
    await run(second)
    const sends = await stage.server.db.select().from(pushSends)
    expect(sends.filter(({ outcome }) => outcome === 'expired')).toHaveLength(killed.attempts.length)
    expect(sends).toHaveLength(CROWD)
  })

  it('R10.4 a server that dies before it began to send costs nothing', async () => {
    await counted('Metformin', '7')
    stage.clock.set('2026-03-01T22:00:00.000Z')
    const killed = pushCollector()
    void run(killed, endingAfter(1))
    await until(async () => (await stage.server.db.$count(pushSends)) > 0, { what: 'a note' })
    expect(await at('2026-03-02 09:00')).toEqual([])
    expect(await at('2026-03-02 09:02')).toEqual(['Metformin runs out in 7 days.'])
    expect(await at('2026-03-02 09:10')).toEqual([])
    expect(killed.attempts).toEqual([])
  })

  it('R10.4 what one left behind that died while it sent gives the worker of reminders nothing to do', async () => {
    await counted('Metformin', '7')
    stage.clock.set('2026-03-01T22:00:00.000Z')
    const killed = pushCollector()
    killed.answer = () => new Promise(() => undefined)
    void run(killed)
    await until(() => killed.attempts.length > 0, { what: 'a message on its way' })
    stage.clock.set('2026-03-01T22:05:00.000Z')
    await stage.worker.pass()
    // Otherwise it would look again at once, over and over, until the evening.
    expect(await nextInstant(stage.server.db, stage.clock.now())).toBeGreaterThan(stage.clock.now())
  })

  it('R10.4 what is decided about one account is sent before the next is decided about', async () => {
    await counted('Metformin', '7')
    const eve = await asSubscriber(stage, 'eves')
    await counted('Ramipril', '7', {}, eve)
    stage.clock.set('2026-03-01T22:00:00.000Z')
    const [killed, second] = [pushCollector(), pushCollector()]
    void run(killed, endingAfter(2))
    await until(() => killed.attempts.length > 0, { what: 'the first message' })
    // Until then it holds the second account, and another server leaves it to it.
    await until(async () => (await stage.server.db.$count(pushSends)) === 2, { what: 'a second note' })
    for (const time of ['2026-03-01T22:02:00.000Z', '2026-03-01T23:00:00.000Z']) {
      stage.clock.set(time)
      await run(second)
    }
    expect([...killed.attempts, ...second.attempts].sort()).toEqual(['eves', 'phone'].map(endpointOf))
  })

  it('R10.1 an account that is deleted while it is decided about leaves nothing behind', async () => {
    await counted('Metformin', '7')
    stage.clock.set('2026-03-01T22:00:00.000Z')
    const { server } = stage
    const { db, clock, changeNotifications } = server
    const context = {
      db,
      clock,
      changeNotifications,
      payments: null,
      journal: { record: async () => undefined, hasErased: async () => false },
    }
    let deletion: Promise<void> | undefined
    const inside = async (tx: Database) => {
      if ((await tx.$count(pushSends)) === 0) return
      deletion ??= deleteAccount(context, ada.user.id)
      // PGlite has one connection: there the deletion waits for the whole transaction.
      if (!server.database.pglite) await until(() => blocksAnother(tx), { what: 'a deletion that waits' })
    }
    await run(stage.push, databaseThat({ inside }))
    await deletion
    for (const table of [pushSends, supplyNotices, supplyMornings]) expect(await db.$count(table)).toBe(0)
  })

  it('R8.5 R10.4 an account whose message cannot be repeated holds up no other', async () => {
    await counted('Metformin', '7')
    const eve = await asSubscriber(stage, 'eves')
    await counted('Ramipril', '7', {}, eve)
    const late = await asAdult(stage.server, 'late@example.org', 'Australia/Perth')
    await subscribe(stage.server, late.user.id, 'lates')
    await counted('Warfarin', '7', {}, late)
    stage.push.answer = () => ({ kind: 'again', status: 503, retryAfter: null })
    expect(await at('2026-03-02 09:00')).toEqual([])
    stage.push.answer = null
    await breakPlans(ada)
    stage.clock.set('2026-03-02T01:00:00.000Z')
    await expect(run()).rejects.toThrow('1 accounts were set aside')
    expect(
      stage.push
        .take()
        .map(({ endpoint }) => endpoint)
        .sort(),
    ).toEqual(['eves', 'lates'].map(endpointOf))
    expect(stage.setAside).toMatchObject([{ kind: 'supply-push', subject: ada.user.id }])
    await run()
    expect(stage.push.take()).toEqual([])
  })

  it('R8.5 a whole portion of accounts that cannot be read holds up none that comes after it', async () => {
    await counted('Metformin', '7')
    await breakPlans(ada)
    await copyAda(39)
    const late = await asAdult(stage.server, 'late@example.org', 'Australia/Perth')
    await subscribe(stage.server, late.user.id, 'lates')
    await counted('Warfarin', '7', {}, late)
    // 9:00 in Perth.
    stage.clock.set('2026-03-02T01:00:00.000Z')
    await expect(run()).rejects.toThrow('40 accounts were set aside')
    expect(stage.push.take().map(({ endpoint }) => endpoint)).toEqual([endpointOf('lates')])
  })

  it('R8.1 R8.5 an account that cannot be read holds up no other', async () => {
    await counted('Metformin', '7')
    const eve = await asSubscriber(stage, 'eves')
    await counted('Ramipril', '7', {}, eve)
    await breakPlans(ada)
    stage.clock.set('2026-03-01T22:00:00.000Z')
    await expect(run()).rejects.toThrow('1 accounts were set aside')
    expect(stage.push.take().map(({ endpoint }) => endpoint)).toEqual([endpointOf('eves')])
    expect(stage.setAside).toMatchObject([{ kind: 'supply-push', subject: ada.user.id }])
    await run()
    expect(stage.push.take()).toEqual([])
  })
})
