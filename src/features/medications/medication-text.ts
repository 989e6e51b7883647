import { isDuplicateMedication } from '#domain/commands/medication-effects.ts'
import { t } from '#domain/language/translate.ts'
import { formatFullDate, formatShortDay } from '#domain/lib/calendar-names.ts'
import { formatDate, type LocalDate } from '#domain/lib/local-time.ts'
import type { ListedMedication, Medication } from '#domain/records/medication.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import type { Schedule } from '#domain/schedule/schedule.ts'

/**
 * Returns `Nov 12, 2024, ongoing`, `Jan 9, 2026 to Dec 20, 2026`: the dates at the foot of a card (format:
 * specification, section 9).
 */
export function rangeText({ startDate, endDate }: Pick<Plan, 'startDate' | 'endDate'>): string {
  if (startDate === null) return endDate === null ? t('Ongoing') : t('Until {date}', { date: formatDate(endDate) })
  if (endDate === null) return t('{date}, ongoing', { date: formatDate(startDate) })
  return startDate === endDate
    ? formatDate(startDate)
    : t('{first} to {last}', { first: formatDate(startDate), last: formatDate(endDate) })
}

/** Returns when an inactive medication ended: the day it was stopped, else the end of its range. */
export function endedText(plan: Pick<Plan, 'startDate' | 'endDate'>, stoppedOn: LocalDate | null): string {
  if (stoppedOn === null) return rangeText(plan)
  const last = formatDate(stoppedOn)
  return plan.startDate
    ? t('{first}, stopped {last}', { first: formatDate(plan.startDate), last })
    : t('Stopped {date}', { date: last })
}

/** Returns why a medicine that follows another one has no more doses; null if it has. */
export function restText(schedule: Schedule, all: readonly ListedMedication[]): string | null {
  if (schedule.kind !== 'after-dose') return null
  const other = all.find(({ id }) => id === schedule.medicationId)
  if (!other) return t('The medicine it follows was deleted, so no more doses come. Edit it to choose another.')
  return other.isActive ? null : t('You no longer take {medicine}, so no more doses come.', { medicine: other.name })
}

/** Returns `Sat, Nov 21`: a day of the next doses; `Fri, Mar 5, 2027` if the year is not the current one. */
export const shortDay = (date: LocalDate, today: LocalDate): string =>
  date.slice(0, 4) === today.slice(0, 4) ? formatShortDay(date) : formatFullDate(date)

/** Returns the title for a form that was left with unsaved input. */
export const unsavedTitle = ({ name }: Pick<Medication, 'name'>): string =>
  name ? t('{medicine} is not saved yet', { medicine: name }) : t('A medication is not saved yet')

/** Returns a save error's title (specification, section 8). */
export const saveErrorTitle = (message: string): string =>
  // not translated: words of the error, by which it is told apart
  /Duplicate|already have/.test(message) || isDuplicateMedication(message) ? t('Duplicate Medication') : t('Error')

/** Returns how many logged doses are lost with a deleted medication (readings, Medications). */
export function lostDosesText(doses: number): string {
  if (doses === 0) return t('If you only want the reminders to end, stop it instead and keep the history.')
  return t(
    '{count, plural, one {1 logged dose goes} other {{count} logged doses go}} with it. If you only want the reminders to end, stop it instead and keep the history.',
    { count: doses },
  )
}
