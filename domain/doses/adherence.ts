import type { MedicationId } from '../lib/ids.ts'
import type { SlotView } from './dose-views.ts'

export interface Adherence {
  /** Doses that count: taken, skipped or missed, but not those still open or upcoming. */
  counted: number
  taken: number
  skipped: number
  missed: number
  /** The taken share of the counted doses, see `percentOf`. */
  percent: number | null
}

/**
 * Returns the taken doses as a whole percentage of the counted ones; null if none counts. It is rounded, but is 100
 * only if all were taken and 0 only if none were: one missed dose in a year is not nothing.
 */
export function percentOf(taken: number, counted: number): number | null {
  if (counted === 0) return null
  if (taken === 0 || taken === counted) return taken === 0 ? 0 : 100
  return Math.min(99, Math.max(1, Math.round((100 * taken) / counted)))
}

/** Returns the adherence over slots: how many were taken of those that are settled or missed. */
export function adherenceOf(views: readonly Pick<SlotView, 'state'>[]): Adherence {
  const count = (state: SlotView['state']) => views.filter((view) => view.state === state).length
  const taken = count('taken')
  const skipped = count('skipped')
  const missed = count('missed')
  const counted = taken + skipped + missed
  return {
    counted,
    taken,
    skipped,
    missed,
    percent: percentOf(taken, counted),
  }
}

/** Returns the adherence of each medication that has a slot among the views. */
export function adherenceByMedication(views: readonly SlotView[]): Map<MedicationId, Adherence> {
  const groups = Map.groupBy(views, (view) => view.slot.medicationId)
  return new Map([...groups].map(([id, group]) => [id, adherenceOf(group)]))
}
