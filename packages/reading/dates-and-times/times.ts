import { type LocalTime, minutesOfDay } from '../calendar.ts'
import { matchesIn, textAfter, textBefore } from '../words/near.ts'
import { COUNTED } from '../words/units.ts'
import { isChangedFrom, isMinutesTo, printedIn, spansIn, spokenIn } from './appointment-times.ts'
import { inList, onClock } from './clock-times.ts'
import { TIMES } from './cues.ts'
import { type OpenHours, type SaidTime, settle, shifted } from './half-of-day.ts'
import { overlaps } from './said-date.ts'

export type { OpenHours, SaidTime } from './half-of-day.ts'

const MINUTES = '[0-5]\\d'
const NAMED =
  /\b(?:12 )?(?:(?<noon>noon|midday|noontime)|(?<midnight>midnight))\b|\b12 o['’]?clock (?:at )?(?<late>night)\b/gi
/** `3 pm`, `3:30 pm`, `10.45AM`, `15 30 pm`, `340pm`. */
const WITH_HALF = new RegExp(
  `(?<![a-z\\d.:,/-]|(?<!\\d )\\b(?:0?\\d|1[0-2]) )(?<hour>\\d{1,2})(?:(?<mark>[.:\\s]?)(?<minute>${MINUTES}))?\\s?(?<ampm>[ap])\\.?\\s?m\\b`,
  'gi',
)

/**
 * Returns the times in a free text, in its order.
 * @param text plain (`plainText`), without its dates
 */
export function timesIn(text: string, open: OpenHours): SaidTime[] {
  const taken: SaidTime[] = []
  for (const reading of READINGS[open])
    for (const time of reading(text, open, taken)) if (!overlaps(time, taken)) taken.push(time)
  return taken.sort((a, b) => a.at - b.at)
}

type Reading = (text: string, open: OpenHours, taken: readonly SaidTime[]) => Iterable<SaidTime>

const inWords: Reading = function* (text, open) {
  for (const { 0: words, index, groups = {} } of matchesIn(text, TIMES.words)) {
    const { half, quarter, way, side, hour, ampm } = groups
    const rest = textAfter(text, index + words.length)
    // "half eight" is half past eight where a time is expected: after "at" or before a part of the day, but never in
    // "half 2 tablets".
    const isHalf = half !== undefined && !/past/i.test(words) && !TIMES.partAfter.test(rest)
    const isLed = TIMES.led.test(textBefore(text, index))
    if (isHalf && open === 'as-said' && !isLed) continue
    // Appointments involve no halves, so right next to the date "half eight" is a time.
    const isApart = isHalf && !isLed && !TIMES.goesOn.test(rest) && !isBesideDate(textBefore(text, index), rest)
    if (COUNTED.test(rest)) continue
    // "From 10 to 20" and "5 to 10 at night" are amounts of a medication.
    const isRange = open === 'as-said' && /^\d+ (?!past|min)/i.test(words) && !isLed
    if (isRange && !(TIMES.partAfter.test(rest) && Number(groups.minutes) > Number(hour))) continue
    // "Moved from 2 to 3", "levels 2 to 3": nobody gives so few minutes without the word, and a change is between two
    // hours.
    const isHours = open !== 'as-said' && /^\d+ (?:to|till?)\b/i.test(words)
    if (isHours && (!isMinutesTo(Number(groups.minutes)) || isChangedFrom(textBefore(text, index)))) continue
    const away = half ? 30 : quarter ? 15 : Number(groups.minutes)
    const before = /^(?:to|before|till|til|of)$/i.test(way ?? side ?? '')
    if (away > 59 || Number(hour) > 23) continue
    const time = settle(text, { words, at: index }, Number(hour), 0, ampm, open)
    if (!time) continue
    yield { ...time, value: shifted(time.value, before ? -away : away), form: 'half-said', isLoose: isApart }
  }
}

/** Returns whether a date was removed right before or after. */
const isBesideDate = (before: string, after: string): boolean => / {2},? ?$/.test(before) || /^ {2,}/.test(after)

const named: Reading = function* (text) {
  for (const { 0: words, index, groups = {} } of matchesIn(text, NAMED)) {
    const value = (groups.noon ? '12:00' : '00:00') as LocalTime
    yield { value, words, at: index, form: 'half-said', isHalfOpen: false, isLoose: false }
  }
}

const withHalf: Reading = function* (text, open) {
  for (const { 0: words, index, groups = {} } of matchesIn(text, WITH_HALF)) {
    const { hour = '', mark = '', minute = '00', ampm } = groups
    const isSpaced = mark === ' '
    // "Lipitor 20 10 pm" is an amount and a time.
    const isApart = isSpaced && Number(hour) > 12 && Number(minute) <= 12
    const from = isApart ? hour.length + 1 : 0
    const place = { words: words.slice(from), at: index + from }
    const [hours, minutes] = isApart ? [minute, '00'] : [hour, minute]
    const time = settle(text, place, Number(hours), Number(minutes), ampm, open)
    // "Lantus 10 10 pm" may be either, "lantus 10 30 pm" hardly.
    const isLoose =
      open === 'as-said' &&
      isSpaced &&
      !isApart &&
      Number(minute) <= LAST_HOUR &&
      !TIMES.led.test(textBefore(text, index)) &&
      !TIMES.mayLead.test(textBefore(text, index))
    if (time) yield { ...time, form: 'half-said', isLoose }
  }
}
const ITEM = /(?<hour>\d{1,2})(?:[:.](?<minute>\d\d))?(?: ?(?<ampm>[ap])\.?m\b)?/gi

const listed: Reading = function* (text, open) {
  if (open !== 'as-said') return
  for (const { 0: list, index } of matchesIn(text, TIMES.list)) {
    const items = matchesIn(list, ITEM)
    const isMixed = items.some(({ groups }) => groups?.ampm === undefined) && items.at(-1)?.groups?.ampm !== undefined
    if (!isMixed || items.some(({ groups }) => Number(groups?.hour) > 12)) continue
    let last = -1
    for (const { 0: words, index: at, groups = {} } of items) {
      const { hour, minute = '00', ampm } = groups
      const halves = ampm === undefined ? ['a', 'p'] : [ampm]
      const times = halves.flatMap(
        (half) => settle(text, { words, at: index + at }, Number(hour), Number(minute), half, open) ?? [],
      )
      const time = times.find(({ value }) => minutesOfDay(value) > last)
      if (!time) continue
      last = minutesOfDay(time.value)
      yield { ...time, form: 'half-said' }
    }
  }
}
const LAST_HOUR = 12

const ANY: readonly Reading[] = [inWords, named, listed, withHalf, inList, onClock]
/** In the order in which they take their parts of a text. */
const READINGS: Record<OpenHours, readonly Reading[]> = {
  'as-said': ANY,
  'afternoon-from-1-to-5': [spansIn, printedIn, ...ANY, (text, _, taken) => spokenIn(text, taken)],
}
