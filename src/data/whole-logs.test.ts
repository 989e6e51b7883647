import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MedicationId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { at, METFORMIN, sampleEvent, sampleId } from '#domain/testing/samples.ts'
import { testDevice } from '#src/testing/device.ts'
import { storedDose } from './stored-dose.ts'
import { eventsOf, readLogs } from './whole-logs.ts'

const OTHER = sampleId<MedicationId>(2)
const NOON = at('2026-11-20 12:00')

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
      const logged = () => readLogs(db, [METFORMIN, OTHER])
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
