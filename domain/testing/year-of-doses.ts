import type { DoseEventId, MedicationId } from '../lib/ids.ts'
import { toInstant } from '../lib/instant.ts'
import { datesFrom, type LocalDate, type LocalTime, MINUTE } from '../lib/local-time.ts'
import { instantAt } from '../lib/zone.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import { SYDNEY, sampleEvent, sampleId, sampleMedication, times } from './samples.ts'

/** What happened to a planned dose: taken this many minutes after its time, skipped, or nothing was logged. */
export type Fate = number | 'skipped' | 'missed'

export interface Regimen {
  /** The number in its id. */
  number?: number
  name?: string
  reminderTimes: readonly string[]
}

/** Returns medications taken every day since long before `from`. */
export const regimens = (plans: readonly Regimen[]): Medication[] =>
  plans.map(({ number = 1, name = 'Metformin XR', reminderTimes }) =>
    sampleMedication({ id: sampleId<MedicationId>(number), name }, [
      { from: '2020-01-01 00:00', reminderTimes: times(...reminderTimes) },
    ]),
  )

/** Returns the log of these medications from `from` to `to`, both inclusive, with `fate` deciding each planned dose. */
export function logOf(
  medications: readonly Medication[],
  from: LocalDate,
  to: LocalDate,
  fate: (dose: { name: string; date: LocalDate; time: LocalTime }) => Fate,
): DoseEvent[] {
  const events: DoseEvent[] = []
  for (const date of datesFrom(from, to)) {
    for (const { id: medicationId, name, dosage, reminderTimes } of medications) {
      for (const time of reminderTimes) {
        const what = fate({ name, date, time })
        if (what === 'missed') continue
        const at = toInstant(instantAt(date, time, SYDNEY) + (what === 'skipped' ? 0 : what) * MINUTE)
        const number = 100_000 + events.length
        events.push({
          ...sampleEvent(number, { medicationId, slot: `${date} ${time}`, at, loggedAt: at }),
          id: sampleId<DoseEventId>(number),
          kind: what === 'skipped' ? 'skipped' : 'taken',
          snapshot: { name, dosage, date, time },
        })
      }
    }
  }
  return events
}

/** Returns a repeatable random source: the same seed gives the same numbers from 0 to 1 (mulberry32). */
export function seededChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
