import { WEEKDAYS } from '../calendar.ts'
import type { DirectionField } from './values.ts'

/**
 * How often a medication is taken: the specification's words (once, twice, daily, morning, night) and similar ones
 * (`3 times`, `every 6 hours`, `every 2 days`, `weekly`, `as needed`).
 */
export type Frequency =
  | { kind: 'times'; count: number; most: number; per: Period | 'unsaid' }
  | { kind: 'every'; count: number; most: number; unit: 'hour' | 'day' | 'week' | 'month' }
  | { kind: 'parts'; parts: readonly DayPart[] }
  | ({ kind: 'weekdays' } & WeekDays)
  | { kind: 'as-needed' }
  /** Wording that leaves it open: `a few times a day`, `on the first Monday of the month`. */
  | { kind: 'open'; words: string }

type Period = 'hour' | 'day' | 'week' | 'fortnight' | 'month' | 'year'

export type DayPart = 'morning' | 'noon' | 'afternoon' | 'evening' | 'night'

/** Weekdays (ISO, ascending) that recur every given number of weeks. */
export interface WeekDays {
  days: readonly number[]
  weeks: number
}

const WEEK = [1, 2, 3, 4, 5, 6, 7]

/** Returns all days of the week except these. */
export const otherDays = (days: readonly number[]): number[] => WEEK.filter((day) => !days.includes(day))

/** `3 times`, `daily`, `every 6 hours`: returns the text for the field. */
export function frequencyWords(frequency: Frequency): string {
  switch (frequency.kind) {
    case 'times':
      return timesWords(frequency)
    case 'every':
      return everyWords(frequency)
    case 'parts':
      return frequency.parts.length === 1 ? (frequency.parts[0] ?? '') : countWords(frequency.parts.length)
    case 'weekdays':
      return weekDaysWords(frequency)
    case 'as-needed':
      return 'as needed'
    case 'open':
      return frequency.words
  }
}

function timesWords({ count, most, per }: Extract<Frequency, { kind: 'times' }>): string {
  const isOfDay = per === 'day' || per === 'unsaid'
  if (count !== most) return isOfDay ? `${count}-${most} times` : `${count}-${most} times a ${per}`
  if (!isOfDay)
    return count === 1 && per !== 'hour' ? `${per}ly` : `${countWords(count)} ${per === 'hour' ? 'an' : 'a'} ${per}`
  return count === 1 && per === 'day' ? 'daily' : countWords(count)
}

const countWords = (count: number): string => ['', 'once', 'twice'][count] ?? `${count} times`

function everyWords({ count, most, unit }: Extract<Frequency, { kind: 'every' }>): string {
  if (count !== most) return `every ${count}-${most} ${unit}s`
  if (count > 1) return `every ${count} ${unit}s`
  return { hour: 'every hour', day: 'daily', week: 'weekly', month: 'monthly' }[unit]
}

function weekDaysWords({ days, weeks }: WeekDays): string {
  const names = (said: readonly number[]) => said.map((day) => WEEKDAYS[day - 1] ?? '').join(', ')
  if (weeks > 1) return `every ${weeks} weeks on ${names(days)}`
  if (days.length === 7) return 'daily'
  return days.length === 6 ? `daily except ${names(otherDays(days))}` : `every ${names(days)}`
}

/**
 * Returns the field of directions that holds a frequency; null if none does: twice a month is not every fifteen days.
 */
export function fieldOf(often: Frequency): { field: FrequencyField; value: number; max?: number } | null {
  if (often.kind !== 'times' && often.kind !== 'every') return null
  const { count, most } = often
  const held = (field: FrequencyField, times = 1) => ({
    field,
    value: count * times,
    ...(most === count ? {} : { max: most * times }),
  })
  if (often.kind === 'every') {
    if (often.unit === 'hour') return held('everyHours')
    if (often.unit === 'month') return held('everyMonths')
    if (often.unit === 'week') return held('everyDays', 7)
    return most === 1 ? held('timesPerDay') : held('everyDays')
  }
  if (often.per === 'day') return held('timesPerDay')
  if (often.per === 'week' && most > 1) return held('timesPerWeek')
  if (most > 1) return null
  if (often.per === 'month') return held('everyMonths')
  return often.per === 'week' || often.per === 'fortnight' ? held('everyDays', often.per === 'week' ? 7 : 14) : null
}

export type FrequencyField = Extract<
  DirectionField,
  'timesPerDay' | 'everyHours' | 'everyDays' | 'timesPerWeek' | 'everyMonths'
>

export type Every = Extract<Frequency, { kind: 'every' }>

const DAY_HOURS = 24

/** Returns whole days where the interval is given in hours: `every 72 hours` is 3 days. */
export function wholeDays(often: Every): Every {
  if (often.unit !== 'hour' || often.count <= DAY_HOURS) return often
  const [count, most] = [often.count / DAY_HOURS, often.most / DAY_HOURS]
  return Number.isInteger(count) && Number.isInteger(most) ? { kind: 'every', count, most, unit: 'day' } : often
}
