import { holding } from './corrections.ts'
import { matchesIn, textAfter, textBefore } from './near.ts'
import type { Read } from './read.ts'

/**
 * How often a medicine is taken, in the words of the specification (once, twice, daily, morning, night) and their kin
 * (`3 times`, `every 6 hours`, `every 2 days`, `weekly`, `as needed`).
 */
export type Frequency =
  | { kind: 'times'; count: number; most: number; per: 'day' | 'week' | 'month' | 'unsaid' }
  | { kind: 'every'; count: number; most: number; unit: 'hour' | 'day' | 'week' | 'month' }
  | { kind: 'parts'; parts: readonly DayPart[] }
  | { kind: 'weekdays'; days: readonly number[] }
  | { kind: 'as-needed' }

export type DayPart = 'morning' | 'afternoon' | 'evening' | 'night'

const N = String.raw`(?<count>\d{1,2})(?:(?: ?[-–] ?| to | or )(?<most>\d{1,2}))?`
const PER =
  '(?: (?:times? )?(?:an?|per|each|every|in an?|in the) (?<per>day|week|month|24 hours)| (?<ly>daily|nightly|weekly|monthly))'
const TIMES = new RegExp(
  String.raw`\b(?:(?<word>once|twice|thrice)|${N} ?(?:times?|x))\b(?:,?${PER}\b)?`,
  'gi',
)
/** What makes another word of "once": `once you can`. */
const CONJUNCTION =
  /^ (?:you|i|we|he|she|it|they|the|your|my|that|this|upon|again|more|symptoms|pain|finished|done|better)\b/i

/** `once in the morning and once at night` counts the parts of the day. */
const ONCE_A_PART = /^ (?:in the|at|every|each|before) (?:morning|afternoon|evening|night|bedtime|bed)\b/i

const EVERY = new RegExp(
  String.raw`\b(?:every|each|q) ?(?:(?<other>other|second|2nd|alternate)|(?<third>third|3rd)|(?<fourth>fourth|4th)|(?<couple>couple of|few)|${N})? ?(?<unit>hours?|hourly|hrs?|h|days?|weeks?|months?|fortnights?)\b`,
  'gi',
)
const HOURLY = /\b(?<count>\d{1,2})(?:(?: ?[-–] ?| to )(?<most>\d{1,2}))?[ -]?hourly\b/gi
const ALTERNATE = /\b(?:on )?alternate days?\b|\b(?:(?:1|one) day on,? (?:and )?(?:1|one) day off)\b/gi
/** `daily`, `2 a day`, `per day`. */
const DAILY =
  /\bdaily\b|\b(?:(?<count>\d{1,2}) )?(?:(?:tablet|capsule|pill|tab|puff|patch|dose|time)s? )?(?:a|per) day\b|\bevery single day\b|\bday and night\b/gi
const WEEKLY = /\b(?<two>fortnightly|bi-?weekly)\b|\b(?<week>weekly)\b|\b(?<month>monthly)\b/gi
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const WEEKDAYS = new RegExp(
  String.raw`\b(?:(?:every|each|on) )?(?<first>${WEEKDAY})(?<plural>s?)(?<more>(?:(?:, and|,| and| &) (?:on |every )?${WEEKDAY}s?)*)`,
  'gi',
)
const WORKDAYS = /\b(?:(?:every|on) )?(?:(?<work>weekdays?|working days)|(?<end>weekends?))\b/gi
/** `in the morning`, `every night`, `at bedtime`; not `tomorrow morning`, which is a day. */
const PARTS =
  /(?<!\b(?:tomorrow|this|yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|last|good) )\b(?<part>mornings?|afternoons?|evenings?|nights?|nightly|bed ?time|bed|overnight)\b/gi
const AS_NEEDED =
  /\b(?:as|when|if|only when|only if|whenever|only as)(?: and when)?(?: it is| it['’]s| i['’]m| you['’]re| i| you)? ?(?:needed|required|necessary|need(?: it| to| be)?|want it|want to|have to)\b|\bas and when\b|\bp\.?r\.?n\b|\b(?:when|if|whenever|only when|only if) (?:(?:i|you|he|she) (?:feel|have|get|need|am|are|want|can['’]t)|i['’]ve got|you['’]ve got|it hurts)\b|\bwhen (?:the |my )?(?:pain|headache|symptoms?)\b|\b(?:for|when there is) breakthrough pain\b/gi

/** What a text says about how often: the surest kind first, of one kind what holds. Null where it says nothing. */
export function readFrequency(text: string): Read<Frequency> | null {
  const every = everyIn(text)
  const plain = every.filter(({ value }) => isEveryDay(value))
  const exact = every.filter(({ value }) => !isEveryDay(value))
  const ranks = [
    inOrder([...countsIn(text), ...exact]),
    weekdaysIn(text),
    inOrder([...plain, ...dailyIn(text)]),
    partsIn(text),
  ]
  for (const said of ranks) {
    const held = holding(text, said)
    if (held) return held
  }
  return holding(text, asNeededIn(text))
}

/** Where a text says that the medicine is taken only when it is needed. */
export const asNeededIn = (text: string): Read<Frequency>[] =>
  matchesIn(text, AS_NEEDED).map(({ 0: words, index }) => ({
    value: { kind: 'as-needed' },
    words,
    at: index,
  }))

type Said = Read<Frequency>

const inOrder = (said: readonly Said[]): Said[] => [...said].sort((a, b) => a.at - b.at)

/** What any other word about the day makes exacter. */
const isEveryDay = (value: Frequency): boolean =>
  value.kind === 'every' && value.unit === 'day' && value.count === 1 && value.most === 1

function countsIn(text: string): Said[] {
  return matchesIn(text, TIMES).flatMap(({ 0: words, index, groups = {} }) => {
    const { word, count, most, per, ly } = groups
    const after = textAfter(text, index + words.length)
    const number = word ? { once: 1, twice: 2, thrice: 3 }[word.toLowerCase()] : Number(count)
    const isOtherWord =
      word !== undefined &&
      per === undefined &&
      ly === undefined &&
      (CONJUNCTION.test(after) ||
        (number === 1 && ONCE_A_PART.test(after)) ||
        /\bat $/i.test(textBefore(text, index)))
    // "once every 2 days" is what it says about the days.
    if (number === undefined || number < 1 || isOtherWord || /^,? (?:every|each) (?!day\b)/i.test(after))
      return []
    const value: Frequency = {
      kind: 'times',
      count: number,
      most: Number(most ?? number),
      per: perOf(per ?? ly),
    }
    return [{ value, words, at: index }]
  })
}

function perOf(said: string | undefined): 'day' | 'week' | 'month' | 'unsaid' {
  if (said === undefined) return 'unsaid'
  const text = said.toLowerCase()
  if (text.startsWith('week')) return 'week'
  return text.startsWith('month') ? 'month' : 'day'
}

function everyIn(text: string): Said[] {
  const every = matchesIn(text, EVERY).flatMap(({ 0: words, index, groups = {} }): Said[] => {
    const value = everyOf(groups)
    return value ? [{ value, words, at: index }] : []
  })
  const hourly = matchesIn(text, HOURLY).map(({ 0: words, index, groups = {} }): Said => {
    const count = Number(groups.count)
    return {
      value: { kind: 'every', count, most: Number(groups.most ?? count), unit: 'hour' },
      words,
      at: index,
    }
  })
  const alternate = matchesIn(text, ALTERNATE).map(
    ({ 0: words, index }): Said => ({
      value: { kind: 'every', count: 2, most: 2, unit: 'day' },
      words,
      at: index,
    }),
  )
  return inOrder([...every, ...hourly, ...alternate])
}

function everyOf({
  other,
  third,
  fourth,
  couple,
  count,
  most,
  unit = '',
}: Record<string, string | undefined>): Frequency | null {
  if (couple !== undefined) return null
  const number = other ? 2 : third ? 3 : fourth ? 4 : Number(count ?? 1)
  if (number < 1) return null
  const kind = unit.slice(0, 1).toLowerCase()
  const times = kind === 'f' ? 2 : 1
  const units = { h: 'hour', d: 'day', w: 'week', m: 'month', f: 'week' } as const
  const named = units[kind as keyof typeof units]
  if (named === undefined) return null
  return { kind: 'every', count: number * times, most: Number(most ?? number) * times, unit: named }
}

function dailyIn(text: string): Said[] {
  const daily = matchesIn(text, DAILY).map(
    ({ 0: words, index }): Said => ({ value: DAILY_VALUE, words, at: index }),
  )
  const weekly = matchesIn(text, WEEKLY).map(({ 0: words, index, groups = {} }): Said => {
    const count = groups.two ? 2 : 1
    return {
      value: { kind: 'every', count, most: count, unit: groups.month ? 'month' : 'week' },
      words,
      at: index,
    }
  })
  return inOrder([...daily, ...weekly])
}

const DAILY_VALUE: Frequency = { kind: 'every', count: 1, most: 1, unit: 'day' }

const NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const dayNumber = (name: string): number => NAMES.indexOf(name.toLowerCase().replace(/s$/, '')) + 1

/** Days of the week that come again: `every Monday`, `on Mondays and Thursdays`; not `on Monday`, which is one day. */
function weekdaysIn(text: string): Said[] {
  const named = matchesIn(text, WEEKDAYS).flatMap(({ 0: words, index, groups = {} }): Said[] => {
    const { first = '', plural = '', more = '' } = groups
    const comesAgain = /^(?:every|each)/i.test(words) || plural !== '' || /s$/i.test(more)
    if (!comesAgain) return []
    const days = [first, ...(more.match(new RegExp(`${WEEKDAY}`, 'gi')) ?? [])].map(dayNumber)
    return [{ value: { kind: 'weekdays', days: [...new Set(days)].sort((a, b) => a - b) }, words, at: index }]
  })
  const work = matchesIn(text, WORKDAYS).map(
    ({ 0: words, index, groups = {} }): Said => ({
      value: { kind: 'weekdays', days: groups.work ? [1, 2, 3, 4, 5] : [6, 7] },
      words,
      at: index,
    }),
  )
  return inOrder([...named, ...work])
}

/** The parts of the day that a text names, one after the other. */
export function readParts(text: string): Extract<Frequency, { kind: 'parts' }> | null {
  const parts = partMatches(text).map(({ groups }) => partOf(groups?.part ?? ''))
  return parts.length > 0 ? { kind: 'parts', parts: [...new Set(parts)] } : null
}

/** A bed is no time of day, but going there is one. */
const partMatches = (text: string): RegExpExecArray[] =>
  matchesIn(text, PARTS).filter(
    ({ 0: word, index }) =>
      !/^bed$/i.test(word) || /\b(?:before|to|in|going to) $/i.test(textBefore(text, index)),
  )

/** All parts of the day together are one frequency: `in the morning and at night`. */
function partsIn(text: string): Said[] {
  const said = partMatches(text)
  const value = readParts(text)
  const [first] = said
  const last = said.at(-1)
  if (!first || !last || !value) return []
  return [{ value, words: text.slice(first.index, last.index + last[0].length), at: first.index }]
}

function partOf(said: string): DayPart {
  const word = said.toLowerCase()
  if (word.startsWith('morning')) return 'morning'
  if (word.startsWith('afternoon')) return 'afternoon'
  return word.startsWith('evening') ? 'evening' : 'night'
}

/** `3 times`, `daily`, `every 6 hours`: what stands in the field. */
export function frequencyWords(frequency: Frequency): string {
  switch (frequency.kind) {
    case 'times':
      return timesWords(frequency)
    case 'every':
      return everyWords(frequency)
    case 'parts':
      return frequency.parts.length === 1 ? (frequency.parts[0] ?? '') : countWords(frequency.parts.length)
    case 'weekdays':
      return `every ${frequency.days.map((day) => capitalised(NAMES[day - 1] ?? '')).join(', ')}`
    case 'as-needed':
      return 'as needed'
  }
}

function timesWords({ count, most, per }: Extract<Frequency, { kind: 'times' }>): string {
  if (count !== most)
    return per === 'day' || per === 'unsaid' ? `${count}-${most} times` : `${count}-${most} times a ${per}`
  if (per === 'week' || per === 'month') return count === 1 ? `${per}ly` : `${countWords(count)} a ${per}`
  return count === 1 && per === 'day' ? 'daily' : countWords(count)
}

const countWords = (count: number): string => ['', 'once', 'twice'][count] ?? `${count} times`

function everyWords({ count, most, unit }: Extract<Frequency, { kind: 'every' }>): string {
  if (count !== most) return `every ${count}-${most} ${unit}s`
  if (count > 1) return `every ${count} ${unit}s`
  return { hour: 'every hour', day: 'daily', week: 'weekly', month: 'monthly' }[unit]
}

const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)
