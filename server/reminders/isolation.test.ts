// On both databases: claims with a delay.
import { eq, inArray, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import type { Person } from '../testing/people.ts'
import { addRemindedPeople } from '../testing/reminded-people.ts'
import { asSubscriber, endpointOf, type ReminderFixture, reminderFixture, subscribe } from '../testing/reminders.ts'
import {
  doseEvents,
  medications,
  pushSends,
  pushSubscriptions,
  reminderDue,
  reminderOccurrences,
  serverMeta,
  setAsides,
  users,
} from '../testing/tables.ts'
import { addMedication, send } from '../testing/writes.ts'
import { nextInstant } from './next-instant.ts'

const ZONE = 'Australia/Sydney'
/** 8:00 in Sydney on the fixture's day. */
const AT_EIGHT = '2026-03-01T21:00:00.000Z'

let stage: ReminderFixture
beforeEach(async () => {
  stage = await reminderFixture()
})
afterEach(async () => {
  expect(stage.faults).toEqual([])
  await stage.server.close()
})

/** Adds users in Sydney, each with a phone and medications at 8:00; returns their ids in the order of their phones. */
async function crowd(count: number, medicines = 1): Promise<string[]> {
  const { db } = stage.server
  const devices = Array.from({ length: count }, (_, index) => ({
    endpoint: endpointOf(`${index}`),
    keys: { p256dh: 'p256dh', auth: 'auth' },
  }))
  const time = '08:00' as LocalTime
  await addRemindedPeople(db, { devices, time, zone: ZONE, medicines, since: stage.clock.now() })
  await db.update(serverMeta).set({ reminderRule: 1_000 })
  await db.execute(sql`
    insert into reminder_due (medication_id, user_id, due_at) select id, user_id, ${AT_EIGHT}::timestamptz from medications`)
  const rows = await db
    .select({ userId: pushSubscriptions.userId, endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
  const owners = new Map(rows.map(({ userId, endpoint }) => [endpoint, userId]))
  return devices.map(({ endpoint }) => owners.get(endpoint) as string)
}

/** Merges the fields into a user's stored medications, bypassing every rule. */
const spoil = (userId: string, fields: object) =>
  stage.server.db
    .update(medications)
    .set({ record: sql`${medications.record} || ${JSON.stringify(fields)}::jsonb` })
    .where(eq(medications.userId, userId))

/** Stores an instant that no clock could have: not a JavaScript date. */
async function spoilLog(userId: string): Promise<void> {
  const { db, clock } = stage.server
  const [occurrence] = await db.select().from(reminderOccurrences).where(eq(reminderOccurrences.userId, userId))
  if (!occurrence) throw new Error('nothing rings')
  const now = new Date(clock.now())
  const id = crypto.randomUUID()
  await db.insert(doseEvents).values({
    ...{ id, userId, seq: 1, receivedAt: now, medicationId: occurrence.medicationId, slotId: occurrence.slotId },
    ...{ kind: 'snoozed' as const, at: now, loggedAt: now, until: null, undoes: null, deviceId: id },
    ...{ deviceName: '', amount: null, unit: null, note: null, name: 'Metformin', dosage: '500 mg' },
    ...{ plannedDate: occurrence.date, plannedTime: occurrence.time },
  })
  await db.update(doseEvents).set({ until: sql`'infinity'` }).where(eq(doseEvents.id, id))
}

const edit = (person: Person, id: string, fields: object) => send(person, 'PATCH', `/api/medications/${id}`, fields)

const due = () => new Set(stage.push.take().map(({ endpoint }) => endpoint))
const aside = async () =>
  (await stage.server.db.select().from(setAsides).orderBy(setAsides.kind)).map(({ kind, userId, attempts }) => ({
    kind,
    userId,
    attempts,
  }))

describe('one bad row', () => {
  it('R8.1 of five people in five ways keeps none of 995 others, at three looks in a row', async () => {
    const people = await crowd(1_000)
    const [plan, zone, subscription, log, texts] = people as [string, string, string, string, string]
    const { db, clock } = stage.server
    const worker = stage.another(stage.push, 500)
    await spoil(plan, { versions: [{ schedule: 'whenever', reminderTimes: null }] })
    await spoil(texts, { name: null, dosage: 7 })
    await db.update(users).set({ timeZone: 'Mars/Olympus_Mons' }).where(eq(users.id, zone))
    await db.update(pushSubscriptions).set({ endpoint: 'none' }).where(eq(pushSubscriptions.userId, subscription))
    stage.push.answer = (endpoint) => {
      if (endpoint === 'none') throw new TypeError('Invalid URL')
      return undefined
    }
    await worker.pass(Date.parse(AT_EIGHT) - MINUTE)
    await spoilLog(log)
    const others = new Set(people.slice(5).map((_, index) => endpointOf(`${index + 5}`)))
    for (const stageOf of [0, 5, 10]) {
      clock.set(Date.parse(AT_EIGHT) + stageOf * MINUTE)
      await worker.pass()
      expect(due()).toEqual(others)
    }
    const outcomes = await db
      .selectDistinct({ outcome: pushSends.outcome })
      .from(pushSends)
      .where(inArray(pushSends.userId, people.slice(5)))
    expect(outcomes).toEqual([{ outcome: 'delivered' }])
    const found = [`device ${subscription}`, `reminder ${log}`, `schedule ${plan}`, `schedule ${texts}`, `zone ${zone}`]
    expect((await aside()).map(({ kind, userId }) => `${kind} ${userId}`).sort()).toEqual(found.sort())
    expect(new Set(stage.setAside.map(({ kind, userId }) => `${kind} ${userId}`))).toEqual(new Set(found))
  })

  it('R8.3 is tried after a minute, two, four, at most an hour, by whichever server; nobody is kept awake by it', async () => {
    const [broken] = (await crowd(1)) as [string]
    const { db, clock } = stage.server
    await spoil(broken, { versions: [] })
    await stage.at('7:59')
    const delays: number[] = []
    for (let tries = 1; tries <= 8; tries += 1) {
      const [row] = await db.select().from(setAsides)
      if (!row) throw new Error('nothing is set aside')
      expect([row.attempts, await nextInstant(db, clock.now())]).toEqual([tries, Number.POSITIVE_INFINITY])
      delays.push((row.nextTryAt.getTime() - clock.now()) / MINUTE)
      clock.set(row.nextTryAt.getTime() - 1)
      await stage.another().pass()
      expect((await aside()).map(({ attempts }) => attempts)).toEqual([tries])
      clock.advance(1)
      await stage.another().pass()
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    expect(stage.setAside).toHaveLength(9)
  })

  it('R8.3 repaired in the database it rings again once its delay is over', async () => {
    const [broken] = (await crowd(1)) as [string]
    await spoil(broken, { stoppedAt: 7 })
    await stage.at('8:00')
    expect([due().size, (await aside()).length]).toEqual([0, 1])
    await spoil(broken, { stoppedAt: null })
    await stage.at('8:00:59')
    expect(due().size).toBe(0)
    await stage.at('8:01')
    expect(due().size).toBe(1)
    expect(await aside()).toEqual([])
  })

  it('R8.3 repaired by a write of its person it rings again at once', async () => {
    const ada = await asSubscriber(stage, 'phone')
    const { id } = await addMedication(ada, { reminderTimes: ['08:00'] })
    await spoil(ada.user.id, { frequency: null })
    await stage.at('8:00')
    expect([due().size, (await aside()).length]).toEqual([0, 1])
    const at = new Date(stage.clock.now()).toISOString()
    expect((await edit(ada, id, { frequency: 'daily', editedAt: at })).statusCode).toBe(200)
    expect(await aside()).toEqual([])
    await stage.at('8:00:01')
    expect(due().size).toBe(1)
  })

  it.each([
    ['taken up', '7:58'],
    ['looked at', '7:59'],
  ])('R8.1 keeps nothing else of its person, when it is %s', async (_when, spoiledAt) => {
    const ada = await asSubscriber(stage, 'phone')
    const broken = await addMedication(ada, { name: 'Ramipril', dosage: '', reminderTimes: ['08:00'] })
    await addMedication(ada, { name: 'Metformin', dosage: '', reminderTimes: ['08:00'] })
    await stage.at(spoiledAt)
    await stage.server.db
      .update(medications)
      .set({ record: sql`${medications.record} - 'versions'` })
      .where(eq(medications.id, broken.id))
    for (const time of ['8:00', '8:05']) {
      await stage.at(time)
      expect(stage.push.take().map(({ body }) => body)).toEqual(['Time to take Metformin at 8:00 AM'])
    }
    expect(await aside()).toMatchObject([{ userId: ada.user.id }])
    expect((await send(ada, 'DELETE', `/api/medications/${broken.id}`)).statusCode).toBe(200)
    expect(await aside()).toEqual([])
  })

  it('R8.2 that the database refuses, for what it says, is found and keeps nobody else', async () => {
    const people = await crowd(40)
    const broken = [people[7], people[31]] as [string, string]
    await stage.at('7:59')
    const { db, clock } = stage.server
    await db
      .update(reminderOccurrences)
      .set({ time: '8 in the morning' })
      .where(inArray(reminderOccurrences.userId, broken))
    await stage.at('8:00')
    expect(due().size).toBe(38)
    expect((await aside()).map(({ kind, userId }) => `${kind} ${userId}`).sort()).toEqual(
      broken.map((userId) => `reminder ${userId}`).sort(),
    )
    await db.update(reminderOccurrences).set({ time: '08:00' })
    await stage.at('8:01')
    expect(due().size).toBe(2)
    expect([await aside(), await nextInstant(db, clock.now())]).toEqual([[], Date.parse(AT_EIGHT) + 5 * MINUTE])
  })

  it('R8.1 among messages that were not sent keeps no other from its next attempt', async () => {
    const [broken, other] = (await crowd(2)) as [string, string]
    const { db } = stage.server
    stage.push.answer = () => ({ kind: 'again', status: 503, retryAfter: null })
    await stage.at('8:00')
    expect(await db.$count(pushSends, eq(pushSends.outcome, 'pending'))).toBe(2)
    await db.update(pushSends).set({ slotIds: sql`'null'` }).where(eq(pushSends.userId, broken))
    stage.push.answer = null
    await stage.at('8:00:10')
    expect(due()).toEqual(new Set([endpointOf('1')]))
    expect(await db.select().from(pushSends).where(eq(pushSends.userId, other))).toMatchObject([
      { outcome: 'delivered' },
    ])
  })

  it('R8.1 in a ring that waits for another attempt has nobody look all the time', async () => {
    const [broken] = (await crowd(1)) as [string]
    const { db, clock } = stage.server
    stage.push.answer = () => ({ kind: 'again', status: 503, retryAfter: null })
    await stage.at('8:00')
    await spoil(broken, { name: '' })
    await stage.at('8:00:10')
    expect(await aside()).toMatchObject([{ kind: 'reminder', attempts: 1 }])
    await stage.worker.pass()
    expect(await aside()).toMatchObject([{ kind: 'reminder', attempts: 1 }])
    expect(await nextInstant(db, clock.now())).toBeGreaterThan(clock.now())
  })
})

it('R8.4 a device whose keys are none is counted until it is subscribed anew; the account’s other devices ring', async () => {
  const ada = await asSubscriber(stage, 'phone')
  await subscribe(stage.server, ada.user.id, 'tablet')
  await addMedication(ada, { reminderTimes: ['08:00'] })
  stage.push.answer = (endpoint) =>
    endpoint === endpointOf('phone')
      ? { kind: 'refused', status: null, retryAfter: null, fault: new Error('no keys') }
      : undefined
  await stage.at('8:00')
  await stage.at('8:05')
  expect(stage.push.take().map(({ endpoint }) => endpoint)).toEqual([endpointOf('tablet'), endpointOf('tablet')])
  expect(await aside()).toEqual([{ kind: 'device', userId: ada.user.id, attempts: 2 }])
  stage.push.answer = null
  await stage.at('8:10')
  expect([due().size, await aside()]).toEqual([2, []])
})

describe('data that is older than the due index', () => {
  it('R8.1 is planned whatever one record holds, which is set aside when it is due', async () => {
    const people = await crowd(3, 2)
    const { db } = stage.server
    await db.delete(reminderDue)
    await db.update(serverMeta).set({ reminderRule: 0 })
    for (const [userId, record] of [
      [people[0], 'null'],
      [people[1], '{"reminderTimes": 8, "versions": "none"}'],
    ] as const) {
      const [one] = await db
        .select()
        .from(medications)
        .where(eq(medications.userId, userId as string))
      await db
        .update(medications)
        .set({ record: sql.raw(`'${record}'`) })
        .where(eq(medications.id, one?.id ?? ''))
    }
    await stage.at('8:00')
    expect(due()).toEqual(new Set(['0', '1', '2'].map(endpointOf)))
    expect((await aside()).map(({ kind, userId }) => `${kind} ${userId}`).sort()).toEqual(
      [`schedule ${people[0]}`, `schedule ${people[1]}`].sort(),
    )
    expect(await db.select({ rule: serverMeta.reminderRule }).from(serverMeta)).not.toEqual([{ rule: 0 }])
  })

  it('R8.1 a device can be subscribed and the zone changed whatever one record holds', async () => {
    const ada = await asSubscriber(stage, 'phone')
    await addMedication(ada, { reminderTimes: ['08:00'] })
    const broken = await addMedication(ada, { reminderTimes: ['08:00'] })
    await stage.server.db.update(medications).set({ record: sql`'[]'` }).where(eq(medications.id, broken.id))
    await subscribe(stage.server, ada.user.id, 'tablet')
    await stage.at('8:00')
    expect(due()).toEqual(new Set(['phone', 'tablet'].map(endpointOf)))
  })
})
