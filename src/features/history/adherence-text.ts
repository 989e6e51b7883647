import type { Adherence } from '#domain/doses/adherence.ts'
import { adherenceByMedication, adherenceOf } from '#domain/doses/adherence.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { t } from '#domain/language/translate.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import type { Medication } from '#domain/records/medication.ts'

/** One line of the table: a medication and how many of its doses were taken in the last 7 and 30 days. */
export interface AdherenceRow {
  id: MedicationId
  name: string
  dosage: string
  week: Adherence
  month: Adherence
}

/**
 * Returns the adherence of every medication with a counted dose in the 30 days, in list order.
 * @param views the slots of the last 30 days
 * @param weekFrom the first of the last 7 days
 */
export function adherenceRows(
  medications: readonly Pick<Medication, 'id' | 'name' | 'dosage'>[],
  views: readonly SlotView[],
  weekFrom: LocalDate,
): AdherenceRow[] {
  const month = adherenceByMedication(views)
  const week = adherenceByMedication(views.filter(({ slot }) => slot.date >= weekFrom))
  return medications.flatMap(({ id, name, dosage }) => {
    const counted = month.get(id)
    return counted && counted.counted > 0
      ? [{ id, name, dosage, month: counted, week: week.get(id) ?? adherenceOf([]) }]
      : []
  })
}

/** Returns `13 of 14 taken, 1 missed`: facts, without praise or blame. */
export function adherenceText({ counted, taken, skipped, missed }: Adherence): string {
  if (counted === 0) return t('No doses counted')
  return inRow([
    t('{taken} of {all} taken', { taken, all: counted }),
    skipped > 0 && t('{count} skipped', { count: skipped }),
    missed > 0 && t('{count} missed', { count: missed }),
  ])
}
