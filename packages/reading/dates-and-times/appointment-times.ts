import { type LocalTime, localTimeOf, minutesOfDay } from '../calendar.ts'
import { CHANGE } from '../words/corrections.ts'
import { matchesIn, textAfter, textBefore } from '../words/near.ts'
import { COUNTED } from '../words/units.ts'
import { TIMES } from './cues.ts'
import { type SaidTime, settle } from './half-of-day.ts'

/** An hour, with its minutes and half of the day, as one end of a span. */
const end = (name: string): string =>
  String.raw`(?<${name}Hour>\d{1,2})(?:[:. ](?<${name}Minute>[0-5]\d))?(?: o['’]?clock)?(?: ?(?<${name}Half>[ap])\.?m\b)?`
/** `from 9 till 10 am`, `2 to 3 pm`, `between 9 and 12`, `9.30-10.30`. */
const SPAN = new RegExp(
  // The possible first characters come first: they are cheaper to search for than what must not precede a span.
  String.raw`(?=[fba@\d])(?<![\p{L}\d.:,/$£€-]|\d )(?:(?<lead>from|between|at|around|about|by|@) )?${end('from')} ?(?<link>to|till|til|until|and|-|–) ?(?:at |about |around )?${end('to')}(?![\d:%/]|\.\d|[-–]\d|(?:st|nd|rd|th)\b|\p{L}| \d)`,
  'giu',
)
/** Numbers of minutes that are said without the word: `10 to 11`, `25 to 3`. */
export const isMinutesTo = (minutes: number): boolean => [5, 10, 20, 25].includes(minutes)
/** Returns whether a text ends with what something is moved from: `rescheduled from`. */
export const isChangedFrom = (before: string): boolean => / from $/i.test(before) && CHANGE.test(before)
/** The longest appointment given in so few words as `5 to 6`, in hours. */
const LONGEST_UNLED = 2
const HOURS = 12
const HALF_DAY = HOURS * 60

/**
 * Yields the spans of an appointment, each as its beginning; a user who is to come `between 9 and 12` has to ask when.
 * `5 to 3` and `at 10 to 11` are clock times.
 * @param text plain, without its dates
 */
export function* spansIn(text: string): Iterable<SaidTime> {
  for (const { 0: words, index, groups = {} } of matchesIn(text, SPAN)) {
    const { lead = '', link = '' } = groups
    const before = textBefore(text, index)
    const after = textAfter(text, index + words.length)
    if (COUNTED.test(after) || TIMES.noTimesBefore.test(before)) continue
    if (/^and$/i.test(link) !== /^between$/i.test(lead)) continue
    if (isChangedFrom(`${before}${lead} `)) {
      const time = changedTo(text, { words, at: index }, groups)
      if (time) yield time
      continue
    }
    const trust = spanTrust(groups, TIMES.partAfter.test(after))
    if (trust === null) continue
    const start = startOf(text, { words, at: index }, groups)
    if (start)
      yield {
        ...start,
        form: start.isHalfOpen ? 'bare' : 'half-said',
        isLoose: start.isLoose || trust === 'loose',
      }
  }
}

const settled = (
  text: string,
  place: { words: string; at: number },
  [hour = '', minute = '00', half]: readonly (string | undefined)[],
): SaidTime | null => settle(text, place, Number(hour), Number(minute), half, 'afternoon-from-1-to-5')

/** `moved from 2 to 3`: the second is the time, in the same half of the day as the first. */
function changedTo(
  text: string,
  { words, at }: { words: string; at: number },
  { fromHalf, toHour = '', toMinute, toHalf = fromHalf }: Record<string, string | undefined>,
): SaidTime | null {
  const link = /(?:to|till?|until|and|-|–)(?=[^a-z]{1,20}(?:at |about |around )?\d)/i.exec(words)?.index ?? 0
  const from = words.indexOf(toHour, link)
  const place = { words: words.slice(from), at: at + from }
  return settled(text, place, [toHour, toMinute, toHalf])
}

/** Returns whether two numbers are the ends of a span, or may be; null where they are a clock time. */
function spanTrust(groups: Record<string, string | undefined>, hasPart: boolean): 'sure' | 'loose' | null {
  const { lead = '', link = '', fromHour, fromMinute, fromHalf, toHour, toHalf } = groups
  if (/^between$/i.test(lead)) return 'loose'
  if (fromMinute !== undefined || fromHalf !== undefined || /^from$/i.test(lead)) return 'sure'
  if (!/^(?:to|till|til)$/i.test(link)) return 'sure'
  const from = Number(fromHour)
  if (from > HOURS) return from < 24 && !isMinutesTo(from) ? 'sure' : null
  if (!isMinutesTo(from)) return 'sure'
  // "10 to 11" may be ten minutes before 11, "10 to 11 am" hardly; "at 10 to 11" is not a span of an hour.
  const hours = (Number(toHour) - from + HOURS) % HOURS
  const isClock = lead !== '' || (toHalf === undefined && !hasPart) || hours < 1 || hours > LONGEST_UNLED
  return isClock ? null : 'loose'
}

/** Returns the beginning, in the half of the day that its end is in, if that is later; null if it is not a time. */
function startOf(
  text: string,
  { words, at }: { words: string; at: number },
  groups: Record<string, string | undefined>,
): SaidTime | null {
  const { fromHour, fromMinute, fromHalf, toHour, toMinute, toHalf } = groups
  const last = settled(text, { words, at }, [toHour, toMinute, toHalf])
  const alone = settled(text, { words, at }, [fromHour, fromMinute, fromHalf])
  if (!last || !alone || Number(toHour) > 23) return null
  const isOpen = fromHalf === undefined && !last.isHalfOpen && Number(fromHour) <= HOURS
  if (!isOpen) return { ...alone, isHalfOpen: fromHalf === undefined && alone.isHalfOpen }
  const halves = ['a', 'p'].map((half) => settled(text, { words, at }, [fromHour, fromMinute, half]))
  const [start] = halves
    .filter((time): time is SaidTime => time !== null && time.value < last.value)
    .sort((a, b) => b.value.localeCompare(a.value))
  // "11 to 1 pm": the two ends are in different halves of the day.
  return start ? { ...start, isHalfOpen: false, isLoose: halfOf(start.value) !== halfOf(last.value) } : alone
}

const halfOf = (time: LocalTime): number => Math.floor(minutesOfDay(time) / HALF_DAY)

/** Yields appointment times in formats that only cards and letters use. */
export function* printedIn(text: string): Iterable<SaidTime> {
  for (const { 0: words, index, groups = {} } of matchesIn(text, TIMES.printed)) {
    const { frenchHour, frenchMinute, shortHour, shortMinute, half } = groups
    const { pointHour, pointMinute, wholeHour, wholeMinute } = groups
    const isPlain = frenchHour === undefined && shortHour === undefined
    if (isPlain && !TIMES.ledToTime.test(textBefore(text, index))) continue
    const rest = textAfter(text, index + words.length)
    if (wholeHour !== undefined && !TIMES.endsTime.test(rest)) continue
    const hour = Number(frenchHour ?? shortHour ?? pointHour ?? wholeHour)
    const minute = Number(frenchMinute ?? shortMinute ?? pointMinute ?? wholeMinute)
    const time = settle(text, { words, at: index }, hour, minute, half, 'afternoon-from-1-to-5')
    if (!time) continue
    // On a 24-hour clock.
    const isWhole = frenchHour !== undefined || wholeHour !== undefined
    const value = isWhole ? localTimeOf(hour * 60 + minute) : time.value
    yield { ...time, value, isHalfOpen: time.isHalfOpen && !isWhole, form: 'colon' }
  }
}
/** `0930`, `1415`, right before a removed date. */
const WHOLE_BEFORE_DATE =
  /(?<![\p{L}\d.:,/$£€-]|\d )(?<hour>[01]\d|2[0-3])(?<minute>[0-5]\d)(?=(?: sorry)?(?: on| for)?(?: the)? {2,})/gu
/** After a removed date, or "time", what comes next is a time. */
const AFTER_DATE = /(?: {2},? ?|\btime,? )$/i

/**
 * Yields hours and minutes without a lead (`thursday ten forty st mary's`): after a date they are a time; elsewhere
 * they may be one if no other was given.
 * @param taken the times that were read in another way
 */
export function* spokenIn(text: string, taken: readonly SaidTime[]): Iterable<SaidTime> {
  for (const { 0: words, index, groups = {} } of matchesIn(text, TIMES.spoken)) {
    const before = textBefore(text, index)
    const after = textAfter(text, index + words.length)
    if (TIMES.numberedBefore.test(before) || COUNTED.test(after) || TIMES.streetAfter.test(after)) continue
    const isAfterDate = AFTER_DATE.test(before) || TIMES.ofAppointmentAfter.test(after)
    if (!isAfterDate && taken.length > 0) continue
    const time = settled(text, { words, at: index }, [groups.hour, groups.minute, undefined])
    if (time) yield { ...time, isLoose: !isAfterDate }
  }
  if (taken.length > 0) return
  for (const { 0: words, index, groups = {} } of matchesIn(text, WHOLE_BEFORE_DATE)) {
    if (TIMES.numberedBefore.test(textBefore(text, index))) continue
    const time = settled(text, { words, at: index }, [groups.hour, groups.minute, undefined])
    if (time) yield { ...time, value: localTimeOf(Number(groups.hour) * 60 + Number(groups.minute)), isLoose: true }
  }
}
