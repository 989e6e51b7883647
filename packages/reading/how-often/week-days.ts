import type { WeekDays } from '../directions/frequency.ts'
import { weighed } from '../words/corrections.ts'
import { matchesIn, textAfter, textBefore } from '../words/near.ts'
import type { Fact, Read } from '../words/read.ts'
import { CUES } from './cues.ts'

const FULL = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'
const SHORT = '(?:mon|tues?|wed|thu|thurs?|fri|sat|sun)'
const GROUP = '(?:week ?days?|work(?:ing)? ?days?|week ?ends?)'
const DAY = `(?:${FULL}|${GROUP}|${SHORT})\\b`
/** `Monday`, `Monday to Friday`. */
const ITEM = `${DAY}(?: ?(?:to|through|thru|-|–) ?${DAY})?`
/** Speech may have neither commas nor "and" between days. */
const AND = '(?:,? (?:and|&|plus) |, ?| ?/ ?| )(?:(?:also |on |every |each ){0,2})'
/** Weekdays in sequence, as in a spoken list. */
export const DAY_LIST = `${ITEM}(?:${AND}${ITEM})*`
/** Excluded days may be joined by "or". */
export const EXCEPTED_LIST = `${ITEM}(?:(?:${AND}|,? n?or (?:on )?)${ITEM})*`

const LISTS = new RegExp(
  String.raw`\b(?:(?<nth>(?:every |each )?(?:other|second|2nd|alternate|alternating|third|3rd|fourth|4th|first|1st|last) )|(?<every>(?:every|each|ev\.?|evry) (?:single )?)|(?<on>on (?:a |the )?))?(?<list>${DAY_LIST})(?<part> (?:mornings|afternoons|evenings|nights)\b| [ap]\.?m\b)?`,
  'gi',
)
/** `from Monday to Friday` may mean this week only. */
const SPAN_BEFORE = /\b(?:start(?:s|ing)?|begin(?:s|ning)?|from)(?: on)? $/i
const BEGINS = /\b(?:start|begin|beg[au]n|commenc|first|last|next)\w*\b/i
const OF_MONTH = /^s? (?:of|in) (?:the|each|every|a) month\b/i

/** Returns whether what begins at a position is a date or the span of a course: `from Monday to Friday`. */
export const isOneDayAt = (text: string, at: number): boolean => CUES.oneDay.test(textBefore(text, at))

/** Weekdays in a text, and whether the words can only mean recurring days. */
export interface SaidDays extends Fact<WeekDays> {
  /** `on Thursday` alone is one day, unless the text says that it is taken once a week. */
  comesAgain: boolean
}

/**
 * Returns every list of weekdays, in the order of the text: `mondays wednesdays and fridays`, `every second Friday`,
 * `Mon to Fri`.
 */
export function weekDaysIn(text: string): SaidDays[] {
  return matchesIn(text, LISTS).flatMap(({ 0: all, index, groups = {} }): SaidDays[] => {
    const { nth, every, on, list = '', part = '' } = groups
    // The part of the day is read separately.
    const words = all.slice(0, all.length - part.length)
    const days = daysOf(list)
    const before = textBefore(text, index)
    if (days.length === 0 || OF_MONTH.test(textAfter(text, index + words.length))) return []
    const weeks = nth === undefined ? 1 : weeksOf(nth)
    if (weeks === null || (nth !== undefined && !/every|each|alt/i.test(nth))) return []
    const isMarked = nth !== undefined || every !== undefined
    const isShort = ONLY_SHORT.test(list)
    // "Sat AM", as in a note, may be one day.
    const isNoted = isShort && / [ap]\.?m/i.test(part) && !BEGINS.test(before)
    if (isShort && !isMarked && !on && part === '') return []
    const isPlural = /days\b|ends\b/i.test(list) || /s$/i.test(part) || /^on a $/i.test(on ?? '')
    const isOne = !isMarked && isOneDayAt(text, index) && !isPlural
    // "from Monday to Friday" is this week, "from Monday, Wednesday and Friday" is not.
    const isCourse = isOne && / ?(?:\b(?:to|through|thru)\b|[-–]) ?/i.test(list)
    const isFrom = isOne && !isCourse && SPAN_BEFORE.test(before) && days.length > 1
    // "the weekend" may be the next one, "weekday mornings" never is.
    const isWeekend = /^week ?end$/i.test(list)
    const comesAgain =
      isMarked ||
      isPlural ||
      (isNoted && !isOne) ||
      (days.length > 1 && (!isOne || isFrom) && (!isWeekend || on !== undefined))
    if (!comesAgain && (isOne || days.length > 1)) return []
    return [
      {
        value: { days, weeks },
        words,
        at: index,
        confidence: isFrom || (isNoted && !isMarked && !isPlural) ? 'guess' : 'sure',
        comesAgain,
      },
    ]
  })
}

/** Returns null for days counted within a month: `every first Monday`, `the last Friday`. */
function weeksOf(nth: string): number | null {
  if (/other|second|2nd|alt/i.test(nth)) return 2
  if (/third|3rd/i.test(nth)) return 3
  return /fourth|4th/i.test(nth) ? 4 : null
}

const ITEMS = new RegExp(ITEM, 'gi')
const DAYS = new RegExp(DAY, 'gi')
const ONLY_SHORT = new RegExp(`^${SHORT}$`, 'i')
const NUMBERS: Record<string, number> = { mo: 1, tu: 2, we: 3, th: 4, fr: 5, sa: 6, su: 7 }

/** Returns the ISO weekdays of a list, ascending: `Mon to Fri` gives five. */
export function daysOf(list: string): number[] {
  const found: number[] = []
  for (const [item] of list.matchAll(ITEMS)) {
    const names = [...item.matchAll(DAYS)].map(([name]) => name.toLowerCase())
    const [from = 0, to = 0] = names.map((name) => NUMBERS[name.slice(0, 2)] ?? 0)
    if (/^week ?end/.test(names[0] ?? '')) found.push(6, 7)
    else if (/^w(?:eek|ork)/.test(names[0] ?? '')) found.push(1, 2, 3, 4, 5)
    else if (to === 0) found.push(from)
    else
      for (let day = from; ; day = (day % 7) + 1) {
        found.push(day)
        if (day === to) break
      }
  }
  return [...new Set(found)].filter((day) => day > 0).sort((a, b) => a - b)
}

/**
 * Returns the days that apply. Days named separately (`on weekdays …, on weekends …`) are combined, which is a guess.
 */
export function heldDays(
  text: string,
  said: readonly SaidDays[],
): { held: Fact<WeekDays>; apart: Read<unknown>[] } | null {
  const held = weighed(text, said)
  if (held === null) return null
  const { value, rivals, isSure } = held
  const apart = [value, ...rivals].sort((a, b) => a.at - b.at)
  const days = [...new Set(apart.flatMap((each) => each.value.days))].sort((a, b) => a - b)
  const confidence = isSure ? value.confidence : 'guess'
  const { words, at } = value
  return {
    held: { value: { days, weeks: value.value.weeks }, words, at, confidence },
    apart: rivals.length > 0 ? apart : [],
  }
}
