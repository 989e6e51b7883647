// On both databases: one statement under a lock that it may not get, kept planned by each connection.
import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PersonId } from '#domain/lib/ids.ts'
import { doseEventSchema } from '#domain/records/dose-event.ts'
import { transaction } from '../db/transaction.ts'
import { lockState, saveState } from '../sync/state.ts'
import { performWrite, type WriteCall } from '../sync/writes.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { NO_JOURNAL } from '../testing/journal.ts'
import { asAdult, type Person } from '../testing/people.ts'
import {
  doseEvents,
  helperNotices,
  idempotencyKeys,
  medications,
  reminderOccurrences,
  syncState,
} from '../testing/tables.ts'
import { addMedication, doseBody, type Json, readLog, send } from '../testing/writes.ts'
import { recordDoseCall } from './calls.ts'
import { recordDoseAtOnce, unlessInterfered } from './dose-at-once.ts'

let server: TestApp
let count = 0
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

const someone = () => asAdult(server, `person${++count}@example.org`)
const SLOT = '2026-03-02 20:00'
const writerOf = ({ user }: Person) => ({ id: user.id as string as PersonId, zone: 'Australia/Sydney' })

/** The same write as a transaction of several statements. */
const inTransaction: WriteCall = {
  ...recordDoseCall,
  accept: (request) => {
    const accepted = recordDoseCall.accept(request)
    return 'effect' in accepted ? { effect: accepted.effect } : accepted
  },
}

function perform(person: Person, call: WriteCall, body: Json, key: string | null) {
  const { config, db, clock, random, facts, changeNotifications } = server
  const context = { config, db, clock, random, facts, changeNotifications, journal: NO_JOURNAL }
  return performWrite(context, { user: writerOf(person), call, id: '', body, key })
}

const atOnce = (person: Person, body: Json, key: string | null = null) =>
  recordDoseAtOnce(
    {
      db: server.db,
      user: writerOf(person),
      now: server.clock.now(),
      by: null,
      keyed: key === null ? null : { userId: person.user.id, key, fingerprint: 'f' },
    },
    doseEventSchema.parse(body),
  )

/** Everything of the account that a dose may touch. */
async function rowsOf({ user }: Person) {
  const of = (table: typeof doseEvents | typeof idempotencyKeys | typeof syncState) =>
    server.db.select().from(table).where(eq(table.userId, user.id))
  const rows = [await of(doseEvents), await of(idempotencyKeys), await of(syncState)]
  const told = [reminderOccurrences, helperNotices].map((table) =>
    server.db.select().from(table).where(eq(table.userId, user.id)).orderBy(asc(table.slotId)),
  )
  return [...rows, ...(await Promise.all(told))]
}

/** Somebody with a medication, and a reminder and a helper's notice of one of its slots. */
async function reminded(): Promise<{ person: Person; medicationId: string; slotId: string }> {
  const person = await someone()
  const { id: medicationId } = await addMedication(person, { name: 'Metformin' })
  const { slotId } = doseBody(medicationId, { slot: SLOT })
  const later = new Date(server.clock.now() + 60_000)
  const of = { userId: person.user.id, slotId: slotId as never, medicationId, date: '2026-03-02', time: '20:00' }
  await server.db.insert(reminderOccurrences).values({ ...of, slotAt: later, lookAt: later })
  await server.db
    .insert(helperNotices)
    .values({ ...of, slotAt: later, helperId: randomUUID(), outcome: 'told', lookAt: null })
  return { person, medicationId, slotId: String(slotId) }
}

describe('a dose that nothing else depends on', () => {
  it.each<[string, Json, boolean]>([
    ['planned', { slot: SLOT }, true],
    ['planned, without a key', { slot: SLOT }, false],
    ['skipped', { slot: SLOT, kind: 'skipped', note: 'No "seq":0,"receivedAt":"x" here \\' }, true],
    ['unplanned, with an amount', { amount: 1.5, unit: 'tablets', takenAmount: '3/2' }, true],
  ])('S2.2, S4.1, R2.2 leaves in one statement what the transaction leaves: %s', async (_name, fields, hasKey) => {
    const left = []
    for (const call of [recordDoseCall, inTransaction]) {
      const { person, medicationId, slotId } = await reminded()
      const body = doseBody(medicationId, fields)
      const key = hasKey ? randomUUID() : null
      const answer = await perform(person, call, body, key)
      const again = key === null ? answer : await perform(person, call, body, key)
      expect(JSON.stringify(again)).toBe(JSON.stringify(answer))
      const names = { [person.user.id]: 'P', [medicationId]: 'M', [String(body.id)]: 'D', [slotId]: 'S' }
      let text = JSON.stringify([answer, await rowsOf(person)])
      for (const [id, name] of Object.entries({ ...names, ...(key && { [key]: 'K' }) }))
        text = text.replaceAll(id, name)
      left.push(text.replace(/"fingerprint":"[^"]+"/, '').replace(/"helperId":"[^"]+"/, ''))
    }
    expect(left[0]).toBe(left[1])
  })

  it('is written there, and not by the transaction', async () => {
    const { person, medicationId } = await reminded()
    for (const fields of [{ slot: SLOT }, {}, { slot: '2026-03-03 08:00', kind: 'skipped' }])
      expect((await atOnce(person, doseBody(medicationId, fields), randomUUID()))?.answer.status).toBe(201)
    expect((await readLog(person)).length).toBe(3)
  })
})

describe('is left to the transaction, and nothing is written', () => {
  const refusesAtOnce = async (person: Person, body: Json, key: string | null = null) => {
    const before = await rowsOf(person)
    expect(await atOnce(person, body, key)).toBeNull()
    expect(await rowsOf(person)).toEqual(before)
  }

  it('what undoes or snoozes', async () => {
    const { person, medicationId } = await reminded()
    const taken = doseBody(medicationId, { slot: SLOT })
    await send(person, 'POST', '/api/doses', taken)
    await refusesAtOnce(person, doseBody(medicationId, { slot: SLOT, kind: 'undone', undoes: taken.id }))
    const until = '2026-03-02T09:30:00.000Z'
    await refusesAtOnce(person, doseBody(medicationId, { slot: '2026-03-03 08:00', kind: 'snoozed', until }))
  })

  it('a slot that is taken, and an id and a key that are known', async () => {
    const { person, medicationId } = await reminded()
    const [body, key] = [doseBody(medicationId, { slot: SLOT }), randomUUID()]
    await send(person, 'POST', '/api/doses', body, key)
    await refusesAtOnce(person, doseBody(medicationId, { slot: SLOT }))
    await refusesAtOnce(person, body)
    await refusesAtOnce(person, doseBody(medicationId), key)
  })

  it('an id of somebody else’s dose', async () => {
    const { person, medicationId } = await reminded()
    const other = await reminded()
    const theirs = doseBody(other.medicationId)
    await send(other.person, 'POST', '/api/doses', theirs)
    await refusesAtOnce(person, doseBody(medicationId, { id: theirs.id }), randomUUID())
  })

  it('a medication that is not the person’s, or not there', async () => {
    const { person } = await reminded()
    const other = await reminded()
    await refusesAtOnce(person, doseBody(other.medicationId), randomUUID())
    await refusesAtOnce(person, doseBody(randomUUID()), randomUUID())
  })

  it('R2.1 a medication whose next dose counts from this one', async () => {
    const person = await someone()
    const every = { kind: 'after-taken', every: { hours: 8 }, first: '2026-03-02T08:00' }
    const own = await addMedication(person, { schedule: every, reminderTimes: [] })
    await refusesAtOnce(person, doseBody(own.id), randomUUID())
    const first = await addMedication(person)
    const after = { kind: 'after-dose', medicationId: first.id, minutes: 30 }
    await addMedication(person, { schedule: after, reminderTimes: [] })
    await refusesAtOnce(person, doseBody(first.id), randomUUID())
  })

  it('R1.4 one that may have been logged under another slot, in another plan zone', async () => {
    const { person, medicationId } = await reminded()
    const { snapshot, ...body } = doseBody(medicationId, { slot: '2026-03-02 08:40' })
    const zoned = { ...body, snapshot: { ...(snapshot as object), plannedAt: '2026-03-01T21:40:00.000Z' } }
    await refusesAtOnce(person, zoned, randomUUID())
  })

  it('an account that is gone', async () => {
    const { person, medicationId } = await reminded()
    await server.db.delete(syncState).where(eq(syncState.userId, person.user.id))
    await refusesAtOnce(person, doseBody(medicationId), randomUUID())
  })
})

it.each(['23505', '40001', '40P01'])(
  'what another transaction interfered with (%s) is left to the transaction',
  (code) => {
    expect(unlessInterfered(Object.assign(new Error('interfered'), { code }))).toEqual([])
  },
)

it.each(['53100', '57014', '42703'])('a fault of the database or of ours (%s) is not', (code) => {
  const fault = Object.assign(new Error('fault'), { code })
  expect(() => unlessInterfered(fault)).toThrow(fault)
})

it('S4.1 of twenty at once each has its own place, and the log names no more', async () => {
  const { person, medicationId } = await reminded()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send(person, 'POST', '/api/doses', doseBody(medicationId), randomUUID())),
  )
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  const seqs = answers.map((answer) => Number(answer.json().seq)).sort((a, b) => a - b)
  expect(seqs).toEqual(Array.from({ length: 20 }, (_, n) => (seqs[0] ?? 0) + n))
  expect((await readLog(person)).map(({ seq }) => seq)).toEqual(seqs)
})

it('a medication that is being deleted takes no dose along', async () => {
  const { person, medicationId } = await reminded()
  const deleting = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const deletion = transaction(server.db, async (tx) => {
    const state = await lockState(tx, person.user.id, server.clock.now())
    await tx.delete(medications).where(sql`${medications.id} = ${medicationId}`)
    await saveState(tx, person.user.id, { ...state, seq: state.seq + 1 }, server.clock.now())
    begun.resolve()
    await deleting.promise
  })
  await begun.promise
  const sent = send(person, 'POST', '/api/doses', doseBody(medicationId), randomUUID())
  setImmediate(deleting.resolve)
  await deletion
  expect((await sent).statusCode).toBe(404)
  expect(await readLog(person)).toEqual([])
})
