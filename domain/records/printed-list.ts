import { t } from '../language/translate.ts'
import { msOf } from '../lib/instant.ts'
import { addDays, DAY, daysBetween, formatDate, formatTime12, halvesOf, type LocalDate } from '../lib/local-time.ts'
import { inRow } from '../lib/text.ts'
import { localAt } from '../lib/zone.ts'
import { daysText, type NamedMedicine } from '../schedule/days-text.ts'
import { type Pause, pauseAt } from '../schedule/pauses.ts'
import { hasReminderTimes, type Schedule } from '../schedule/schedule.ts'
import { lastDateOf } from '../schedule/timetable.ts'
import { dosageText } from './dosage-text.ts'
import type { ListedMedication, Medication } from './medication.ts'

/**
 * Returns the current medications as they are printed: planned ones with the important ones first, and those taken only
 * when needed, each sorted by name.
 */
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

/**
 * Returns `8:00 AM, 8:00 PM; Mon, Wed; until Dec 20, 2026` as of today, or the label's text if there are no times.
 * Paper does not know which day it is: schedules that do not follow the week name a day to count from.
 * @param all where the name of a medication that is followed is found
 */
export function whenText(medication: ListedMedication, today: LocalDate, all: readonly NamedMedicine[] = []): string {
  return [...whenParts(medication, today, all), ...rangeParts(medication, today)].filter(Boolean).join('; ')
}

function whenParts(
  { reminderTimes, schedule, frequency, startDate }: ListedMedication,
  today: LocalDate,
  all: readonly NamedMedicine[],
) {
  if (schedule.kind === 'as-needed') return [frequency || t('When needed')]
  const days = paperDays(schedule, startDate, today)
  if (schedule.kind === 'after-dose') return [daysText(schedule, all)]
  if (!hasReminderTimes(schedule)) return [days]
  return [inRow(reminderTimes.map(formatTime12)) || frequency, days]
}

function paperDays(schedule: Schedule, startDate: LocalDate | null, today: LocalDate): string | null {
  const days = daysText(schedule)
  if (days === null) return null
  if (schedule.kind === 'hours' && schedule.window === null) {
    const { date, time } = halvesOf(schedule.anchor)
    return t('{days}, counted from {date} at {time}', { days, date: formatDate(date), time: formatTime12(time) })
  }
  if (schedule.kind === 'phases' && startDate !== null)
    return t('{days}, counted from {date}', { days, date: formatDate(startDate) })
  if (schedule.kind !== 'interval' && schedule.kind !== 'cycle') return days
  const round = schedule.kind === 'interval' ? schedule.everyDays : schedule.daysOn + schedule.daysOff
  return t('{days}, counted from {date}', { days, date: formatDate(roundStart(schedule.anchorDate, round, today)) })
}

/** Returns the first day of the current round: it is easier to count from a recent date than from one years ago. */
const roundStart = (anchor: LocalDate, days: number, today: LocalDate): LocalDate =>
  addDays(anchor, Math.floor(daysBetween(anchor, today) / days) * days)

function rangeParts({ startDate, endDate, pauses }: ListedMedication, today: LocalDate): string[] {
  const pause = pauseAt(pauses, today)
  return [
    ...(startDate !== null && startDate > today ? [t('from {date}', { date: formatDate(startDate) })] : []),
    ...(endDate === null ? [] : [t('until {date}', { date: formatDate(endDate) })]),
    ...(pause ? [pauseText(pause)] : []),
  ]
}

const pauseText = ({ to }: Pause): string =>
  to === null ? t('paused') : t('paused until {date}', { date: formatDate(to) })

const RECENT_DAYS = 30

/**
 * Returns what was stopped or ended in the 30 days before this instant (ms), latest first: `Ibuprofen 400 mg (stopped
 * Nov 10, 2026)`.
 */
export function recentlyStopped(medications: readonly ListedMedication[], now: number, zone: string): string[] {
  const earliest = localAt(now - RECENT_DAYS * DAY, zone).date
  return medications
    .filter(({ isActive }) => !isActive)
    .map((medication) => ({ medication, ...endOf(medication, zone) }))
    .filter(({ date }) => date !== null && date >= earliest)
    .sort((a, b) => (b.date ?? '').localeCompare(a.date ?? ''))
    .map(({ medication, date, verb }) =>
      [medication.name, dosageText(medication), date === null ? '' : endText(verb, formatDate(date))]
        .filter(Boolean)
        .join(' '),
    )
}

const endText = (verb: 'stopped' | 'ended', date: string): string =>
  verb === 'stopped' ? t('(stopped {date})', { date }) : t('(ended {date})', { date })

/** Returns the day on which a medication was stopped, or its last planned day if that came first. */
export function endOf(medication: Medication, zone: string): { date: LocalDate | null; verb: 'stopped' | 'ended' } {
  const { stoppedAt } = medication
  const stoppedOn = stoppedAt === null ? null : localAt(msOf(stoppedAt), zone).date
  const last = lastDateOf(medication)
  return stoppedOn !== null && (last === null || stoppedOn <= last)
    ? { date: stoppedOn, verb: 'stopped' }
    : { date: last, verb: 'ended' }
}
