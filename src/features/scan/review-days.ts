import { t } from '#domain/language/translate.ts'
import { formatDate, type LocalDate } from '#domain/lib/local-time.ts'
import type { ExtractedMedication } from '#domain/records/prescription.ts'
import { daysText } from '#domain/schedule/days-text.ts'
import type { Schedule } from '#domain/schedule/schedule.ts'

/** On which days, as set in the review. Without a kind, not known yet. */
export interface DaysValues {
  kind: 'daily' | 'weekdays' | 'interval' | 'as-needed' | null
  days: number[]
  everyDays: number
}

/** Returns the days as read. If the label gives a number of times per week, the weekdays are asked for. */
export function openingDays({ schedule, frequency }: ExtractedMedication): DaysValues {
  const none: DaysValues = { kind: null, days: [], everyDays: 2 }
  switch (schedule?.kind) {
    case 'daily':
    case 'as-needed':
      return { ...none, kind: schedule.kind }
    case 'weekdays':
      return { ...none, kind: 'weekdays', days: schedule.days }
    case 'interval':
      return { ...none, kind: 'interval', everyDays: schedule.everyDays }
    default:
      return /\bweek\b/.test(frequency) ? { ...none, kind: 'weekdays' } : none
  }
}

/**
 * Returns null while it is incomplete. What was read keeps the day it counts from; what the user chose counts from
 * `today`.
 */
export function scheduleOfDays(
  { kind, days, everyDays }: DaysValues,
  { schedule }: ExtractedMedication,
  today: LocalDate,
): Schedule | null {
  switch (kind) {
    case null:
      return null
    case 'daily':
    case 'as-needed':
      return { kind }
    case 'weekdays':
      return days.length === 0 ? null : { kind, days }
    case 'interval':
      return {
        kind,
        everyDays,
        anchorDate: schedule?.kind === 'interval' ? schedule.anchorDate : today,
      }
  }
}

/** Returns `Every day.`, `On Mon, Wed, Fri.`, `Every 7 days, counted from Nov 22, 2026.` */
export function daysSentence(schedule: Schedule): string {
  const days = daysText(schedule) ?? ''
  switch (schedule.kind) {
    case 'daily':
      return t('Every day.')
    case 'as-needed':
      return t('Only when needed.')
    case 'weekdays':
      return t('On {days}.', { days })
    case 'interval':
    case 'cycle':
      return t('{days}, counted from {date}.', { days, date: formatDate(schedule.anchorDate) })
    default:
      return t('{days}.', { days })
  }
}

/**
 * Returns what is wrong with the days of a medication that has times: there are no reminders on days that nobody named.
 */
export const daysError = ({ kind }: DaysValues): string =>
  kind === 'weekdays' ? t('Choose at least one day') : t('Choose how often it is taken')

/** Returns whether the days are only a guess: their words were, or the label does not say from which day they count. */
export function isDaysGuess(
  found: ExtractedMedication,
  schedule: Schedule | null,
  { kind, everyDays }: DaysValues,
): boolean {
  const { schedule: read, sources } = found
  if (read === null || schedule === null || kind !== read.kind) return false
  if ('anchorDate' in read) return read.kind !== 'interval' || everyDays === read.everyDays
  const isSame = JSON.stringify(schedule) === JSON.stringify(read)
  return isSame && sources.frequency?.confidence !== 'sure'
}
