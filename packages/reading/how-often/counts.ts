import type { Findings } from '../directions/findings.ts'
import { type Every, type Frequency, wholeDays } from '../directions/frequency.ts'
import { matchesIn, textAfter, textBefore } from '../words/near.ts'
import { type Confidence, type Fact, overlap } from '../words/read.ts'
import { CUES } from './cues.ts'

/** How often, as stated; `ask` is the question to ask about it, with “…” for its words. */
export interface SaidOften extends Fact<Frequency> {
  ask?: string
}

/** Returns every wording of how often: those of directions, and those that only occur in speech. */
export function oftenIn(text: string, findings: Findings): SaidOften[] {
  const found: SaidOften[] = []
  for (const reading of [countedIn(findings), intervalsIn(text), timesIn(text), dailyIn(text)]) {
    const before = [...found]
    found.push(...reading.filter((one) => !before.some((other) => overlap(one, other))))
  }
  return found
}

/** What the grammar is sure of; what it repaired or doubts counts only if nothing else says how often (directed.ts). */
const countedIn = ({ frequencies, otherFrequencies }: Findings): SaidOften[] =>
  [...frequencies.filter(({ isGuess }) => !isGuess), ...otherFrequencies]
    .filter(({ found }) => found.confidence === 'sure' && !NOT_ALONE.test(found.words))
    .map(({ found, often }) => said(often.kind === 'every' ? wholeDays(often) : often, found.words, found.at))

/** `daily` and `a day` may say how many, `per hour` may be a strength, and `once in` begins a part of the day. */
const NOT_ALONE = /^(?:daily|(?:a|per) day|(?:per|an) hour)$|\b(?:in|at|an?|every|each)$/i

const said = (value: Frequency, words: string, at: number, ask?: string): SaidOften => ({
  value,
  words,
  at,
  confidence: ask === undefined ? 'sure' : 'guess',
  ...(ask === undefined ? {} : { ask }),
})

const every = (count: number, unit: Every['unit']): Every => ({ kind: 'every', count, most: count, unit })

const COUNTS: Record<string, number> = { once: 1, twice: 2, thrice: 3 }
/** `once in the morning and once at night` counts the parts of the day. */
const ONCE_A_PART = /^ (?:in the|at|every|each|before) (?:morning|afternoon|evening|night|bedtime|bed|am|pm)\b/i

/** `twice`, `3 times`, without the period they are counted in. */
function timesIn(text: string): SaidOften[] {
  return matchesIn(text, CUES.times).flatMap(({ 0: words, index, groups = {} }) => {
    const { word, count, most } = groups
    const after = textAfter(text, index + words.length)
    const number = COUNTS[word?.toLowerCase() ?? ''] ?? Number(count)
    const isOtherWord =
      word !== undefined &&
      (CUES.conjunction.test(after) ||
        (number === 1 && ONCE_A_PART.test(after)) ||
        /\bat $/i.test(textBefore(text, index)))
    // "once every 2 days" states only the days; "twice every 2 days" states both.
    if (number < 1 || isOtherWord || (number === 1 && /^,? (?:every|each) (?!day\b)/i.test(after))) return []
    return [said({ kind: 'times', count: number, most: Number(most ?? number), per: 'unsaid' }, words, index)]
  })
}

const INTERVALS = /\b(?<bi>bi-?weekly)\b|\b(?:1|one) day on,? (?:and )?(?:1|one) day off\b/gi

/** `biweekly`, `5 days a week`. */
function intervalsIn(text: string): SaidOften[] {
  const named = matchesIn(text, INTERVALS).map(({ 0: words, index, groups = {} }) =>
    groups.bi
      ? said(every(2, 'week'), words, index, '“…” can be every 2 weeks or twice a week. Which is it?')
      : said(every(2, 'day'), words, index),
  )
  const days = matchesIn(text, CUES.daysAWeek).map(({ 0: words, index, groups = {} }) => {
    const count = Number(groups.days)
    return said(count === 7 ? DAILY : { kind: 'times', count, most: count, per: 'week' }, words, index)
  })
  return [...named, ...days]
}

export const DAILY: Every = every(1, 'day')

/** The most anyone takes something in a day: a larger number is a strength (`crestor 20 a day`). */
const MOST_A_DAY = 8

/** Returns every day, or a number of times a day where only a number gives it. */
function dailyIn(text: string): SaidOften[] {
  return matchesIn(text, CUES.aDay).map(({ 0: words, index, groups = {} }) => {
    const count = Number(groups.count ?? 1)
    if (count < 2) return said(DAILY, words, index)
    const isAmount = groups.unit !== undefined || /daily$/i.test(words)
    // A count of tablets may be the dose at one time or for the whole day; a bare number is the strength.
    if (isAmount || count > MOST_A_DAY) return said(DAILY, words, index, '“…”: all at once, or spread over the day?')
    const value: Frequency = { kind: 'times', count, most: count, per: 'day' }
    if (CUES.amountBefore.test(textBefore(text, index))) return said(value, words, index)
    return said(value, words, index, `“…”: ${count} times a day?`)
  })
}

/** Returns whether a value says only that it is for every day, which any other wording of days makes more exact. */
export const isEveryDay = (value: Frequency): boolean =>
  value.kind === 'every' && value.unit === 'day' && value.count === 1 && value.most === 1

/** Returns the lowest confidence, for a reading that depends on several. */
export const leastOf = (facts: readonly { confidence: Confidence }[]): Confidence =>
  facts.every(({ confidence }) => confidence === 'sure') ? 'sure' : 'guess'
