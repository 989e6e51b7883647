import { matchesIn, textAfter, textBefore } from '../words/near.ts'
import type { Confidence, Fact } from '../words/read.ts'
import type { Frequency } from './frequency.ts'

/** How often, as it was said; `ask` is what has to be asked about it, with “…” for its words. */
export interface SaidOften extends Fact<Frequency> {
  ask?: string
}

const N = String.raw`(?<count>\d{1,2})(?:(?: ?[-–] ?| to | or )(?<most>\d{1,2}))?`
const PER =
  '(?: (?:times? )?(?:an?|per|each|every|in an?|in the) (?<per>hour|day|night|week|fortnight|month|year|24 hours)| (?<ly>daily|nightly|weekly|fortnightly|monthly|yearly))'
const TIMES = new RegExp(
  String.raw`(?<![\d.]|\d [-–] )\b(?:(?<word>once|twice|thrice)|${N} ?(?:times?|x|doses(?= (?:a|per|each|every) (?:day|week)| daily))(?! ?\d))\b(?:,?${PER}\b)?`,
  'gi',
)
/** What makes another word of "once": `once you can`. */
const CONJUNCTION =
  /^ (?:you|i|we|he|she|it|they|the|your|my|that|this|upon|again|more|symptoms|pain|finished|done|better)\b/i
/** `once in the morning and once at night` counts the parts of the day. */
const ONCE_A_PART = /^ (?:in the|at|every|each|before) (?:morning|afternoon|evening|night|bedtime|bed|am|pm)\b/i

/** `3 times a day`, `twice`, `once a week`. */
export function countsIn(text: string): SaidOften[] {
  return matchesIn(text, TIMES).flatMap(({ 0: words, index, groups = {} }) => {
    const { word, count, most, per, ly } = groups
    const after = textAfter(text, index + words.length)
    const number = word ? { once: 1, twice: 2, thrice: 3 }[word.toLowerCase()] : Number(count)
    const isOtherWord =
      word !== undefined &&
      per === undefined &&
      ly === undefined &&
      (CONJUNCTION.test(after) || (number === 1 && ONCE_A_PART.test(after)) || /\bat $/i.test(textBefore(text, index)))
    if (number === undefined || number < 1 || isOtherWord) return []
    // "once every 2 days" is what it says about the days; "twice every 2 days" is both.
    if (/^,? (?:every|each) (?!day\b)/i.test(after) && (number === 1 || per !== undefined)) return []
    return [said(perOf(number, Number(most ?? number), (per ?? ly ?? '').toLowerCase()), words, index)]
  })
}

const said = (value: Frequency, words: string, at: number, ask?: string): SaidOften => ({
  value,
  words,
  at,
  confidence: ask === undefined ? 'sure' : 'guess',
  ...(ask === undefined ? {} : { ask }),
})

function perOf(count: number, most: number, per: string): Frequency {
  const [, period] = /^(hour|day|night|week|fortnight|month|year)/.exec(per) ?? []
  // Once in a longer time is an interval; more often is a count of days that nobody named.
  if (period === 'fortnight' && most === 1) return every(2, 2, 'week')
  if (period === 'year') return most === 1 ? every(12, 12, 'month') : { kind: 'times', count, most, per: 'year' }
  if (period === 'hour' && most === 1) return every(1, 1, 'hour')
  const named = period === 'week' || period === 'fortnight' || period === 'month' || period === 'hour'
  return { kind: 'times', count, most, per: named ? period : per === '' ? 'unsaid' : 'day' }
}

type Every = Extract<Frequency, { kind: 'every' }>
const every = (count: number, most: number, unit: Every['unit']): Every => ({
  kind: 'every',
  count,
  most,
  unit,
})

const DAY_HOURS = 24

/** Whole days that are said in hours: `every 72 hours` are 3 days. */
export const hoursOf = (count: number, most: number): Every =>
  count > DAY_HOURS && count % DAY_HOURS === 0 && most % DAY_HOURS === 0
    ? every(count / DAY_HOURS, most / DAY_HOURS, 'day')
    : every(count, most, 'hour')

const EVERY =
  /\b(?:every|each|q) ?(?:(?<other>other|second|2nd|alternate)|(?<third>third|3rd)|(?<fourth>fourth|4th)|(?<couple>couple of|few)|(?<count>\d{1,3})(?:(?: ?[-–] ?| to | or )(?<most>\d{1,3}))?)? ?(?<unit>hours?|hourly|hrs?|h|days?|weeks?|months?|fortnights?|years?|nights?|mornings?|evenings?|afternoons?)\b/gi
const HOURLY = /\b(?<count>\d{1,3})(?:(?: ?[-–] ?| to )(?<most>\d{1,3}))?[ -]?hourly\b/gi
const ALTERNATE =
  /\b(?:on )?(?:alternate|alternating) (?:day|night|morning|evening)s?\b|\b(?:(?:1|one) day on,? (?:and )?(?:1|one) day off)\b/gi

/** `every 6 hours`, `every second day`, `each week`. */
export function everyIn(text: string): SaidOften[] {
  const named = matchesIn(text, EVERY).flatMap(({ 0: words, index, groups = {} }): SaidOften[] => {
    const value = everyOf(groups)
    return value ? [said(value, words, index)] : []
  })
  const hourly = matchesIn(text, HOURLY).map(({ 0: words, index, groups = {} }) => {
    const count = Number(groups.count)
    return said(hoursOf(count, Number(groups.most ?? count)), words, index)
  })
  const alternate = matchesIn(text, ALTERNATE).map(({ 0: words, index }) => said(every(2, 2, 'day'), words, index))
  return [...named, ...hourly, ...alternate]
}

const UNITS: Record<string, readonly [unit: Every['unit'], times: number]> = {
  h: ['hour', 1],
  d: ['day', 1],
  n: ['day', 1],
  e: ['day', 1],
  a: ['day', 1],
  w: ['week', 1],
  f: ['week', 2],
  y: ['month', 12],
}

function everyOf(groups: Record<string, string | undefined>): Every | null {
  const { other, third, fourth, couple, count, most, unit = '' } = groups
  if (couple !== undefined) return null
  const number = other ? 2 : third ? 3 : fourth ? 4 : Number(count ?? 1)
  // "every night" is a part of the day, "every second night" a number of days.
  if (number < 1 || (number === 1 && /^(?:night|morning|evening|afternoon)/i.test(unit))) return null
  const [named, times] = /^mon/i.test(unit)
    ? (['month', 1] as const)
    : (UNITS[/^mor/i.test(unit) ? 'd' : unit.slice(0, 1).toLowerCase()] ?? ['day', 1])
  const last = Number(most ?? number) * times
  return named === 'hour' ? hoursOf(number, last) : every(number * times, last, named)
}

/** `fortnightly`, `weekly`, `monthly`, `5 days a week`. */
export function intervalsIn(text: string): SaidOften[] {
  const named = matchesIn(text, WEEKLY).map(({ 0: words, index, groups = {} }) => {
    if (groups.two) return said(every(2, 2, 'week'), words, index)
    if (groups.bi)
      return said(every(2, 2, 'week'), words, index, '“…” can be every 2 weeks or twice a week. Which is it?')
    if (groups.year) return said(every(12, 12, 'month'), words, index)
    return said(every(1, 1, groups.month ? 'month' : 'week'), words, index)
  })
  const days = matchesIn(text, DAYS_A_WEEK).map(({ 0: words, index, groups = {} }) => {
    const count = Number(groups.days)
    const value: Frequency = count === 7 ? DAILY : { kind: 'times', count, most: count, per: 'week' }
    return said(value, words, index)
  })
  return [...named, ...days]
}

const WEEKLY =
  /\b(?<two>fortnightly)\b|\b(?<bi>bi-?weekly)\b|\b(?<week>weekly|wkly)\b|\b(?<month>monthly)\b|\b(?<year>yearly|annually)\b/gi
const DAYS_A_WEEK =
  /\b(?<days>[1-7]) (?:days?|nights?|mornings?|evenings?) (?:a|per|each|every|of the|in a|out of the) week\b/gi

export const DAILY: Every = every(1, 1, 'day')

const COUNTED = 'tablet|capsule|pill|tab|cap|caplet|puff|patch|drop|spray|sachet|lozenge'
/** `daily`, `2 a day`, `3 tablets per day`. */
const A_DAY = new RegExp(
  String.raw`(?<![\d.]|\d[-–])\b(?:(?<count>\d{1,3}) )?(?:(?<unit>${COUNTED})(?:e?s)? (?:of (?:the |my |your )?\p{L}[\p{L}-]* )?)?(?:(?:a|per) day|daily)\b|\bevery single day\b|\bday and night\b`,
  'giu',
)
/** What is counted stands before: `2 tablets 4 a day`. */
const AMOUNT_BEFORE = new RegExp(String.raw`\b(?:${COUNTED})(?:e?s)?,? (?:(?:take|have|about|of it) )?$`, 'i')
/** More than anybody takes something in a day: such a number is a strength (`crestor 20 a day`). */
const MOST_A_DAY = 8

/** Every day, or so many times a day where only a number says it. */
export function dailyIn(text: string): SaidOften[] {
  return matchesIn(text, A_DAY).map(({ 0: words, index, groups = {} }) => {
    const count = Number(groups.count ?? 1)
    if (count < 2) return said(DAILY, words, index)
    const isAmount = groups.unit !== undefined || /daily$/i.test(words)
    if (isAmount || count > MOST_A_DAY) {
      // A count of tablets may be the dose of one time or of the whole day; a bare number the strength.
      return said(DAILY, words, index, '“…”: all at once, or spread over the day?')
    }
    const value: Frequency = { kind: 'times', count, most: count, per: 'day' }
    if (AMOUNT_BEFORE.test(textBefore(text, index))) return said(value, words, index)
    return said(value, words, index, `“…”: ${count} times a day?`)
  })
}

/** Whether a value says no more than that it is for every day, which any other word about the day makes exacter. */
export const isEveryDay = (value: Frequency): boolean =>
  value.kind === 'every' && value.unit === 'day' && value.count === 1 && value.most === 1

/** How far a reading may be trusted that stands on several. */
export const leastOf = (facts: readonly { confidence: Confidence }[]): Confidence =>
  facts.every(({ confidence }) => confidence === 'sure') ? 'sure' : 'guess'
