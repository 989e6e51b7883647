import { formatTime12 } from '#domain/lib/local-time.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import { daysWords } from './medication-words.ts'

/** What is taken now, as it stands on paper: planned ones, the important ones first, and those only when needed; each by name. */
export function printedList(medications: readonly ListedMedication[]): {
  planned: ListedMedication[]
  asNeeded: ListedMedication[]
} {
  const active = medications
    .filter(({ isActive }) => isActive)
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
  const isAsNeeded = ({ schedule }: ListedMedication) => schedule.kind === 'as-needed'
  return {
    planned: active.filter((medication) => !isAsNeeded(medication)),
    asNeeded: active.filter(isAsNeeded),
  }
}

const rank = ({ important }: ListedMedication): number => (important ? 0 : 1)

/** `8:00 AM, 8:00 PM; Mon, Wed`; the label's words where there are no times. */
export function whenWords({ reminderTimes, schedule, frequency }: ListedMedication): string {
  if (schedule.kind === 'as-needed') return frequency || 'When needed'
  if (reminderTimes.length === 0) return frequency
  const times = reminderTimes.map(formatTime12).join(', ')
  const days = daysWords(schedule)
  return days ? `${times}; ${days}` : times
}
