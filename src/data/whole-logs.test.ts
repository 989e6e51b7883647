import { liveQuery } from 'dexie'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { MedicationId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import { at, METFORMIN, sampleEvent, sampleId } from '#domain/testing/samples.ts'
import { testDevice } from '#src/testing/device.ts'
import { until } from '#tests/support/wait.ts'
import type { DosewellDatabase } from './database.ts'
import { storedDose } from './stored-dose.ts'
import { eventsOf, readLogs } from './whole-logs.ts'

const OTHER = sampleId<MedicationId>(2)
const NOON = at('2026-11-20 12:00')

const logsOf = (db: DosewellDatabase, ids: MedicationId[]) =>
  db.transaction('r', db.doseEvents, () => readLogs(db, ids))

/** What becomes of one of eight doses: entered (anew, before the server has it), acknowledged, moved, gone. */
const anyChange = fc.record({
  number: fc.integer({ min: 1, max: 8 }),
  what: fc.constantFrom('entered', 'acknowledged', 'moved', 'gone'),
  minute: fc.integer({ min: 0, max: 600 }),
  isRead: fc.boolean(),
})

test('a log that was read before is the same as one read whole, whatever became of its doses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 25 }), async (changes) => {
      const { db } = await testDevice()
      const logged = () => logsOf(db, [METFORMIN, OTHER])
      for (const { number, what, minute, isRead } of changes) {
        const instant = toInstant(NOON + minute * 60_000)
        const id = sampleEvent(number).id
        const held = await db.doseEvents.get(id)
        if (what === 'gone') await db.doseEvents.delete(id)
        if (what === 'acknowledged' && held) await db.doseEvents.put({ ...held, seq: number })
        // Only what the server does not have can still change.
        const medicationId = what === 'moved' ? OTHER : METFORMIN
        if ((what === 'entered' || what === 'moved') && held?.seq == null)
          await db.doseEvents.put(storedDose({ ...sampleEvent(number, { medicationId, at: instant }), seq: null }))
        if (isRead) await logged()
      }
      const whole = [METFORMIN, OTHER].map((id) => eventsOf(db, id).toArray())
      expect(await logged()).toEqual((await Promise.all(whole)).flat())
      db.close()
    }),
    { numRuns: 60 },
  )
})

test('a live query of a log that was read before hears of every dose that comes, changes medicine or goes', async () => {
  const { db } = await testDevice()
  const events = [1, 2, 3].map((number) => storedDose({ ...sampleEvent(number), seq: number }))
  await db.doseEvents.bulkPut(events)
  await logsOf(db, [METFORMIN])
  const heard: string[] = []
  const subscription = liveQuery(() => logsOf(db, [METFORMIN])).subscribe((log) => {
    heard.push(log.map(({ id }) => Number(id.slice(-2))).join(' '))
  })
  const next = (words: string) => until(() => heard.at(-1) === words, { what: words })
  await next('1 2 3')
  const fourth = storedDose({ ...sampleEvent(4, { at: toInstant(at('2027-01-01 12:00')) }), seq: null })
  await db.doseEvents.put(fourth)
  await next('1 2 3 4')
  await db.doseEvents.put({ ...fourth, medicationId: OTHER })
  await next('1 2 3')
  await db.doseEvents.delete(sampleEvent(2).id)
  await next('1 3')
  subscription.unsubscribe()
  db.close()
})

test('what a synchronisation brings at once is read, and what was missed in a frozen tab a minute later', async () => {
  const { db } = await testDevice()
  await db.doseEvents.bulkPut([storedDose({ ...sampleEvent(1), seq: 1 })])
  const count = async () => (await logsOf(db, [METFORMIN])).length
  expect(await count()).toBe(1)
  const many = Array.from({ length: 600 }, (_, index) => storedDose({ ...sampleEvent(index + 2), seq: index + 2 }))
  await db.doseEvents.bulkPut(many)
  expect(await count()).toBe(601)
  await db.doseEvents.bulkDelete(many.slice(0, 20).map(({ id }) => id))
  expect(await count()).toBe(581)
  // As nobody says so.
  const transaction = db.backendDB().transaction('doseEvents', 'readwrite')
  transaction.objectStore('doseEvents').delete(sampleEvent(1).id)
  await new Promise((done) => {
    transaction.oncomplete = done
  })
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2 * MINUTE)
  expect(await count()).toBe(580)
  clock.mockRestore()
  db.close()
})
