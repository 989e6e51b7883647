import { addDays, isoWeekday, type LocalDate, monthNumber, weekdayNumber } from '../calendar.ts'
import { textBefore } from '../words/near.ts'
import {
  coming,
  existing,
  inWeek,
  nextNumbered,
  nextSuchDay,
  nthWeekday,
  numberedIn,
  spanAfter,
} from './calendar-days.ts'
import { DATES } from './cues.ts'
import { apart, type DateReading, datesOf, type Meant, type Parts } from './said-date.ts'

const RELATIVE: readonly (readonly [RegExp, number])[] = [
  [/\b(?:the )?day after tomorrow\b/gi, 2],
  [/\b(?:tomorrow|tomorow|tommorow|tommorrow)\b/gi, 1],
  [/\b(?:today|tonight|this (?:morning|afternoon|evening))\b/gi, 0],
]
const YESTERDAY = /\byesterday\b/gi

/** Returns the days that a text counts from today, or gives only by weekday or by number. */
export const counted: DateReading = (text, today, rule) => {
  const one = (pattern: RegExp, meant: Parameters<typeof datesOf>[3]) => datesOf(text, pattern, 'counted', meant)
  const isOfAppointment = rule === 'next-such-day'
  return apart(
    [
      one(DATES.fromNow, (parts) => after(baseOf(parts, today), parts)).filter(
        // "for 10 days from tomorrow" is how long a medication is taken, "twice a day from Monday" how often.
        ({ at, words }) =>
          isOfAppointment ||
          (!/\bfor $/i.test(textBefore(text, at)) &&
            !(/^an? /i.test(words) && DATES.aCountBefore.test(textBefore(text, at)))),
      ),
      isOfAppointment ? one(DATES.notThis, (parts) => weekAfter(parts, today)) : [],
      one(DATES.inOn, (parts) => inWeeksOn(parts, today)),
      one(DATES.aWeekOn, (parts) => aWeekOn(parts, today)),
      one(DATES.in, (parts, { words }) => inSpan(parts, words, today)),
      one(DATES.ofMonth, (parts) => weekdayOfMonth(parts, today)),
      one(DATES.weekThenDay, (parts) => ofWeek(parts, today)),
      isOfAppointment ? one(DATES.everyFrom, (parts) => firstOfMany(parts, today)) : [],
      one(DATES.ofWeek, (parts, { at }) => (DATES.oneOfMany.test(textBefore(text, at)) ? null : ofWeek(parts, today))),
      one(DATES.ofShortWeek, (parts) => ofWeek(parts, today)),
      isOfAppointment
        ? [DATES.shortWeekdayAt, DATES.onlyADay].map((day) => one(day, (parts) => ofWeek(parts, today)))
        : [],
      one(DATES.ofThisMonth, (parts) => ofMonth(parts, today)),
      one(DATES.numbered, ({ day }) => ({ value: nextNumbered(Number(day), today) })),
      isOfAppointment
        ? one(DATES.numberedOfAppointment, ({ day }) => ({ value: nextNumbered(Number(day), today) }))
        : [],
      isOfAppointment
        ? one(DATES.onlyNumbered, ({ day }) => ({ value: nextNumbered(Number(day), today), isSure: false }))
        : one(YESTERDAY, () => ({ value: addDays(today, -1) })),
    ].flat(2),
  )
}

export const relative: DateReading = (text, today) =>
  apart(
    RELATIVE.flatMap(([pattern, days]) =>
      datesOf(text, pattern, days === 0 ? 'today' : 'counted', () => ({ value: addDays(today, days) })),
    ),
  )

/** An appointment on a past day of this month is more likely in the next. */
function ofMonth({ day, which, first, later }: Parts, today: LocalDate): Meant {
  const said = (which ?? first ?? '').toLowerCase()
  const number = Number(day ?? later)
  if (said === 'the') return { value: nextNumbered(number, today), isSure: false }
  const value = numberedIn(said === 'next' ? 1 : 0, number, today)
  return value && { value, isSure: value >= today }
}

function weekdayOfMonth({ nth, weekday = '', which, month, year }: Parts, today: LocalDate): Meant {
  const number = nth?.toLowerCase() === 'last' ? 0 : Number(nth?.slice(0, 1))
  const months = which?.toLowerCase() === 'next' ? 1 : 0
  const first =
    month === undefined
      ? numberedIn(months, 1, today)
      : year === undefined
        ? firstOf(monthNumber(month), today)
        : existing(Number(year.replace(/\s/, '')), monthNumber(month), 1)
  const value = first && nthWeekday(first, number, weekdayNumber(weekday))
  return value && { value, isSure: value >= today && which?.toLowerCase() !== 'the', isWeekday: false }
}

/** Returns the first of that month, even of the current one. */
const firstOf = (month: number, today: LocalDate): LocalDate | null =>
  month === Number(today.slice(5, 7)) ? numberedIn(0, 1, today) : nextSuchDay(month, 1, today)

function ofWeek({ which, weekday, short, week, after: later }: Parts, today: LocalDate): Meant {
  const day = weekdayNumber(weekday ?? short ?? '')
  const said = `${which ?? ''} ${week ?? later ?? ''}`.trim().toLowerCase()
  if (/last|past|every|each/.test(said)) return null
  const next = coming(day, today)
  const on = (value: LocalDate, isSure: boolean): Meant => ({ value, isSure, isWeekday: true })
  // "the first Monday" of what?
  if (/^\d/.test(said)) return on(next, false)
  if (/the week after next/.test(said)) return on(inWeek(day, 2, today), true)
  if (/after next/.test(said)) return on(addDays(next, 7), false)
  if (/following/.test(said)) return on(inWeek(day, 1, today), false)
  if (week !== undefined && /next/.test(said)) return on(inWeek(day, 1, today), true)
  // "next Sunday" said on a Friday: in this week, or in the next? Most mean the next; the user is shown that it is a
  // guess.
  if (/next/.test(said)) return on(inWeek(day, 1, today), next === inWeek(day, 1, today))
  return on(next, day !== isoWeekday(today))
}

/** Returns a date a week after a given day; which day "next Thursday" is remains uncertain. */
function weekAfter({ which, weekday = '' }: Parts, today: LocalDate): Meant {
  const day = weekdayNumber(weekday)
  const isNext = which?.toLowerCase() === 'next'
  const from = isNext ? inWeek(day, 1, today) : coming(day, today)
  return { value: addDays(from, 7), isSure: !isNext && day !== isoWeekday(today), isWeekday: true }
}

const firstOfMany = ({ weekday = '' }: Parts, today: LocalDate): Meant => ({
  value: inWeek(weekdayNumber(weekday), 1, today),
  isSure: false,
  isWeekday: true,
})

/** Returns the day that a span is counted from. */
function baseOf({ base, weekday, which }: Parts, today: LocalDate): { value: LocalDate; isSure: boolean } {
  if (weekday === undefined) return { value: /tomorrow/i.test(base ?? '') ? addDays(today, 1) : today, isSure: true }
  const day = weekdayNumber(weekday)
  const value = coming(day, today)
  const isNext = /next/i.test(which ?? '')
  return { value, isSure: isNext ? value === inWeek(day, 1, today) : day !== isoWeekday(today) }
}

const COUNTS: Record<string, number> = { a: 1, an: 1, 'a couple of': 2 }

/** Returns a date some days, weeks, months or years after another; null for "a few". */
function after(from: { value: LocalDate; isSure: boolean }, { count, unit = '', lone }: Parts): Meant {
  const said = lone === undefined ? (count ?? '') : 'a'
  const number = COUNTS[said.toLowerCase()] ?? Number(said)
  if (Number.isNaN(number)) return null
  return {
    value: spanAfter(from.value, number, lone ?? unit),
    isSure: from.isSure && !/couple/i.test(said),
  }
}

/** Spans in months or years, or with "within" and "about", mean a day near that one. */
function inSpan(parts: Parts, words: string, today: LocalDate): Meant {
  const meant = after({ value: today, isSure: true }, parts)
  const isVague = /^within|\babout\b/i.test(words) || /^[my]/i.test(parts.unit ?? '')
  return meant && { ...meant, isSure: meant.isSure === true && !isVague }
}

/** Returns the weekday of a future week; whether it is counted from today or the coming week is uncertain. */
function inWeeksOn({ weekday, later, count, after: from, unit, span }: Parts, today: LocalDate): Meant {
  const meant = after({ value: today, isSure: false }, { count: count ?? from, unit: unit ?? span })
  if (!meant?.value) return null
  return { value: inWeek(weekdayNumber(weekday ?? later ?? ''), 0, meant.value), isSure: false }
}

function aWeekOn(parts: Parts, today: LocalDate): Meant {
  const { later, base, weekday, span = '', whose } = parts
  if (later === undefined) {
    if (base === undefined && weekday === undefined) return null
    return after(baseOf(parts, today), parts)
  }
  const isWeekday = !/^to/i.test(later)
  const from = baseOf(isWeekday ? { weekday: later, which: whose } : { base: later }, today)
  return { value: spanAfter(from.value, 1, span), isSure: from.isSure }
}
