import { type LocalTime, localTimeOf } from '../calendar.ts'
import type { Cursor, Taken } from './cursor.ts'

/** Which doses there are, where the days and times of a `Schedule` cannot say it. */
export type ReadKind =
  /** `from` and `to` (`HH:MM`) if it is taken only between them. */
  | { kind: 'hours'; everyHours: number; from: LocalTime | null; to: LocalTime | null }
  | { kind: 'after-taken'; hours: number | null; days: number | null }
  /** -1 is the last day of the month. */
  | { kind: 'monthly'; daysOfMonth: number[] }
  | { kind: 'cycle'; daysOn: number; daysOff: number }

const HOURS = ['hours', 'hour', 'hrs', 'hr', 'hourly']
const LONGEST_HOURS = 72

/** Returns the kind that begins there. */
export const kindAt = (cursor: Cursor, at: number): Taken<ReadKind> | null =>
  hoursAt(cursor, at) ?? afterTakenAt(cursor, at) ?? monthlyAt(cursor, at) ?? cycleAt(cursor, at)

const isHalf = (hours: number): boolean => Number.isInteger(hours * 2) && hours >= 1 && hours <= LONGEST_HOURS

/** `every 8 hours`, `every 2 hours from 8 am to 8 pm`. */
function hoursAt(cursor: Cursor, at: number): Taken<ReadKind> | null {
  const every = cursor.after(at, 'every')
  const hours = every === null ? null : cursor.number(every)
  const end = hours && cursor.afterAny(hours.next, HOURS)
  if (!hours || end === null || !isHalf(hours.value)) return null
  const from = cursor.afterAny(end, ['from', 'between'])
  const first = from === null ? null : clockAt(cursor, from)
  const to = first && cursor.afterAny(first.next, ['to', 'until', 'till', 'and'])
  const last = to === null ? null : clockAt(cursor, to)
  if (!first || !last || first.value >= last.value)
    return { value: { kind: 'hours', everyHours: hours.value, from: null, to: null }, next: end }
  return { value: { kind: 'hours', everyHours: hours.value, from: first.value, to: last.value }, next: last.next }
}

/** `8 am`, `8.30 pm`, `20:00`; nothing that leaves the half of the day open. */
function clockAt(cursor: Cursor, at: number): Taken<LocalTime> | null {
  const token = cursor.tokens[at]
  const half = cursor.afterAny(at + 1, ['am', 'pm'])
  const [hour = 0, minute = 0] = (token?.text ?? '').split(/[.:]/).map(Number)
  if (token?.kind === 'clock' && half === null)
    return hour < 24 ? { value: localTimeOf(hour * 60 + minute), next: at + 1 } : null
  if (half === null || !(hour >= 1 && hour <= 12) || !(minute < 60)) return null
  const hours = (hour % 12) + (cursor.tokens[half - 1]?.text === 'pm' ? 12 : 0)
  return { value: localTimeOf(hours * 60 + minute), next: half }
}

/** `8 hours after the last one`. */
function afterTakenAt(cursor: Cursor, at: number): Taken<ReadKind> | null {
  const number = cursor.number(at)
  const hours = number && cursor.afterAny(number.next, HOURS)
  const days = number && cursor.afterAny(number.next, ['days', 'day'])
  const unit = hours ?? days
  const after = unit === null ? null : cursor.afterAny(unit, ['after the', 'after my', 'after your', 'since the'])
  const last = after === null ? null : cursor.afterAny(after, ['last', 'previous'])
  if (!number || last === null) return null
  const next = cursor.past(last, ['one', '1', 'dose', 'tablet', 'capsule', 'patch', 'injection'])
  if (hours !== null)
    return isHalf(number.value) ? { value: { kind: 'after-taken', hours: number.value, days: null }, next } : null
  const isWhole = Number.isInteger(number.value) && number.value >= 1 && number.value <= 365
  return isWhole ? { value: { kind: 'after-taken', hours: null, days: number.value }, next } : null
}

/** `on the 1st and 15th of every month`, `on the last day of the month`. */
function monthlyAt(cursor: Cursor, at: number): Taken<ReadKind> | null {
  const daysOfMonth: number[] = []
  let end = cursor.past(at, ['on', 'the'])
  for (;;) {
    const day = dayOfMonthAt(cursor, cursor.past(end, [',', 'and', 'the']))
    if (!day) break
    daysOfMonth.push(day.value)
    end = day.next
  }
  const of = cursor.after(cursor.past(end, ['day']), 'of')
  const month = of === null ? null : cursor.afterAny(of, ['every month', 'each month', 'the month', 'a month'])
  return daysOfMonth.length > 0 && month !== null ? { value: { kind: 'monthly', daysOfMonth }, next: month } : null
}

function dayOfMonthAt(cursor: Cursor, at: number): Taken<number> | null {
  const last = cursor.after(at, 'last')
  if (last !== null) return { value: -1, next: last }
  const number = cursor.number(at)
  const ending = number && cursor.afterAny(number.next, ['st', 'nd', 'rd', 'th'])
  const isDay = number && Number.isInteger(number.value) && number.value >= 1 && number.value <= 31
  return isDay && ending !== null ? { value: number.value, next: ending } : null
}

const SPAN: Readonly<Record<string, number>> = { day: 1, days: 1, week: 7, weeks: 7 }

/** `21 days on and 7 days off`, `3 weeks on, 1 week off`. */
function cycleAt(cursor: Cursor, at: number): Taken<ReadKind> | null {
  const on = spanAt(cursor, at)
  const isOn = on && cursor.after(on.next, 'on')
  const off = isOn === null ? null : spanAt(cursor, cursor.past(isOn, [',', 'and', 'then']))
  const end = off && cursor.afterAny(off.next, ['off', 'break', 'free'])
  if (!on || !off || end === null) return null
  return { value: { kind: 'cycle', daysOn: on.value, daysOff: off.value }, next: end }
}

function spanAt(cursor: Cursor, at: number): Taken<number> | null {
  const number = cursor.number(at)
  const days = number && SPAN[cursor.tokens[number.next]?.text ?? '']
  const total = number && days ? number.value * days : 0
  return number && Number.isInteger(total) && total >= 1 && total <= 365
    ? { value: total, next: number.next + 1 }
    : null
}

/** Returns the hours of a limit: `at least 4 hours apart`, `at least 4 hours between doses`. */
export function apartAt(cursor: Cursor, at: number): Taken<number> | null {
  const least = cursor.after(at, 'at least')
  const hours = least === null ? null : cursor.number(least)
  const unit = hours && cursor.afterAny(hours.next, HOURS)
  const end =
    unit === null ? null : cursor.afterAny(unit, ['apart', 'between doses', 'between 2 doses', 'between each'])
  return hours && end !== null ? { value: hours.value, next: end } : null
}
