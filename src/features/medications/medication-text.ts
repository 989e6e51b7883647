import { formatDate, formatMonthDay, formatWeekday, type LocalDate } from '#domain/lib/local-time.ts'
import type { ListedMedication, Medication } from '#domain/records/medication.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import type { Schedule } from '#domain/schedule/schedule.ts'

/**
 * Returns `Nov 12, 2024, ongoing`, `Jan 9, 2026 to Dec 20, 2026`: the dates at the foot of a card (format:
 * specification, section 9).
 */
export function rangeText({ startDate, endDate }: Pick<Plan, 'startDate' | 'endDate'>): string {
  if (startDate === null) return endDate === null ? 'Ongoing' : `Until ${formatDate(endDate)}`
  if (endDate === null) return `${formatDate(startDate)}, ongoing`
  return startDate === endDate ? formatDate(startDate) : `${formatDate(startDate)} to ${formatDate(endDate)}`
}

/** Returns when an inactive medication ended: the day it was stopped, else the end of its range. */
export const endedText = (plan: Pick<Plan, 'startDate' | 'endDate'>, stoppedOn: LocalDate | null): string =>
  stoppedOn === null
    ? rangeText(plan)
    : `${plan.startDate ? `${formatDate(plan.startDate)}, s` : 'S'}topped ${formatDate(stoppedOn)}`

/** Returns why a medicine that follows another one has no more doses; null if it has. */
export function restText(schedule: Schedule, all: readonly ListedMedication[]): string | null {
  if (schedule.kind !== 'after-dose') return null
  const other = all.find(({ id }) => id === schedule.medicationId)
  if (!other) return 'The medicine it follows was deleted, so no more doses come. Edit it to choose another.'
  return other.isActive ? null : `You no longer take ${other.name}, so no more doses come.`
}

/** Returns `Sat, Nov 21`: a day of the next doses; `Fri, Mar 5, 2027` if the year is not the current one. */
export const shortDay = (date: LocalDate, today: LocalDate): string =>
  `${formatWeekday(date)}, ${date.slice(0, 4) === today.slice(0, 4) ? formatMonthDay(date) : formatDate(date)}`

/** Returns the title for a form that was left with unsaved input. */
export const unsavedTitle = ({ name }: Pick<Medication, 'name'>): string =>
  name ? `${name} is not saved yet` : 'A medication is not saved yet'

/** Returns a save error's title (specification, section 8). */
export const saveErrorTitle = (message: string): string =>
  message.includes('Duplicate') || message.includes('already have') ? 'Duplicate Medication' : 'Error'

/** Returns how many logged doses are lost with a deleted medication (readings, Medications). */
export function lostDosesText(doses: number): string {
  const stop = 'If you only want the reminders to end, stop it instead and keep the history.'
  if (doses === 0) return stop
  return `${doses === 1 ? '1 logged dose goes' : `${doses} logged doses go`} with it. ${stop}`
}
