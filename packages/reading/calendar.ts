/** A calendar date without a zone, `YYYY-MM-DD`. Such texts sort like the dates they name. */
export type LocalDate = string & { readonly __brand: 'LocalDate' }
/** A local time without a zone, 24-hour `HH:MM`. Such texts sort like the times they name. */
export type LocalTime = string & { readonly __brand: 'LocalTime' }

const DAY = 24 * 60 * 60_000

const asUtc = (date: string): number => Date.parse(`${date}T00:00:00Z`)

/** The first and the last date that the format can hold; longer texts would not sort among them. */
const [FIRST_MS, LAST_MS] = [asUtc('0001-01-01'), asUtc('9999-12-31')]

const dateAt = (ms: number): LocalDate =>
  new Date(Math.min(Math.max(ms, FIRST_MS), LAST_MS)).toISOString().slice(0, 10) as LocalDate

/** The first and the last date that a text may name: births of everyone alive, courses without an end in sight. */
const [FIRST, LAST] = ['1900-01-01', '2199-12-31']

/** Whether the text is a date that exists: 2026-02-30 does not. */
export function isLocalDate(text: string): text is LocalDate {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = asUtc(text)
  return !Number.isNaN(ms) && dateAt(ms) === text
}

/** Whether the text is a date from 1900 to 2199. */
export const isPlausibleDate = (text: string): text is LocalDate => isLocalDate(text) && text >= FIRST && text <= LAST

export const isLocalTime = (text: string): text is LocalTime => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Returns the date that many days later, or earlier when negative; never beyond the years 1 to 9999. */
export const addDays = (date: LocalDate, days: number): LocalDate => dateAt(asUtc(date) + days * DAY)

/** Returns the ISO weekday: 1 is Monday, 7 is Sunday. */
export const isoWeekday = (date: LocalDate): number => ((new Date(asUtc(date)).getUTCDay() + 6) % 7) + 1

/** Returns minutes after midnight. */
export const minutesOfDay = (time: LocalTime): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Returns the `HH:MM` of that many minutes after midnight (0 to 1439). */
export const localTimeOf = (minutes: number): LocalTime =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}` as LocalTime

/** Returns `6:00 PM`. */
export function formatTime12(time: LocalTime): string {
  const hours = Number(time.slice(0, 2))
  return `${hours % 12 === 0 ? 12 : hours % 12}:${time.slice(3, 5)} ${hours < 12 ? 'AM' : 'PM'}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** Starting with Monday. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Returns 1 to 12 for a month's name, complete or at least its first three letters. */
export const monthNumber = (name: string): number => numberIn(MONTHS, name)

/** Returns 1 (Monday) to 7 for a weekday's name, complete or at least its first three letters. */
export const weekdayNumber = (name: string): number => numberIn(WEEKDAYS, name)

const numberIn = (names: readonly string[], name: string): number =>
  names.findIndex((one) => one.toLowerCase().startsWith(name.slice(0, 3).toLowerCase())) + 1

/** Returns `Nov 5, 2026`. */
export const formatDate = (date: LocalDate): string =>
  `${MONTHS[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8, 10))}, ${date.slice(0, 4)}`

/** Returns `Friday`. */
export const formatLongWeekday = (date: LocalDate): string => WEEKDAYS[isoWeekday(date) - 1] ?? ''
