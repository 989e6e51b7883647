import type { Medication } from '../records/medication.ts'
import { EXTRAS } from '../records/medication-extras.ts'
import { planOf } from '../schedule/plan.ts'
import type { MedicationChanges } from './medication-effects.ts'
import { counts, type OriginsOf, withOrigin } from './origins.ts'

/**
 * The units by which a medication is merged: each text, the important mark, the barcodes and the extras on their
 * own, the plan as one, and whether it was stopped (docs/sync-spec.md, S5).
 */
const UNITS = [
  'name',
  'dosage',
  'frequency',
  'instructions',
  'important',
  'barcodes',
  ...EXTRAS,
  'plan',
  'stop',
] as const
/** Those that a record from before they existed lacks. */
const LATER_UNITS = ['important', 'barcodes', ...EXTRAS] as const
export type Unit = (typeof UNITS)[number]

export type Origins = OriginsOf<Unit>

/** What one write does to a record: changes, and a stop (an instant), the end of one (null) or neither (undefined). */
export interface UnitChanges {
  changes: MedicationChanges
  stoppedAt?: Medication['stoppedAt'] | undefined
}

/**
 * Returns the units known to anyone who has the record: all of them, except those that it lacks because it comes from
 * before they existed.
 */
export const knownUnits = (record: Pick<Medication, (typeof LATER_UNITS)[number]>): Unit[] => {
  const unknown: readonly Unit[] = LATER_UNITS.filter((unit) => record[unit] === undefined)
  return UNITS.filter((unit) => !unknown.includes(unit))
}

/** Returns the units a write touches, whether it changes their value or not. */
export function touchedUnits({ changes, stoppedAt }: UnitChanges): Unit[] {
  const values: Partial<Record<Unit, unknown>> = { ...changes, stop: stoppedAt }
  return UNITS.filter((unit) => values[unit] !== undefined)
}

const isExtra = (unit: Unit): unit is (typeof EXTRAS)[number] => (EXTRAS as readonly string[]).includes(unit)

/** Returns the part of a replayed write that is not older than the record. */
export function countingChanges({ changes, stoppedAt }: UnitChanges, origins: Origins, seq: number): UnitChanges {
  const kept = Object.entries(changes).filter(([unit]) => counts(origins, unit as Unit, seq))
  return {
    changes: Object.fromEntries(kept) as MedicationChanges,
    stoppedAt: counts(origins, 'stop', seq) ? stoppedAt : undefined,
  }
}

/**
 * Merges two states of one record unit by unit: takes whatever is not older than `record` from `given`, which is known
 * up to `seq`. In whatever order states and edits arrive, the result is the same. The versions are merged with the
 * plan.
 */
export function mergeRecord(
  record: Medication,
  origins: Origins,
  given: Medication,
  seq: number,
): { record: Medication; origins: Origins } {
  const units = knownUnits(given).filter((unit) => counts(origins, unit, seq))
  const merged: Medication = { ...record }
  for (const unit of units) {
    if (unit === 'plan') {
      const { amounts, pauses, versions } = given
      Object.assign(merged, planOf(given), { amounts, pauses, versions })
    } else if (unit === 'stop') merged.stoppedAt = given.stoppedAt
    else if (unit === 'important') merged.important = given.important
    else if (unit === 'barcodes') merged.barcodes = given.barcodes
    else if (isExtra(unit)) Object.assign(merged, { [unit]: given[unit] })
    else merged[unit] = given[unit]
  }
  return { record: merged, origins: withOrigin(origins, units, seq) }
}
