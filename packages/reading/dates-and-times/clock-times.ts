import { matchesIn, textAfter, textBefore } from '../words/near.ts'
import { type Read, withoutAll } from '../words/read.ts'
import { COUNTED } from '../words/units.ts'
import { TIMES } from './cues.ts'
import { type OpenHours, type SaidTime, settle, type TimeForm } from './half-of-day.ts'

const AT = /^(?:at|by|@) /i
const AROUND = /^(?:around|about) /i
/** `15:20 hours` is a time on a 24-hour clock. */
const HOURS_AFTER = /^ ?h(?:ou)?rs\b/i
/** The most tablets at one time, where nothing says what is counted. */
const MOST_AT_ONCE = 4

/**
 * Yields times in digits. A bare number is a time after "at", or in a list with another time; with only a part of the
 * day next to it ("20 at night") it may also be an amount of a medication, and right after a name or a number
 * ("symbicort 200 over 6 in the morning") it is an amount.
 * @param taken times that were read in another way, with which these may be listed
 */
export function* onClock(text: string, open: OpenHours, taken: readonly SaidTime[]): Iterable<SaidTime> {
  const free = withoutAll(text, taken)
  const found: SaidTime[] = []
  for (const { 0: words, index, groups = {} } of matchesIn(free, TIMES.clock)) {
    const { lead = '', hour, mark, minute, run, hundred } = groups
    const after = textAfter(text, index + words.length)
    if (COUNTED.test(after) && !(isWritten(hour, mark) && HOURS_AFTER.test(after))) continue
    const minutes = Number(minute ?? run ?? hundred ?? 0)
    const half = open === 'as-said' ? undefined : halfCorrected(text, index, Number(hour), [...taken, ...found])
    const settled = settle(text, { words, at: index }, Number(hour), minutes, half, open)
    if (!settled) continue
    // Hours with four digits are on a 24-hour clock.
    const isWhole = run !== undefined || (hundred !== undefined && hour?.startsWith('0'))
    const time = isWhole ? { ...settled, isHalfOpen: false } : settled
    const isAt = AT.test(lead)
    const trust = isClock(groups, isAt)
      ? 'sure'
      : bareTrust(text, {
          time,
          hour: Number(hour),
          hasMinutes: minute !== undefined,
          mark: hundred === undefined ? (mark ?? '') : 'hundred',
          lead,
          before: textBefore(free, index),
          after,
          listed: listedWith(free, index, [...taken, ...found]),
          others: open === 'as-said' ? found : [...taken, ...found],
          open,
        })
    if (trust === null) continue
    const read: SaidTime = {
      ...time,
      form: formOf(isAt, mark, !time.isHalfOpen),
      isLoose: trust === 'loose',
    }
    found.push(read)
    yield read
  }
}

const isWritten = (hour = '', mark = ''): boolean => mark === ':' || (mark === '.' && hour.length === 2)

/** Returns whether the notation is used only for times: `8:30`, `at 8.30`, `8 o'clock`, `0800 hours`, `at 19h`. */
const isClock = ({ mark, clock, run, french }: Record<string, string | undefined>, isAt: boolean): boolean =>
  mark === ':' || clock !== undefined || run !== undefined || (isAt && (mark === '.' || french !== undefined))

interface Bare {
  time: SaidTime
  hour: number
  hasMinutes: boolean
  mark: string
  lead: string
  before: string
  after: string
  /** The time the list continues with: `at 8, 2 and 10`. */
  listed: SaidTime | null
  others: readonly SaidTime[]
  open: OpenHours
}

/** Returns whether a bare number is a time, or may be one; null when it is not. */
function bareTrust(text: string, bare: Bare): 'sure' | 'loose' | null {
  const { time, hour, hasMinutes, mark, lead, after, listed, others, open } = bare
  const isAt = AT.test(lead)
  // "2.30" without "at" is a number.
  if (mark === '.') return null
  if (mark === 'hundred') return hundredTrust(bare)
  if (isAt && !TIMES.goesOn.test(after) && TIMES.street.test(after)) return null
  const hasPart = hour > 0 && (hour > 12 ? TIMES.partAfter.test(after) : !time.isHalfOpen)
  const isHour = open !== 'as-said' && hour > 0 && hour <= LAST_HOUR
  // "Start at 20" may be an amount, "at 8 and 20" are times.
  if (isAt) return open === 'as-said' && hour > 12 && !hasPart && !hasMinutes && !listed ? 'loose' : 'sure'
  const goesOn = TIMES.goesOn.test(after) || (isHour && TIMES.whoAfter.test(after))
  if (isHour && corrects(text, time.at, others)) {
    if (TIMES.street.test(after)) return null
    if (hasPart || goesOn) return 'sure'
    return hasMinutes ? 'loose' : null
  }
  if (!hasPart && !goesOn) return null
  const isAmount = open === 'as-said' && !hasMinutes && hour <= MOST_AT_ONCE
  if (open === 'as-said' && TIMES.amountAt.test(after)) return null
  if (listed) {
    if (!hasPart && hour > 12 && open === 'as-said') return TIMES.ends.test(after) ? 'sure' : 'loose'
    if (!hasPart) return isAmount ? null : 'sure'
    if (hasMinutes || open !== 'as-said') return 'sure'
    // "At 8 in the morning and 8 at night" are times; "and 20 at night" may be an amount.
    if (others.some(({ words }) => Number(/^\d+/.exec(words)?.[0]) === hour)) return 'sure'
    return isAmount && /night$/i.test(time.words) ? null : 'loose'
  }
  if (hasPart && hour < 13 && corrects(text, time.at, others)) return 'sure'
  if (open !== 'as-said' && / {2}$/.test(bare.before)) {
    if (hasMinutes) return 'sure'
    if (TIMES.correctsNext.test(after)) return 'loose'
  }
  if (!hasPart || hour > 12) return null
  if (open !== 'as-said') return 'sure'
  // "1 in the morning and 2 at night" are amounts of a medication, not times.
  if (isAmount) return null
  if (AROUND.test(lead)) return 'sure'
  return lead !== '' || TIMES.mayLead.test(textBefore(text, time.at)) ? 'loose' : null
}

const LAST_HOUR = 12

/** Returns whether a number corrects a time: `at nine, no, ten in the morning`. */
const corrects = (text: string, at: number, others: readonly SaidTime[]): boolean =>
  others.some((time) => time.at < at && isCorrectedAt(text, time, at))

const isCorrectedAt = (text: string, time: Read<unknown>, at: number): boolean =>
  TIMES.corrected.test(text.slice(time.at + time.words.length, at))

/** Returns the half of the day of the time that a number corrects: `at 6 pm, no, 7`. */
function halfCorrected(text: string, at: number, hour: number, others: readonly SaidTime[]): 'a' | 'p' | undefined {
  const before = others.find((time) => time.at < at && isCorrectedAt(text, time, at))
  if (!before || before.isHalfOpen || hour > LAST_HOUR) return undefined
  return before.value < '12:00' ? 'a' : 'p'
}

/** `at 1600`, `at 0700 and 1900`; after a date an appointment's `1600`. Without a leading zero it may be an amount. */
function hundredTrust({ hour, lead, before, after, listed, open, time }: Bare): 'sure' | 'loose' | null {
  if (hour > 23 || !TIMES.goesOn.test(after)) return null
  if (listed) return listed.isLoose || listed.isHalfOpen ? 'loose' : 'sure'
  if (/^(?:at|@) /i.test(lead)) return time.words.startsWith('0') ? 'sure' : 'loose'
  return open !== 'as-said' && hour > 12 && / {2}$/.test(before) ? 'loose' : null
}

/** Returns the time that a number is followed by in a list, if any. */
function listedWith(text: string, at: number, others: readonly SaidTime[]): SaidTime | null {
  const link = TIMES.link.exec(textBefore(text, at))
  const gap = link ? link[0].length : 1
  return others.find((time) => time.at + time.words.length === at - gap) ?? null
}

const formOf = (isAt: boolean, mark: string | undefined, hasPart: boolean): TimeForm => {
  if (hasPart) return 'half-said'
  if (isAt && mark !== undefined && mark !== ' ') return 'at'
  return mark === ':' ? 'colon' : 'bare'
}

/** `at 6 9 12 3 and 6`, `at 7 30 12 30 and 6`. */
const LIST = /\b(?:at|by|@) (?<list>\d{1,2}(?:(?:,? and|,)? \d{1,2}){2,})(?![\d:%/]|\.\d|[-–]\d| ?[ap]\.?m\b|\p{L})/giu
/** In a list of hours, 12 or fewer is never minutes. */
const FEWEST_MINUTES = 13

/** Yields a medication's times said one after another, with nothing but "and" between them. */
export function* inList(text: string, open: OpenHours, taken: readonly SaidTime[]): Iterable<SaidTime> {
  if (open !== 'as-said') return
  for (const { index, 0: words, groups = {} } of matchesIn(withoutAll(text, taken), LIST)) {
    const { list = '' } = groups
    const start = index + words.length - list.length
    const numbers = matchesIn(list, /\d+/g).map(({ 0: number, index: at }) => ({
      words: number,
      at: start + at,
    }))
    if (COUNTED.test(textAfter(text, start + list.length))) numbers.pop()
    if (numbers.length > 2) yield* timesOf(text, numbers)
  }
}

function* timesOf(text: string, numbers: readonly Omit<Read<unknown>, 'value'>[]): Iterable<SaidTime> {
  for (let index = 0; index < numbers.length; index += 1) {
    const [hour, next] = numbers.slice(index, index + 2)
    if (!hour) return
    const isPair =
      next !== undefined && next.at === hour.at + hour.words.length + 1 && Number(next.words) >= FEWEST_MINUTES
    const words = isPair ? `${hour.words} ${next.words}` : hour.words
    const minutes = isPair ? Number(next.words) : 0
    const time = settle(text, { words, at: hour.at }, Number(hour.words), minutes, undefined, 'as-said')
    if (time) yield time
    if (isPair) index += 1
  }
}
