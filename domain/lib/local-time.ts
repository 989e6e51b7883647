import { localText } from '../language/date-text.ts'
import { isEnglish } from '../language/translate.ts'
import type { Brand } from './brand.ts'
import { dateOfDay, dayNumberOf, isoWeekdayOf } from './day-number.ts'

/** A calendar date without a zone, `YYYY-MM-DD`. Such texts sort by date. */
export type LocalDate = Brand<string, 'LocalDate'>
/** A local time without a zone, 24-hour `HH:MM`. Such texts sort by time. */
export type LocalTime = Brand<string, 'LocalTime'>

/** A local date and time without a zone, `YYYY-MM-DDTHH:MM`. */
export type LocalDateTime = Brand<string, 'LocalDateTime'>

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const asUtc = (date: string): number => dayNumberOf(date) * DAY

/**
 * The first and the last date that the format can express. The text of any other would sort before all of them, so
 * loops over days end here.
 */
export const FIRST_DATE = '0001-01-01' as LocalDate
export const LAST_DATE = '9999-12-31' as LocalDate

const [FIRST_MS, LAST_MS] = [asUtc(FIRST_DATE), asUtc(LAST_DATE)]

/** Returns the UTC date at the instant (ms), or the first or last possible date if the instant lies beyond it. */
export const utcDateOf = (ms: number): LocalDate =>
  dateOfDay<LocalDate>(Math.floor(Math.min(Math.max(ms, FIRST_MS), LAST_MS) / DAY))

/** Returns whether the text is a date that exists, from 0001 to 9999: 2026-02-30 does not. */
export function isLocalDate(text: string): text is LocalDate {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  return utcDateOf(asUtc(text)) === text
}

export const isLocalTime = (text: string): text is LocalTime => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Both inclusive. */
export interface DateRange {
  first: LocalDate
  last: LocalDate
}

/**
 * The dates allowed in a record: births of everyone alive, courses with no end in sight. Anything outside is a typing
 * mistake (`0206`) or another program's end of time (`9999-12-31`), which means no date here.
 */
export const RECORD_DATES: DateRange = {
  first: '1900-01-01' as LocalDate,
  last: '2199-12-31' as LocalDate,
}

/** The planned dates allowed in the log: whatever a device's clock may say, however wrong (ANY_YEARS). */
export const LOG_DATES: DateRange = { first: '1900-01-01' as LocalDate, last: '9999-01-01' as LocalDate }

export const isWithin = (date: LocalDate, { first, last }: DateRange): boolean => date >= first && date <= last

/** Returns whether the log may contain the date. */
export const isLogDate = (date: LocalDate): boolean => isWithin(date, LOG_DATES)

/** Returns whether the text is a date allowed in a record. */
export const isRecordDate = (text: string): text is LocalDate => isLocalDate(text) && isWithin(text, RECORD_DATES)

/** Returns the two halves of a local date and time. */
export const halvesOf = (dateTime: LocalDateTime): { date: LocalDate; time: LocalTime } => ({
  date: dateTime.slice(0, 10) as LocalDate,
  time: dateTime.slice(11) as LocalTime,
})

/** Returns the date this many days later, or earlier if negative; never beyond the first and last possible date. */
export const addDays = (date: LocalDate, days: number): LocalDate => utcDateOf(asUtc(date) + days * DAY)

/** Returns the whole days from `from` to `to`; negative if `to` is earlier. */
export const daysBetween = (from: LocalDate, to: LocalDate): number => dayNumberOf(to) - dayNumberOf(from)

/**
 * Yields the dates from `from` to `to`, both inclusive; none if `to` is earlier. It counts, so it ends wherever they
 * lie.
 */
export function* datesFrom(from: LocalDate, to: LocalDate): Generator<LocalDate> {
  const days = daysBetween(from, to)
  for (let count = 0; count <= days; count += 1) yield addDays(from, count)
}

/** Returns the ISO weekday: 1 is Monday, 7 is Sunday. */
export const isoWeekday = (date: LocalDate): number => isoWeekdayOf(dayNumberOf(date))

export const minutesOfDay = (time: LocalTime): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Returns the time this many minutes after midnight (0 to 1439) as `HH:MM`. */
export const localTimeOf = (minutes: number): LocalTime =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}` as LocalTime

/**
 * Returns `6:00 PM`: how English writes every time (specification, section 9). Other languages write it as their
 * speakers are used to.
 */
export function formatTime12(time: LocalTime): string {
  if (!isEnglish()) return localText(`2024-01-01T${time}`, { hour: 'numeric', minute: '2-digit' })
  const hours = Number(time.slice(0, 2))
  return `${hours % 12 === 0 ? 12 : hours % 12}:${time.slice(3, 5)} ${hours < 12 ? 'AM' : 'PM'}`
}

// not translated: only English is written by these
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
// not translated: only English is written by these
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
// not translated: only English is written by these
const LONG_WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Returns `Nov 5`. */
export const formatMonthDay = (date: LocalDate): string =>
  isEnglish()
    ? `${MONTHS[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8, 10))}`
    : localText(date, { month: 'short', day: 'numeric' })

/** Returns `Nov 5, 2026`: the specification's 'MMM d, yyyy'. */
export const formatDate = (date: LocalDate): string =>
  isEnglish()
    ? `${formatMonthDay(date)}, ${date.slice(0, 4)}`
    : localText(date, { year: 'numeric', month: 'short', day: 'numeric' })

/** Returns `Mon`. */
export const formatWeekday = (date: LocalDate): string =>
  isEnglish() ? (WEEKDAYS[isoWeekday(date) - 1] ?? '') : localText(date, { weekday: 'short' })

/** Returns `Friday`. */
export const formatLongWeekday = (date: LocalDate): string =>
  isEnglish() ? (LONG_WEEKDAYS[isoWeekday(date) - 1] ?? '') : localText(date, { weekday: 'long' })
