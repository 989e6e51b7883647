import { addDays, isoWeekday, type LocalDate, weekdayNumber } from '../calendar.ts'
import { matchesIn, textAfter, textBefore } from '../words/near.ts'
import { numberedIn, spanAfter } from './calendar-days.ts'
import { counted, relative } from './counted-dates.ts'
import { DATES } from './cues.ts'
import { isOfHoliday } from './holidays.ts'
import { overlaps, type SaidDate, type YearRule } from './said-date.ts'
import { isSpan, isUnbooked, roughly } from './unbooked.ts'
import { written } from './written-dates.ts'

/**
 * Returns the dates in a free text, in its order (specification, section 5). Day first; month first only where day
 * first is impossible (readings). Dates that no calendar has are left out. A day given twice (`Thursday the 5th`) is
 * one date, and a guess if the two disagree; so is a date that the words around it move away from the day
 * (`before Friday`, `around the 5th`, `Friday in a few weeks`). A weekday tied to a holiday that no rule covers is left
 * out, and so is `in six weeks` for an appointment that is not booked.
 * @param text plain (`plainText`)
 * @param today in the plan zone
 */
export function datesIn(text: string, today: LocalDate, year: YearRule): SaidDate[] {
  const found: SaidDate[] = []
  for (const reading of [written, counted, relative])
    for (const date of reading(text, today, year)) {
      const isUnknown =
        year === 'next-such-day' &&
        ((date.isWeekday && isOfHoliday(text, date)) ||
          isOfNow(text, date, today) ||
          isOfStreet(text, date) ||
          (isSpan(date) && isUnbooked(text)))
      if (!isUnknown && !overlaps(date, found)) found.push(date)
    }
  found.sort((a, b) => a.at - b.at)
  const said = saidOnce(
    text,
    found.map((date, index) => correctedIn(text, inMonthOf(text, date, found[index + 1]), found[index - 1])),
  )
  const placed = said.map((date) => moved(text, date, year))
  return year === 'next-such-day' ? onLabelledDay(text, placed).map((date) => roughly(text, date)) : placed
}
const TELLS_TODAY = /^(?:['’]?s| is)(?: a)? (?<day>(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i

/** Returns whether a date only says what day it is today. */
function isOfNow(text: string, { at, words, form, isWeekday }: SaidDate, today: LocalDate): boolean {
  const before = textBefore(text, at)
  const isDay = (name?: string): boolean => name !== undefined && weekdayNumber(name) === isoWeekday(today)
  if (form === 'today')
    return DATES.asksToday.test(before) || isDay(TELLS_TODAY.exec(textAfter(text, at + words.length))?.groups?.day)
  const link = isWeekday && isDay(words) ? DATES.todayBefore.exec(before) : null
  if (!link) return false
  return /today(?:['’]?s| is)/i.test(link[0]) || DATES.asksToday.test(before.slice(0, link.index))
}
const isOfStreet = (text: string, { at, words, isWeekday }: SaidDate): boolean =>
  isWeekday && !words.includes(' ') && DATES.streetAfter.test(textAfter(text, at + words.length))

/** `the 3rd or 4th of March`, `from the 28th to the 3rd of March`: the month is given once. */
function inMonthOf(text: string, date: SaidDate, next: SaidDate | undefined): SaidDate {
  if (rank(date) !== NUMBERED || next?.form !== 'written') return date
  const link = DATES.toNext.exec(text.slice(date.at + date.words.length, next.at))
  if (!link) return date
  const day = Number.parseInt(date.words, 10)
  const isMonthBefore = link.groups?.range !== undefined && day > Number(next.value.slice(8))
  const value = numberedIn(isMonthBefore ? -1 : 0, day, next.value)
  return value ? { ...date, value, isSure: date.isSure && next.isSure } : date
}

/** `the 23rd of December, no, the 24th`: the month of the one it corrects. */
function correctedIn(text: string, date: SaidDate, before: SaidDate | undefined): SaidDate {
  if (rank(date) !== NUMBERED || before?.form !== 'written') return date
  if (!DATES.correcting.test(text.slice(before.at + before.words.length, date.at))) return date
  const value = numberedIn(0, Number.parseInt(date.words.replace(/^\D+/, ''), 10), before.value)
  return value ? { ...date, value, isSure: false } : date
}

/** Merges adjacent dates that mean one day: the number is more reliable than the weekday. */
function saidOnce(text: string, dates: readonly SaidDate[]): SaidDate[] {
  const kept: SaidDate[] = []
  for (const next of dates) {
    const last = kept.at(-1)
    const between = last && text.slice(last.at + last.words.length, next.at)
    if (last && between !== undefined && DATES.saidAgain.test(between) && meanOneDay(last, next))
      kept[kept.length - 1] = asOne(text, last, next)
    else kept.push(next)
  }
  return kept
}

const NUMBERED = 2

/** Ranks how exact a date is: by its weekday, counted from today, by its number, or written as a calendar date. */
const rank = ({ form, isWeekday, words }: SaidDate): number => {
  if (form === 'written') return 3
  if (isWeekday) return 0
  return /\d(?:st|nd|rd|th)\b/i.test(words) ? NUMBERED : 1
}

/** Two weekdays, or two dates of the calendar, are two days. */
const meanOneDay = (a: SaidDate, b: SaidDate): boolean => rank(a) !== rank(b) || a.value === b.value

function asOne(text: string, a: SaidDate, b: SaidDate): SaidDate {
  const [surer, other] = rank(a) >= rank(b) ? [a, b] : [b, a]
  const agree = other.isWeekday ? isoWeekday(surer.value) === isoWeekday(other.value) : surer.value === other.value
  const words = text.slice(a.at, b.at + b.words.length)
  return { ...surer, at: a.at, words, isSure: surer.isSure && agree }
}

/** `Day: Thursday`, `DAY Mon`, in a separate field. */
const DAY_FIELD =
  /\b(?:week)?day ?[:.-]? ?(?<day>(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?)\b(?! ?(?:-|–|to|and|&)(?: |\p{L}))/giu

/**
 * A card with a field for the weekday gives the same day as its date: a field that disagrees makes the date a guess,
 * and its weekday is not a second date.
 */
function onLabelledDay(text: string, dates: readonly SaidDate[]): SaidDate[] {
  const days = matchesIn(text, DAY_FIELD).map(({ 0: words, index, groups }) => ({
    number: weekdayNumber(groups?.day ?? ''),
    at: index,
    end: index + words.length,
  }))
  const [day] = days
  const exact = dates.filter((date) => rank(date) >= NUMBERED)
  if (!day || days.length > 1 || exact.length !== 1) return [...dates]
  const isField = (date: SaidDate) => date.isWeekday && date.at >= day.at && date.at < day.end
  return dates
    .filter((date) => rank(date) >= NUMBERED || !isField(date))
    .map((date) =>
      rank(date) >= NUMBERED && isoWeekday(date.value) !== day.number ? { ...date, isSure: false } : date,
    )
}

/** Returns whether a date is not on the weekday right before it: one of the two is wrong. */
function disagrees(text: string, date: SaidDate): boolean {
  const short = DATES.shortWeekdayBefore.exec(textBefore(text, date.at))?.groups?.short
  return date.form === 'written' && short !== undefined && weekdayNumber(short) !== isoWeekday(date.value)
}
/** `the day after` Easter Monday. */
const DAY_BESIDE = /\b(?:the )?day (?<way>after|before) (?:the )?$/i

/** Returns a date that the words around it move to another day. */
function moved(text: string, date: SaidDate, rule: YearRule): SaidDate {
  const before = textBefore(text, date.at)
  const span = DATES.spanBefore.exec(before)
  // "3 times a day from the 3rd" and "for 10 days from the 3rd" say how a medication is taken.
  if (span && rule === 'next-such-day') {
    const { count = '', unit = '' } = span.groups ?? {}
    const value = spanAfter(date.value, Number.parseInt(count, 10) || 1, unit)
    if (value) return { ...date, value, isSure: false, at: date.at - span[0].length, words: span[0] + date.words }
  }
  const beside = DAY_BESIDE.exec(before)
  if (beside && date.form === 'written' && !/\d/.test(date.words) && rule === 'next-such-day') {
    const value = addDays(date.value, beside.groups?.way?.toLowerCase() === 'after' ? 1 : -1)
    const at = date.at - beside[0].length
    return { ...date, value, isSure: false, at, words: beside[0] + date.words }
  }
  const isAway =
    disagrees(text, date) ||
    DATES.awayBefore.test(before) ||
    DATES.countedFrom.test(before) ||
    (date.form !== 'written' && DATES.awayAfter.test(textAfter(text, date.at + date.words.length)))
  return isAway ? { ...date, isSure: false } : date
}
