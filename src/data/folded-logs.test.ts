import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DoseEventId, MedicationId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { type LocalDateTime, MINUTE } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { doseLogOf } from '#domain/schedule/dose-log.ts'
import { planSlots } from '#domain/schedule/slots.ts'
import { at, METFORMIN, SYDNEY, sampleEvent, sampleId, sampleMedication } from '#domain/testing/samples.ts'
import { testDevice } from '#src/testing/device.ts'
import { foldLogs } from './folded-logs.ts'

const COUNTING = sampleId<MedicationId>(2)
const START = at('2026-11-20 08:00')
const WINDOW = { from: START - 24 * 60 * MINUTE, to: START + 48 * 60 * MINUTE }

const counts = {
  kind: 'after-taken' as const,
  every: { hours: 8 },
  first: '2026-11-20T08:00' as LocalDateTime,
}
const MEDICATIONS = [
  sampleMedication({ id: COUNTING }, [{ schedule: counts, reminderTimes: [], from: '2026-01-01 00:00' }]),
  sampleMedication({ id: sampleId(3) }, [
    {
      schedule: { kind: 'after-dose', medicationId: METFORMIN, minutes: 30 },
      reminderTimes: [],
      from: '2026-01-01 00:00',
    },
  ]),
]

/** What becomes of one of six doses of either medicine between two reads. */
const anyChange = fc.record({
  number: fc.integer({ min: 1, max: 6 }),
  what: fc.constantFrom('entered', 'replaced', 'undone', 'gone'),
  minutes: fc.integer({ min: 0, max: 1200 }),
})

test('logs that were folded before give the doses that they give when they are folded anew, whatever changed', async () => {
  const { db } = await testDevice()
  fc.assert(
    fc.property(fc.array(anyChange, { minLength: 1, maxLength: 12 }), (changes) => {
      const events = new Map<DoseEventId, DoseEvent>()
      for (const { number, what, minutes } of changes) {
        const medicationId = number % 2 === 0 ? METFORMIN : COUNTING
        const instant = toInstant(START + minutes * MINUTE)
        const dose = sampleEvent(number, { medicationId, slot: null, at: instant, loggedAt: instant })
        const { id } = dose
        if (what === 'entered' && !events.has(id)) events.set(id, dose)
        if (what === 'replaced' && events.has(id)) events.set(id, { ...dose })
        const undo = sampleEvent(number + 10, { medicationId, slot: null, at: instant, kind: 'undone', undoes: id })
        if (what === 'undone') events.set(undo.id, undo)
        if (what === 'gone') events.delete(id)
        const input = { medications: MEDICATIONS, events: [...events.values()] }
        const [before, anew] = [foldLogs(db, input), doseLogOf(input)].map((log) =>
          MEDICATIONS.map((medication) => planSlots(medication, WINDOW, SYDNEY, log)),
        )
        expect(before).toEqual(anew)
      }
    }),
    { numRuns: 200 },
  )
  db.close()
})
