import { DAY, type LocalDate } from '../lib/local-time.ts'
import { endOfDay, startOfDay } from '../lib/zone.ts'
import type { Medication } from '../records/medication.ts'
import { type DoseSlot, planSlots } from '../schedule/slots.ts'

/**
 * Returns the planned doses of one local date, including those that a clock change at its end moves into the next
 * (Greenland).
 */
export function slotsOn(
  medication: Pick<Medication, 'id' | 'versions' | 'stoppedAt'>,
  date: LocalDate,
  zone: string,
): DoseSlot[] {
  const window = { from: startOfDay(date, zone), to: endOfDay(date, zone) + DAY }
  return planSlots(medication, window, zone).filter((slot) => slot.date === date)
}
