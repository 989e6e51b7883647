import { type LocalTime, localTimeOf, minutesOfDay } from '../calendar.ts'
import { type SaidTime, timesIn } from '../dates-and-times/times.ts'
import type { DayPart, Frequency } from '../directions/frequency.ts'
import { readParts } from '../how-often/day-parts.ts'
import { correctionsIn, isDenied } from '../words/corrections.ts'
import { isDoubted } from '../words/doubts.ts'
import { textAfter, textBefore } from '../words/near.ts'
import { type AskAbout, type Fact, without } from '../words/read.ts'
import { COUNTED } from '../words/units.ts'
import { CUES } from './cues.ts'
import { dosagesIn } from './dosage.ts'
import { lasts, listedBeside, onlyMeal, pairedWith, placedIn } from './parts-of-day.ts'

const HALF_DAY = 12 * 60
/** `8 am and pm`. */
const BOTH_HALVES = /^ ?(?:and|&) ?pm\b/i

const AND_NIGHT = /^ (?:and|&) (?:night|evening)\b/i

/** A time at which a medication is taken. */
export interface ReminderTime extends Fact<LocalTime> {
  /** What has to be asked about it; null when it is clear. */
  open: 'half of the day' | 'time or amount' | 'doubted' | null
}

/**
 * Returns the times of day at which something is taken according to a text, in order, without duplicates. Times without
 * a half of the day are read as on a clock, or later in the day where the list would otherwise go back
 * (`at 8, 2 and 8`), and are guesses.
 * @param text plain (`plainText`), without its dates
 */
export function readReminderTimes(text: string): ReminderTime[] {
  const unmeasured = dosagesIn(text).reduce<string>(without, text)
  const said = kept(text, timesIn(unmeasured, 'as-said'))
  const paired = pairedTimes(text, said)
  if (paired !== null) return paired
  const isListed = isPlainList(text, said)
  const part = onlyPart(said.reduce<string>(without, text))
  const isUneven = areForOtherDays(text, said)
  const read: ReminderTime[] = []
  let last = -1
  for (const [index, time] of said.entries()) {
    const minutes = isOtherOf(text, time, said[index + 1])
      ? minutesOfDay(time.value) + HALF_DAY
      : inHalf(time, part, last)
    last = minutes
    const { words, at } = time
    const isOpen = isUneven || isOfSpan(text, said, index)
    const open = isOpen && !time.isLoose ? 'doubted' : openOf(text, isListed ? { ...time, isLoose: false } : time)
    read.push({ value: localTimeOf(minutes), words, at, confidence: open === null ? 'sure' : 'guess', open })
    if (BOTH_HALVES.test(textAfter(text, at + words.length)) && minutes < HALF_DAY)
      read.push({ value: localTimeOf(minutes + HALF_DAY), words, at, confidence: 'sure', open: null })
    // "8 o'clock morning and night" are two; "at 8 in the morning and at night" may be.
    else if (
      AND_NIGHT.test(textAfter(text, at + words.length)) &&
      minutes < HALF_DAY &&
      minutes >= 5 * 60 &&
      said.length === 1
    )
      read.push({ value: localTimeOf(minutes + HALF_DAY), words, at, confidence: 'guess', open: 'doubted' })
  }
  return read
    .sort((a, b) => a.value.localeCompare(b.value))
    .filter(({ value }, index, all) => all[index - 1]?.value !== value)
}

/** Returns each time in the part of the day listed for it; null where there is no such list next to them. */
function pairedTimes(text: string, said: readonly SaidTime[]): ReminderTime[] | null {
  const parts = listedBeside(text, said)
  const hours = parts && withLastHour(text, said, parts.length)
  const minutes = parts && hours && pairedWith(parts, hours)
  if (!minutes) return null
  // "Morning and night at 8" is most likely both.
  const isOneForAll = hours.length < minutes.length
  const times = minutes.map((at, index): ReminderTime => {
    const time = hours[index] ?? hours[0]
    const isAsked = (isOneForAll && index === 0) || (time !== undefined && isDoubted(text, time))
    return {
      value: localTimeOf(at),
      words: time?.words ?? '',
      at: time?.at ?? 0,
      confidence: isOneForAll || isAsked ? 'guess' : 'sure',
      open: isAsked ? 'doubted' : null,
    }
  })
  return times.sort((a, b) => a.value.localeCompare(b.value))
}

const LAST_HOUR = /^,? (?:and|&) (?:at )?(?<hour>\d{1,2})(?![\d:.%/]| \d)/i

/**
 * Includes a small number that may be an amount elsewhere, but not where it is the hour for the last part:
 * `morning and afternoon at 8 and 2`.
 */
function withLastHour(text: string, said: readonly SaidTime[], count: number): readonly SaidTime[] {
  const last = said.at(-1)
  if (!last || said.length !== count - 1) return said
  const end = last.at + last.words.length
  const match = LAST_HOUR.exec(textAfter(text, end))
  const hour = match?.groups?.hour ?? ''
  if (!match || Number(hour) > 12 || COUNTED.test(textAfter(text, end + match[0].length))) return said
  const value = localTimeOf(Number(hour) * 60)
  return [...said, { ...last, value, words: hour, at: end + match[0].length - hour.length }]
}

/** Amounts measured anew each time: `6 units at 8 in the morning and 4 in the afternoon`. */
const MEASURED = / (?:units?|ml)$/
const FEWEST_LISTED = 3
const PART_SAID = /\b(?<part>morning|afternoon|evening|night)$/i

/** Returns whether one hour is given twice, `8 in the morning and 8 at night`, and is too large for an amount. */
function isOneHour(said: readonly SaidTime[]): boolean {
  const hours = new Set(said.map(({ words }) => Number.parseInt(words, 10)))
  const [hour = 0] = hours
  return said.length === 2 && hours.size === 1 && hour > MOST_AT_ONCE
}

/** The most tablets at one time. */
const MOST_AT_ONCE = 4

/** Returns whether times, each with its part of the day, are in order, so that none of them can be an amount. */
function isPlainList(text: string, said: readonly SaidTime[]): boolean {
  const dosages = dosagesIn(text)
  if (said.length < FEWEST_LISTED && !(dosages.length > 0 && isOneHour(said))) return false
  if (dosages.some(({ value }) => MEASURED.test(value))) return false
  return said.every((time, index) => {
    const part = PART_SAID.exec(time.words)?.groups?.part?.toLowerCase() as DayPart | undefined
    const last = said[index - 1]
    const isLater = last === undefined || last.value < time.value
    return isLater && (part === undefined ? !time.isHalfOpen : lasts(part, minutesOfDay(time.value)))
  })
}

/** Returns whether a time begins or ends a span of the day: `4 hourly from 6 am to 10 pm`. */
function isOfSpan(text: string, said: readonly SaidTime[], index: number): boolean {
  const spans = ([from, to]: readonly SaidTime[]): boolean =>
    from !== undefined &&
    to !== undefined &&
    /^ ?(?:to|until|till|til|through|-|–) (?:about )?$/i.test(text.slice(from.at + from.words.length, to.at))
  return spans(said.slice(index, index + 2)) || (index > 0 && spans(said.slice(index - 1, index + 1)))
}

/**
 * Returns whether the times are for different days: `8 am on weekdays and 9 am on weekends`,
 * `at 8 am for a week then 9 am`.
 */
function areForOtherDays(text: string, said: readonly SaidTime[]): boolean {
  if (said.length < 2) return false
  const ends = said.map(({ at, words }) => at + words.length)
  const days = ends.filter((end) => CUES.someDays.test(textAfter(text, end)))
  return days.length > 1 || CUES.forAWhile.test(text.slice(ends[0], said.at(-1)?.at))
}

/** Returns whether a time is in the same later half of the day as its alternative: `8 or 9 pm`. */
function isOtherOf(text: string, time: SaidTime, next: SaidTime | undefined): boolean {
  if (!next || !time.isHalfOpen || next.isHalfOpen) return false
  const isOr = / or $/i.test(text.slice(time.at + time.words.length, next.at))
  return isOr && minutesOfDay(time.value) < HALF_DAY && minutesOfDay(next.value) >= HALF_DAY
}

function openOf(text: string, time: SaidTime): ReminderTime['open'] {
  if (time.isLoose) return 'time or amount'
  if (isDoubted(text, time)) return 'doubted'
  return time.isHalfOpen ? 'half of the day' : null
}

/** Returns what has to be asked about times. */
export function timeAsks(times: readonly ReminderTime[]): AskAbout[] {
  const halves = times.filter(({ open }) => open === 'half of the day')
  const others = times.flatMap((time): AskAbout[] => {
    if (time.open === 'time or amount') return [{ text: 'Is “…” a time or an amount?', about: [time] }]
    return time.open === 'doubted' ? [{ text: 'Is “…” the right time?', about: [time] }] : []
  })
  const said = halves.map(() => '…').join(' and ')
  const asked: AskAbout = { text: `Is “${said}” in the morning or later in the day?`, about: halves }
  return halves.length > 0 ? [asked, ...others] : others
}

const TURNED = /\b(?:but|so|let['’]?s|instead|actually|now|make it|rather)\b/i

/** Leaves out what is denied, corrected by the next, or the time of something else. */
function kept(text: string, said: readonly SaidTime[]): SaidTime[] {
  const marks = correctionsIn(text)
  return said.filter(({ at, words }, index) => {
    if (isDenied(text, at) || CUES.elsewhere.test(textBefore(text, at))) return false
    const next = said[index + 1]
    if (next && CUES.supposed.test(textBefore(text, at)) && TURNED.test(text.slice(at + words.length, next.at)))
      return false
    return !(next && marks.some((mark) => mark >= at + words.length - 1 && mark < next.at))
  })
}

/** Returns the part of the day, if the text mentions only one, or one meal. */
function onlyPart(text: string): DayPart | null {
  const read: Extract<Frequency, { kind: 'parts' }> | null = readParts(text)
  if (read === null) return onlyMeal(text)
  return read.parts.length === 1 ? (read.parts[0] ?? null) : null
}

/** Returns minutes of the day, in the right half of the day as far as anything shows it. */
function inHalf(time: SaidTime, part: DayPart | null, last: number): number {
  const minutes = minutesOfDay(time.value)
  const placed = part !== null && time.isHalfOpen && last < 0 ? placedIn(part, minutes) : null
  if (placed !== null) return placed
  // The second twelve of "6, 12, 6 and 12" is midnight.
  if (time.isHalfOpen && minutes >= HALF_DAY && last >= HALF_DAY) return minutes - HALF_DAY
  const mayBeLater = time.isHalfOpen && minutes < HALF_DAY
  const isLate = part !== null && part !== 'morning'
  return mayBeLater && (isLate || (minutes <= last && last >= 0)) ? minutes + HALF_DAY : minutes
}
