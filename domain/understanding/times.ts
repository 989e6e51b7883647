import { isLocalTime, type LocalTime } from '../lib/local-time.ts'
import { matchesIn, textAfter, textBefore } from './near.ts'
import type { Read } from './read.ts'

/** How a time was said, the surest first: with its half of the day, `at 2.30`, `11:15`, `at 3`. */
export type TimeForm = 'half-said' | 'at' | 'colon' | 'bare'

export interface SaidTime extends Read<LocalTime> {
  form: TimeForm
  /** Whether the half of the day follows from nothing that was said about it. */
  isHalfOpen: boolean
}

/** What hours mean where nothing says which half of the day: those of the specification's appointments, or as a clock has them. */
export type OpenHours = 'afternoon-from-1-to-5' | 'as-said'

const MINUTES = '[0-5]\\d'
const PART = '(?:morning|afternoon|evening|night)'

/** What may stand between a time and its part of the day, and between a part of the day and its time. */
const AFTER = new RegExp(
  `^(?:,? +(?:(?:in|of) the|at(?= +night)|on|this|tomorrow|today|every|each|(?:mon|tues|wednes|thurs|fri|satur|sun)day)){0,3} +(?:early |late )?(?<part>${PART}|tonight)\\b`,
  'i',
)
const BEFORE = new RegExp(
  `(?<part>\\b${PART}|\\btonight)s?,?(?: +(?:at|by|around|about|roughly|exactly|is|on|,))*(?: +(?:a|the))? *$`,
  'i',
)

/** A time in words: `half past 8`, `quarter to 9`, `20 minutes past 5`. */
const WORDS =
  /\b(?:(?<half>half)(?: past)?|(?:a )?(?<quarter>quarter) (?<way>past|after|to|before|till|til|of)|(?<minutes>\d{1,2})(?: minutes?)? (?<side>past|after|to|before|till|til)) (?<hour>\d{1,2})(?![\d:.]\d|\d)(?: ?(?<ampm>[ap])\.?m\b)?/gi
const NAMED =
  /\b(?:12 )?(?:(?<noon>noon|midday|noontime)|(?<midnight>midnight))\b|\b12 o['’]?clock (?:at )?(?<late>night)\b/gi
/** `3 pm`, `3:30 pm`, `10.45AM`, `15 30 pm`, `340pm`. */
const WITH_HALF = new RegExp(
  `(?<![\\d.:,/-]|\\d )(?<hour>\\d{1,2})(?:[.:\\s]?(?<minute>${MINUTES}))?\\s?(?<ampm>[ap])\\.?\\s?m\\b`,
  'gi',
)
/** `0800 hours`, `14:00`, `at 2.30`, `at 8 30`, `at 3`. */
const CLOCK = new RegExp(
  `(?<![\\d.:,/-]|\\d )(?<lead>\\b(?:at|by|around|about|from|before|@) )?(?<hour>\\d{1,2})(?:(?<mark>[.:\\s])(?<minute>${MINUTES})|(?<run>\\d{2}) ?(?:hours|hrs|h)\\b|(?<french>h)\\b)?(?<clock> o['’]?clock)?(?![\\d:%/]|\\.\\d|[-–]\\d|(?:st|nd|rd|th)\\b|\\p{L})`,
  'giu',
)

/** What stands after a bare hour: the end, or a word that goes on with something else; not what is counted, and no street. */
const GOES_ON =
  /^\s*(?:$|[,;!?)]|\.(?:\s|$)|(?:o['’]?clock|on|and|or|with|for|in|at|to|by|today|tomorrow|tonight|this|next|every|each|daily|please|then|instead|if|until|till|would|works|sharp|ish|is|starting|from|because|but|so|actually|no|sorry|make|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?\b)/i
const COUNTED =
  /^[\s-]*(?:mg|mcg|µg|g|gm|ml|mls|iu|cc|units?|milli\p{L}*|micro\p{L}*|gram\p{L}*|tab\p{L}*|cap\p{L}*|pills?|puffs?|drops?|sprays?|patch\p{L}*|sachets?|spoon\p{L}*|tea\p{L}*|times?|days?|weeks?|months?|years?|hours?|hourly|hrs?|minutes?|mins?|percent|per cent|x|per|more|of)(?!\p{L})/iu

/**
 * The times a free text names, in its order.
 * @param text plain (`plainText`), without its dates
 */
export function timesIn(text: string, open: OpenHours): SaidTime[] {
  const taken: SaidTime[] = []
  for (const reading of [inWords, named, withHalf, onClock])
    for (const time of reading(text, open, taken)) if (!overlaps(time, taken)) taken.push(time)
  return taken.sort((a, b) => a.at - b.at)
}

type Reading = (text: string, open: OpenHours, taken: readonly SaidTime[]) => Iterable<SaidTime>

const overlaps = (time: Read<unknown>, taken: readonly Read<unknown>[]): boolean =>
  taken.some(({ at, words }) => at < time.at + time.words.length && time.at < at + words.length)

const inWords: Reading = function* (text, open) {
  for (const { 0: words, index, groups = {} } of matchesIn(text, WORDS)) {
    const { half, quarter, way, side, hour, ampm } = groups
    const rest = textAfter(text, index + words.length)
    // "half eight" is half past eight where a time is meant: after "at" or before a part of the day, never "half 2 tablets".
    const isLoose = half !== undefined && !/past/i.test(words) && !AFTER.test(rest)
    if (isLoose && !/\b(?:at|around|about|by),? $/i.test(textBefore(text, index))) continue
    if (COUNTED.test(rest)) continue
    const away = half ? 30 : quarter ? 15 : Number(groups.minutes)
    const before = /^(?:to|before|till|til|of)$/i.test(way ?? side ?? '')
    if (away > 59 || Number(hour) > 23) continue
    const time = settle(text, { words, at: index }, Number(hour), 0, ampm, open)
    if (!time) continue
    yield { ...time, value: shifted(time.value, before ? -away : away), form: 'half-said' }
  }
}

const named: Reading = function* (text) {
  for (const { 0: words, index, groups = {} } of matchesIn(text, NAMED)) {
    const value = (groups.noon ? '12:00' : '00:00') as LocalTime
    yield { value, words, at: index, form: 'half-said', isHalfOpen: false }
  }
}

const withHalf: Reading = function* (text, open) {
  for (const { 0: words, index, groups = {} } of matchesIn(text, WITH_HALF)) {
    const { hour, minute = '00', ampm } = groups
    const time = settle(text, { words, at: index }, Number(hour), Number(minute), ampm, open)
    if (time) yield { ...time, form: 'half-said' }
  }
}

const onClock: Reading = function* (text, open, taken) {
  let last = -1
  for (const { 0: words, index, groups = {} } of matchesIn(text, CLOCK)) {
    const { lead, hour, mark, minute, run } = groups
    const after = textAfter(text, index + words.length)
    if (COUNTED.test(after)) continue
    const time = settle(text, { words, at: index }, Number(hour), Number(minute ?? run ?? 0), undefined, open)
    if (!time) continue
    const isAt = AT.test(lead ?? '')
    const isListed = continues(text, index, last, taken)
    if (!isClock(groups, isAt)) {
      // "2.30" without "at" is a number. "About 3" and "from 3 to 5 days" are no times of day; "at 3" and "3 in the afternoon" are.
      if (mark === '.' || !(isListed || isAt || !time.isHalfOpen)) continue
      if (time.isHalfOpen && !GOES_ON.test(after)) continue
      // "1 in the morning and 2 at night" is how much of a medicine, not when.
      if (open === 'as-said' && !isAt && mark === undefined && Number(hour) <= MOST_AT_ONCE) continue
    }
    last = index + words.length
    yield { ...time, form: formOf(isAt, mark, !time.isHalfOpen) }
  }
}

const AT = /^(?:at|by|@) /i

/** Whether something is written as only times are: `8:30`, `at 8.30`, `8 o'clock`, `0800 hours`, `at 19h`. */
const isClock = ({ mark, clock, run, french }: Record<string, string | undefined>, isAt: boolean): boolean =>
  mark === ':' || clock !== undefined || run !== undefined || (isAt && (mark === '.' || french !== undefined))

/** Of tablets, where nothing says what is counted. */
const MOST_AT_ONCE = 4

/** Whether a number goes on with a list of times: `at 8, 2 and 10`. */
function continues(text: string, at: number, last: number, taken: readonly SaidTime[]): boolean {
  const link = LINK.exec(textBefore(text, at))
  if (!link) return false
  const end = at - link[0].length
  return last === end || taken.some((time) => time.at + time.words.length === end)
}

const LINK = /(?:,| and| &|, and|,? and (?:again|then)|,? then|,? plus| or) $/i

const formOf = (isAt: boolean, mark: string | undefined, hasPart: boolean): TimeForm => {
  if (hasPart) return 'half-said'
  if (isAt && mark !== undefined && mark !== ' ') return 'at'
  return mark === ':' ? 'colon' : 'bare'
}

/** A time with the half of the day that is said with it, beside it, or nowhere. */
function settle(
  text: string,
  place: { words: string; at: number },
  hour: number,
  minute: number,
  ampm: string | undefined,
  open: OpenHours,
): SaidTime | null {
  const end = place.at + place.words.length
  const after = AFTER.exec(text.slice(end, end + 60))
  const before = BEFORE.exec(textBefore(text, place.at))
  const lead = /^(?:at|by|around|about|from|before|@) /i.exec(place.words)?.[0].length ?? 0
  const part = (ampm ?? after?.groups?.part ?? before?.groups?.part)?.toLowerCase()
  const value = timeOf(hourIn(hour, part, open), minute)
  if (value === null) return null
  const words = ampm === undefined && after ? place.words + after[0] : place.words
  return {
    value,
    words: words.slice(lead),
    at: place.at + lead,
    form: 'bare',
    isHalfOpen: part === undefined && hour > 0 && hour < 13,
  }
}

/** Hours above 12 are 24-hour ones, whatever half of the day is said with them: `15:30 pm`. */
function hourIn(hour: number, part: string | undefined, open: OpenHours): number {
  if (hour > 12) return hour
  switch (part) {
    case undefined:
      return open === 'afternoon-from-1-to-5' && hour >= 1 && hour <= 5 ? hour + 12 : hour
    case 'a':
    case 'morning':
      return hour % 12
    case 'night':
    case 'tonight':
      // Nobody says "two at night" for the afternoon.
      return hour === 12 ? 0 : hour < 5 ? hour : hour + 12
    default:
      return (hour % 12) + 12
  }
}

function timeOf(hour: number, minute: number): LocalTime | null {
  const text = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  return isLocalTime(text) ? text : null
}

const DAY_MINUTES = 24 * 60

function shifted(time: LocalTime, minutes: number): LocalTime {
  const total = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + minutes + DAY_MINUTES
  return timeOf(Math.floor((total % DAY_MINUTES) / 60), total % 60) ?? time
}
