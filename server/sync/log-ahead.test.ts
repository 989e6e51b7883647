// On both databases: rows written ahead of the log.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY } from '#domain/lib/local-time.ts'
import { type DoseEvent, doseEventSchema } from '#domain/records/dose-event.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { exportOf, listIn } from '../testing/exports.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { doseEvents } from '../testing/tables.ts'
import { addMedication, doseBody, readLog, send } from '../testing/writes.ts'
import { eventsOfDates } from './dose-rows.ts'
import { beginOwnEpoch } from './epochs.ts'
import { IdTaken, removeLeftAhead, writeAhead } from './log-ahead.ts'
import { readState } from './state.ts'

let server: TestApp
let ada: Person
let medicationId: string
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await asAdult(server, `${randomUUID()}@example.org`)
  medicationId = (await addMedication(ada)).id
})

const planned = (count: number): DoseEvent[] =>
  Array.from({ length: count }, () => doseEventSchema.parse(doseBody(medicationId, { slot: '2026-03-02 20:00' })))

/** Leaves behind what an interrupted import leaves. */
async function leaveAhead(events: readonly DoseEvent[]): Promise<void> {
  const { seq } = await readState(server.db, ada.user.id)
  await writeAhead(server.db, ada.user.id, { events, seq, now: server.clock.now() })
}

const rowsOf = () => server.db.$count(doseEvents, eq(doseEvents.userId, ada.user.id))

it('rows ahead of the account are in no log, export or day', async () => {
  await leaveAhead(planned(450))
  expect(await rowsOf()).toBe(450)
  expect(await readLog(ada)).toEqual([])
  expect(listIn(await exportOf(ada), 'doses')).toEqual([])
  expect(await eventsOfDates(server.db, ada.user.id, ['2026-03-02' as never])).toEqual([])
  const [undone] = planned(1)
  const [row] = await server.db.select().from(doseEvents).limit(1)
  const undo = { ...undone, kind: 'undone', undoes: row?.id }
  expect((await send(ada, 'POST', '/api/doses', undo)).statusCode).toBe(404)
})

it('a dose that an import is about to bring has to be sent again later', async () => {
  const [dose] = planned(1)
  if (!dose) throw new Error('there is no dose')
  await leaveAhead([dose])
  const answer = await send(ada, 'POST', '/api/doses', dose)
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '10'])
})

it('what an import left is removed by the next one, by its job, and before an epoch raises the sequence', async () => {
  await leaveAhead(planned(3))
  const events = planned(2)
  await leaveAhead(events)
  expect(await rowsOf()).toBe(2)
  await removeLeftAhead(server.db, server.clock.now() - DAY, server.clock.now())
  expect(await rowsOf()).toBe(2)
  await removeLeftAhead(server.db, server.clock.now() + 1, server.clock.now())
  expect(await rowsOf()).toBe(0)
  await leaveAhead(events)
  const { seq } = await readState(server.db, ada.user.id)
  await beginOwnEpoch(server.db, ada.user.id, seq + 5_000_000, server)
  expect([await rowsOf(), await readLog(ada)]).toEqual([0, []])
})

it('an id that somebody else’s dose has is refused', async () => {
  const bob = await asAdult(server, `${randomUUID()}@example.org`)
  const own = doseBody((await addMedication(bob)).id)
  await send(bob, 'POST', '/api/doses', own)
  const [first] = planned(1)
  if (!first) throw new Error('there is no dose')
  await expect(leaveAhead([{ ...first, id: own.id as never }])).rejects.toThrow(IdTaken)
})
