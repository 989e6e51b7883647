// On both databases: a list of medications with their instants is joined as JSON.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PersonId } from '#domain/lib/ids.ts'
import { msOf, toInstant } from '#domain/lib/instant.ts'
import { DAY } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import { countFromLog } from '#domain/schedule/counting.ts'
import { followedOf, followedSince } from '#domain/supply/followed.ts'
import { dosesSince, type SupplyState, supplyStateOf } from '#domain/supply/supply-state.ts'
import { seeded } from '#tests/understanding/mangle.ts'
import { medicationsOf } from '../medications/medications.ts'
import { doseRow, eventOf } from '../sync/dose-rows.ts'
import { supplyEventOf } from '../sync/supply-rows.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { doseEvents, supplyEvents } from '../testing/tables.ts'
import { addMedication, doseBody, type Json, send, supplyBody } from '../testing/writes.ts'
import { supplyStatesOf } from './supplies.ts'
import { type Asked, inParts } from './supply-doses.ts'

const NOW = Date.parse('2026-03-02T09:00:00.000Z')
const ZONE = 'Australia/Sydney'

let server: TestApp
let ada: Person
beforeAll(async () => {
  server = await testApp()
  server.clock.set('2026-03-02T09:00:00.000Z')
  ada = await asAdult(server, 'ada@example.org')
})
afterAll(() => server.close())

const TABLETS = { unit: 'tablet', each: '1' }
const plans = (other: string): Json[] => [
  { amounts: TABLETS },
  { amounts: TABLETS, schedule: { kind: 'as-needed' }, reminderTimes: [] },
  {
    amounts: TABLETS,
    schedule: { kind: 'after-taken', every: { hours: 8 }, first: '2026-02-01T08:00' },
    reminderTimes: [],
  },
  { amounts: TABLETS, schedule: { kind: 'after-dose', medicationId: other, minutes: 30 }, reminderTimes: [] },
  { supply: { warnDays: 3 } },
]

/** Logs doses of years and of lately, some of them undone, in any order. */
async function logDoses(medicationId: string, count: number, random: () => number): Promise<void> {
  const events = Array.from({ length: count }, () => {
    const at = toInstant(NOW - Math.floor(random() ** 3 * 400 * DAY))
    const kind = random() < 0.1 ? 'skipped' : 'taken'
    return doseBody(medicationId, { at, loggedAt: at, kind }) as unknown as DoseEvent
  })
  const undos = events
    .filter(() => random() < 0.2)
    .map(({ id }) => doseBody(medicationId, { kind: 'undone', undoes: id }) as unknown as DoseEvent)
  const common = { until: null, undoes: null, amount: null, unit: null, note: null }
  const rows = [...events, ...undos].map((event) =>
    doseRow({ ...common, ...event }, { userId: ada.user.id, seq: nextSeq(), now: NOW }),
  )
  for (let from = 0; from < rows.length; from += 500)
    await server.db.insert(doseEvents).values(rows.slice(from, from + 500))
}
let seq = 100_000
const nextSeq = () => {
  seq += 1
  return seq
}

/** The log of one medication, read by itself, and what of it matters. */
async function dosesOf(medication: Medication, since: number): Promise<DoseEvent[]> {
  const rows = await server.db.select().from(doseEvents).where(eq(doseEvents.medicationId, medication.id))
  const isWhole = countFromLog([medication]).includes(medication.id)
  return rows
    .map(eventOf)
    .filter(({ kind, at }) => kind === 'undone' || (kind !== 'snoozed' && (isWhole || msOf(at) > since)))
}

/** The same answers one after another, each from its own reads. */
async function oneByOne(): Promise<Map<string, SupplyState | null>> {
  const medications = await medicationsOf(server.db, ada.user.id)
  const byId = new Map(medications.map((medication) => [medication.id, medication]))
  const states = new Map<string, SupplyState | null>()
  for (const medication of medications) {
    const own = eq(supplyEvents.medicationId, medication.id)
    const events = (await server.db.select().from(supplyEvents).where(own).orderBy(supplyEvents.seq)).map(supplyEventOf)
    if (events.length === 0 && !medication.supply) continue
    const since = dosesSince(events, NOW)
    const doses = since === null ? [] : await dosesOf(medication, msOf(since))
    const followed = []
    for (const other of since === null ? [] : followedOf(medication, byId)) {
      followed.push({ medication: other, doses: await dosesOf(other, msOf(followedSince(NOW))) })
    }
    states.set(medication.id, supplyStateOf({ medication, events, doses, followed, now: NOW, zone: ZONE }))
  }
  return states
}

it('says the same of many medicines as of each read by itself, in a few reads', async () => {
  const random = seeded(20)
  const ids = [(await addMedication(ada, { amounts: TABLETS })).id]
  for (let round = 0; round < 4; round += 1) {
    for (const plan of plans(ids[Math.floor(random() * ids.length)] as string)) {
      const { id } = await addMedication(ada, plan)
      if (plan.amounts) ids.push(id)
    }
  }
  for (const id of ids) {
    const isCounted = random() < 0.8
    const at = toInstant(NOW - Math.floor(random() * 40 * DAY))
    const body = supplyBody(id, { kind: random() < 0.5 ? 'counted' : 'added', amount: '40', at })
    if (isCounted) expect((await send(ada, 'POST', '/api/supply-events', body)).statusCode).toBe(201)
    await logDoses(id, Math.floor(random() * 30), random)
  }
  // More rows than are read at a time.
  await logDoses(ids[3] as string, 2200, random)
  await logDoses(ids[9] as string, 2200, random)
  let reads = 0
  const counting = new Proxy(server.db, {
    get(target, key) {
      if (key === 'select') reads += 1
      return Reflect.get(target, key)
    },
  })
  const supplies = await supplyStatesOf(counting, { id: ada.user.id as string as PersonId, zone: ZONE }, NOW)
  expect(new Map(supplies.map(({ medication, state }) => [medication.id, state]))).toEqual(await oneByOne())
  expect(supplies.length).toBeGreaterThan(12)
  expect(supplies.some(({ state }) => state?.runsOutOn)).toBe(true)
  // Two lists, how long each log is, and for each of three parts at most two reads.
  expect(reads).toBeLessThanOrEqual(3 + 2 * 3)
})

it('divides them by the length of their logs, each once and in order', async () => {
  const bob = await asAdult(server, 'bob@example.org')
  const lengths = [2, 1, 0, 3, 5, 0, 1, 1, 2]
  const asked: Asked[] = []
  for (const length of lengths) {
    const { id } = await addMedication(bob, { amounts: TABLETS })
    for (let dose = 0; dose < length; dose += 1) await send(bob, 'POST', '/api/doses', doseBody(id))
    const medication = (await medicationsOf(server.db, bob.user.id)).find((one) => one.id === id)
    asked.push({ medication: medication as Medication, since: toInstant(NOW) })
  }
  const parts = await inParts(server.db, bob.user.id, asked, 3)
  expect(parts.flat()).toEqual(asked)
  expect(parts.map((part) => part.map((one) => lengths[asked.indexOf(one)]))).toEqual([
    [2, 1, 0],
    [3],
    [5],
    [0, 1, 1],
    [2],
  ])
})
