import type { MedicationId } from '../lib/ids.ts'
import type { SlotView } from './dose-views.ts'

export interface Adherence {
  /** Doses that count: taken, skipped or missed. Doses that are still open or upcoming do not. */
  counted: number
  taken: number
  skipped: number
  missed: number
  /** `percentOf` the taken ones of those that count. */
  percent: number | null
}

/**
 * Taken doses in percent of the counted ones, whole; null when none counts. Rounded, but 100 only when all were taken
 * and 0 only when none were: one missed dose of a year is not nothing.
 */
export function percentOf(taken: number, counted: number): number | null {
  if (counted === 0) return null
  if (taken === 0 || taken === counted) return taken === 0 ? 0 : 100
  return Math.min(99, Math.max(1, Math.round((100 * taken) / counted)))
}

/** Adherence over slots: what was taken, of what was due and is over or settled. */
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

/** The same for each medication that has a slot among the views. */
export function adherenceByMedication(views: readonly SlotView[]): Map<MedicationId, Adherence> {
  const groups = Map.groupBy(views, (view) => view.slot.medicationId)
  return new Map([...groups].map(([id, group]) => [id, adherenceOf(group)]))
}
