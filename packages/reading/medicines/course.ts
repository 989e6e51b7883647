import { addDays, isoWeekday, type LocalDate } from '../calendar.ts'
import { coming, spanAfter } from '../dates-and-times/calendar-days.ts'
import { datesIn } from '../dates-and-times/dates.ts'
import type { SaidDate } from '../dates-and-times/said-date.ts'
import { correctionsIn, holding, isDenied, type Weighed, weighed } from '../words/corrections.ts'
import { isDoubted } from '../words/doubts.ts'
import { matchesIn, textAfter, textBefore } from '../words/near.ts'
import type { Fact, Read } from '../words/read.ts'
import { CUES } from './cues.ts'

/** From when to when a medication is taken, as far as the words say. */
export interface Course {
  startDate: Fact<LocalDate> | null
  endDate: Fact<LocalDate> | null
  isOngoing: Fact<true> | null
}

/** `I finished the last lot on` the 3rd. */
const ENDED_ON = /\b(?:finished|stopped|ended|completed|came off|ran out)\b[^.;,]{0,40} on (?:the )?$/i
/** `to` gives the end of what begins with a date: `from the 1st to the 10th`. */
const TO_END = /^,?(?: for [^.;,]{1,20})? (?:right |up )?to(?: and including)?(?: the| on)* ?$/i
/**
 * `Monday to Friday`, `Monday until Friday`: days of every week, or the first and last day of one; it cannot be known.
 */
const FROM_DAY_TO_DAY = /^s?,? ?(?:right )?(?:to|-|–|through|thru|until|till|til)(?: and including)? ?$/i
const FROM = /\b(?:from|starting|beginning)(?: on)? $/i

/** "I have been taking it for 2 years" and "every 3 days for 2 months now" say nothing about the end. */
const PAST = /\b(?:been|was|were|had|have had|since)\b[^.;]{0,60}$/i
const PAST_AFTER = /^ (?:now|ago|already|before|old|at a time)\b/i

/** The longest time anyone is told to take something. */
const LONGEST_DAYS = 3660

/**
 * Reads the dates of a medication (specification, section 5: today, tomorrow and tonight start it; a day and month
 * without a year are in this year). A course counts its first day: 10 days from the 1st end on the 10th.
 */
export function readCourse(text: string, today: LocalDate): Course {
  const dates = withoutDayRanges(text, datesIn(text, today, 'this-year')).filter(
    ({ at }) =>
      (CUES.firstWas.test(textBefore(text, at)) || !CUES.leadsElsewhere.test(textBefore(text, at))) &&
      !ENDED_ON.test(textBefore(text, at)),
  )
  const ends = endsAmong(text, dates)
  const starts = dates
    .filter((date) => !ends.includes(date) && mayStart(text, date))
    .map((date) => passed(text, date, today))
  const start = startOf(text, starts, today)
  const [ongoing] = matchesIn(text, CUES.ongoing).filter(({ index }) => !isDenied(text, index))
  const isOngoing: Fact<true> | null = ongoing
    ? { value: true, words: ongoing[0], at: ongoing.index, confidence: 'sure' }
    : null
  if (isOngoing) return { startDate: start, endDate: null, isOngoing }
  const end = endOf(text, ends, start, today) ?? oneDay(text, start, today)
  if (end) return { startDate: start, endDate: end, isOngoing }
  const span = weighed(text, spansIn(text))
  return { ...spanned(span, start, today), isOngoing }
}

/** Returns the end of what is taken on this day only. */
function oneDay(text: string, start: Fact<LocalDate> | null, today: LocalDate): Fact<LocalDate> | null {
  const [only] = matchesIn(text, CUES.oneDay).filter(({ index }) => !isDenied(text, index))
  if (only === undefined || (start !== null && start.value !== today)) return null
  return { value: today, words: only[0], at: only.index, confidence: 'sure' }
}

const between = (text: string, a: Read<unknown>, b: Read<unknown>): string => text.slice(a.at + a.words.length, b.at)

/** Leaves out weekday ranges: `Monday to Friday` is how often. After "from" it may also be a course: a guess. */
function withoutDayRanges(text: string, dates: readonly SaidDate[]): SaidDate[] {
  const isBare = (date: SaidDate | undefined): date is SaidDate => date?.isWeekday === true && !date.words.includes(' ')
  const isRange = (a: SaidDate | undefined, b: SaidDate | undefined): boolean =>
    isBare(a) && isBare(b) && FROM_DAY_TO_DAY.test(between(text, a, b))
  return dates.flatMap((date, index) => {
    const [before, after] = [dates[index - 1], dates[index + 1]]
    const first = isRange(date, after) ? date : isRange(before, date) ? before : undefined
    if (first === undefined) return [date]
    return FROM.test(textBefore(text, first.at)) ? [{ ...date, isSure: false }] : []
  })
}

/** A correction of an end is an end too: `until Friday, no, Saturday`. */
function endsAmong(text: string, dates: readonly SaidDate[]): SaidDate[] {
  const marks = correctionsIn(text)
  const ends: SaidDate[] = []
  for (const [index, date] of dates.entries()) {
    const last = ends.at(-1)
    const isCorrection = last && marks.some((mark) => mark >= last.at + last.words.length - 1 && mark < date.at)
    const before = dates[index - 1]
    const isRange = before !== undefined && TO_END.test(between(text, before, date))
    const lead = textBefore(text, date.at).replace(/ {2,}/g, ' ')
    if (isCorrection || isRange || CUES.leadsToEnd.test(lead) || CUES.endsOn.test(lead)) ends.push(date)
  }
  return ends
}

/** `the first one was on Wednesday`: the last Wednesday. */
const passed = (text: string, date: SaidDate, today: LocalDate): SaidDate =>
  date.isWeekday && date.value > today && CUES.firstWas.test(textBefore(text, date.at))
    ? { ...date, value: addDays(date.value, -7), isSure: false }
    : date

/** Counted days start a medication only if the words say so: "in 2 weeks" is mostly when to come back. */
function mayStart(text: string, { at, form, words }: SaidDate): boolean {
  // "up to" and "moved to" a day: in no case is it a first day.
  if (/\bto (?:the )?$/i.test(textBefore(text, at))) return false
  if (form !== 'counted' || /^(?:tomorrow|tomorow|tommorow)/i.test(words)) return true
  return CUES.leadsToStart.test(textBefore(text, at)) || /^(?:next|this)\b/i.test(words)
}

const HAS_YEAR = /\d{4}|\b\d{2} \d{2}\b/
const FORMS = ['written', 'counted', 'today'] as const

function startOf(text: string, starts: readonly SaidDate[], today: LocalDate): Fact<LocalDate> | null {
  const led = starts.filter(({ at }) => CUES.leadsToStart.test(textBefore(text, at)))
  const among = led.length > 0 ? led : starts
  const [first] = FORMS.map((form) =>
    holding(
      text,
      among.filter((date) => date.form === form),
    ),
  ).filter((date) => date !== null)
  const held = first && holding(text, [first, ...among.filter(({ at }) => at > first.at)])
  return held ? found(held, held.isSure && !isLongPast(held, today) && isUnrivalled(text, held, among)) : null
}

/** Long after the day, the next year is more likely meant: `from the 1st of January`, said in November. */
const LONG_PAST_DAYS = 31

const isLongPast = ({ value, words }: SaidDate, today: LocalDate): boolean =>
  value < addDays(today, -LONG_PAST_DAYS) && !HAS_YEAR.test(words)

/** Returns whether no other day competes with it and nothing casts doubt on it. */
function isUnrivalled(text: string, held: SaidDate, among: readonly SaidDate[]): boolean {
  const all = weighed(
    text,
    [held, ...among.filter((date) => date !== held)].sort((a, b) => a.at - b.at),
  )
  return (
    !isDoubted(text, held) &&
    [all?.value, ...(all?.rivals ?? [])].every((date) => date === undefined || date.value === held.value)
  )
}

const found = (date: SaidDate, isSure: boolean): Fact<LocalDate> => ({
  value: date.value,
  words: date.words,
  at: date.at,
  confidence: isSure ? 'sure' : 'guess',
})

function endOf(
  text: string,
  ends: readonly SaidDate[],
  start: Fact<LocalDate> | null,
  today: LocalDate,
): Fact<LocalDate> | null {
  const end = holding(text, ends)
  if (!end) return null
  const first = start?.value ?? today
  const isSure = end.isSure && isUnrivalled(text, end, ends)
  if (end.value >= first || HAS_YEAR.test(end.words)) return found(end, isSure)
  if (end.isWeekday) return { ...found(end, false), value: coming(isoWeekday(end.value), first) }
  // "until March 5", said in November, means the next one.
  const next = spanAfter(end.value, 1, 'year')
  return next ? { ...found(end, false), value: next } : null
}

interface Span extends Read<{ count: number; unit: string }> {}

function spansIn(text: string): Span[] {
  const marks = correctionsIn(text)
  let last = -1
  return matchesIn(text, CUES.span).flatMap(({ 0: words, index, groups = {} }) => {
    const { count, times, course, lasting, plain, unit = '', tail } = groups
    // "7 days" alone is a course only if the word follows, or if it corrects one.
    const isCorrection = last >= 0 && marks.some((mark) => mark >= last - 1 && mark < index)
    if (plain !== undefined && tail === undefined && !isCorrection) return []
    const number = Number(count ?? times ?? course ?? lasting ?? plain)
    const value = { count: Number.isNaN(number) ? 1 : number, unit }
    if (PAST.test(textBefore(text, index)) || PAST_AFTER.test(textAfter(text, index + words.length))) return []
    if (/supply/i.test(tail ?? '') || value.count < 1) return []
    last = index + words.length
    return [{ value, words, at: index }]
  })
}

function spanned(
  span: Weighed<Span> | null,
  start: Fact<LocalDate> | null,
  today: LocalDate,
): Pick<Course, 'startDate' | 'endDate'> {
  if (!span) return { startDate: start, endDate: null }
  const { value, words, at } = span.value
  const { count, unit } = value
  const first = start?.value ?? today
  const end = spanAfter(first, count, unit.replace(/^night/i, 'day'))
  if (end === null || end > addDays(first, LONGEST_DAYS)) return { startDate: start, endDate: null }
  const endDate: Fact<LocalDate> = {
    value: addDays(end, -1),
    words,
    at,
    // Without a first day the course presumably begins today; of two spans either may be meant.
    confidence: start && span.isSure ? start.confidence : 'guess',
  }
  return { startDate: start ?? { ...endDate, value: today, confidence: 'guess' }, endDate }
}
