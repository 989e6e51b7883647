import type { DayPart, Frequency } from '../directions/frequency.ts'
import { correctionsIn, isDenied } from '../words/corrections.ts'
import { matchesIn, textBefore } from '../words/near.ts'
import type { Fact } from '../words/read.ts'
import { CUES } from './cues.ts'

type Parts = Extract<Frequency, { kind: 'parts' }>

/** Returns the parts of the day that a text names, in order, without those that are denied or taken back. */
export function readParts(text: string): Parts | null {
  return partsOf(partMatches(text))
}

function partsOf(said: readonly RegExpExecArray[]): Parts | null {
  const parts = said.map(({ groups }) => partOf(groups?.part ?? ''))
  return parts.length > 0 ? { kind: 'parts', parts: [...new Set(parts)] } : null
}

/** Parts of the day with the question to ask about them, “…” for their words. */
export interface SaidParts extends Fact<Parts> {
  ask?: string
}

/**
 * Returns all parts of the day together as one frequency: `in the morning and at night`. Meals are included where they
 * continue a list: `1 in the morning 1 at lunch and 2 at night`. A guess where a correction may concern them, or where
 * the number of meals is not given.
 */
export function partsIn(text: string): SaidParts | null {
  const said = partMatches(text)
  const [firstPart] = said
  if (!firstPart) return null
  const moments = withMeals(text, said)
  const first = moments[0] ?? firstPart
  const last = moments.at(-1) ?? firstPart
  const end = last.index + last[0].length
  const isCorrected = said.length > 1 && correctionsIn(text).some((mark) => mark > first.index && mark < last.index)
  const words = text.slice(first.index, end)
  const hasMeals = moments.some(isMeals)
  const parts = moments
    .filter((moment) => !isMeals(moment))
    .map(({ groups }) => (groups?.meal ? mealOf(groups.meal) : partOf(groups?.part ?? '')))
  const all: DayPart[] = hasMeals ? ['morning', 'noon', 'evening', ...parts] : parts
  const value: Parts = { kind: 'parts', parts: [...new Set(all)] }
  const fact = {
    value,
    words,
    at: first.index,
    confidence: isCorrected || hasMeals ? 'guess' : 'sure',
  } as const
  return hasMeals ? { ...fact, ask: `“…”: is that ${value.parts.length} times a day?` } : fact
}

/** Words that continue a list: not in `in the morning before lunch`, where the meal says when in the morning. */
const GOES_ON = /\b(?:and|then|plus|also|again|1|2|3|4|half)\b|[,&]|^ (?:(?:at|with) )?$/i
const ALL_MEALS = /meal/i

const mealOf = (said: string): DayPart => {
  if (/^(?:breakfast|wak|when)/i.test(said)) return 'morning'
  return /^(?:dinner|supper|tea)/i.test(said) ? 'evening' : 'noon'
}

const isMeals = ({ groups }: RegExpExecArray): boolean => ALL_MEALS.test(groups?.meal ?? '')

/**
 * Returns the moments of a day, in order: a meal that continues no list says when in the part of the day next to it.
 */
function withMeals(text: string, parts: readonly RegExpExecArray[]): RegExpExecArray[] {
  const meals = matchesIn(text, CUES.meals).filter(
    ({ index }) => !isDenied(text, index) && !CUES.limit.test(textBefore(text, index)),
  )
  const all = [...parts, ...meals].sort((a, b) => a.index - b.index)
  const isLinked = (a: RegExpExecArray | undefined, b: RegExpExecArray | undefined): boolean =>
    a !== undefined && b !== undefined && goesOn(text.slice(a.index + a[0].length, b.index))
  return all.filter(
    (moment, index) =>
      moment.groups?.part !== undefined ||
      isLinked(index === 0 ? moment : all[index - 1], index === 0 ? all[1] : moment),
  )
}

const goesOn = (between: string): boolean =>
  between.length < 80 && GOES_ON.test(between) && !/[.;]/.test(between) && !CUES.atTime.test(between)

/** A bed is not a time of day, but going to bed is one. */
function partMatches(text: string): RegExpExecArray[] {
  const said = matchesIn(text, CUES.parts).filter(
    ({ 0: word, index }) =>
      !isDenied(text, index) &&
      (!/^bed$/i.test(word) || /\b(?:before|to|in|going to) $/i.test(textBefore(text, index))),
  )
  const marks = said.length > 1 ? correctionsIn(text) : []
  const corrected = said.findLastIndex(({ index }) =>
    marks.some((mark) => mark < index && isCorrectedAt(text, mark, index)),
  )
  return corrected > 0 ? said.slice(corrected) : said
}

/**
 * `at night, no sorry, in the morning`: only the correction comes before the part of the day; `no, 20 at night` may
 * correct a dose.
 */
const isCorrectedAt = (text: string, mark: number, at: number): boolean => isOnlyCorrection(text.slice(mark, at))

/** Returns whether only words of correction come between a correction and a value, so that the value is corrected. */
export const isOnlyCorrection = (between: string): boolean => between.length < 60 && CUES.correcting.test(between)

function partOf(said: string): DayPart {
  const word = said.toLowerCase()
  if (word.startsWith('morning') || word.startsWith('a.') || word === 'am') return 'morning'
  if (word.startsWith('afternoon')) return 'afternoon'
  return word.startsWith('evening') || word.startsWith('p') ? 'evening' : 'night'
}
