import * as z from 'zod/mini'
import type { Brand } from './brand.ts'

/** A calendar date without a zone, `YYYY-MM-DD`. Such texts sort like the dates they name. */
export type LocalDate = Brand<string, 'LocalDate'>
/** A time on the wall without a zone, 24-hour `HH:MM`. Such texts sort like the times they name. */
export type LocalTime = Brand<string, 'LocalTime'>

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const asUtc = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const fromUtc = (ms: number): LocalDate => new Date(ms).toISOString().slice(0, 10) as LocalDate

/** Whether the text is a date that exists, from 0001 to 9999: 2026-02-30 does not. */
export function isLocalDate(text: string): text is LocalDate {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = asUtc(text)
  return !Number.isNaN(ms) && fromUtc(ms) === text && text >= '0001'
}

export const isLocalTime = (text: string): text is LocalTime => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

export const localDateSchema = z.pipe(
  z.string().check(z.refine(isLocalDate, 'must be a date that exists, written YYYY-MM-DD')),
  z.transform((text) => text as LocalDate),
)

export const localTimeSchema = z.pipe(
  z.string().check(z.refine(isLocalTime, 'must be a 24-hour time, written HH:MM')),
  z.transform((text) => text as LocalTime),
)

export const addDays = (date: LocalDate, days: number): LocalDate => fromUtc(asUtc(date) + days * DAY)

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: LocalDate, to: LocalDate): number =>
  Math.round((asUtc(to) - asUtc(from)) / DAY)

/** ISO weekday: 1 is Monday, 7 is Sunday. */
export const isoWeekday = (date: LocalDate): number => ((new Date(asUtc(date)).getUTCDay() + 6) % 7) + 1

export const minutesOfDay = (time: LocalTime): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** `HH:MM` of that many minutes after midnight (0 to 1439). */
export const localTimeOf = (minutes: number): LocalTime =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}` as LocalTime

/** `6:00 PM`: how every time is written for a person (specification, section 9). */
export function formatTime12(time: LocalTime): string {
  const hours = Number(time.slice(0, 2))
  return `${hours % 12 === 0 ? 12 : hours % 12}:${time.slice(3, 5)} ${hours < 12 ? 'AM' : 'PM'}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const LONG_WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** `Nov 5`. */
export const formatMonthDay = (date: LocalDate): string =>
  `${MONTHS[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8, 10))}`
/** `Nov 5, 2026`: the specification's 'MMM d, yyyy'. */
export const formatDate = (date: LocalDate): string => `${formatMonthDay(date)}, ${date.slice(0, 4)}`
/** `Mon`. */
export const formatWeekday = (date: LocalDate): string => WEEKDAYS[isoWeekday(date) - 1] ?? ''
/** `Friday`. */
export const formatLongWeekday = (date: LocalDate): string => LONG_WEEKDAYS[isoWeekday(date) - 1] ?? ''
