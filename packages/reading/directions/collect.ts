import type { Fact } from '../words/read.ts'
import type { Findings } from './findings.ts'
import type { Found } from './line.ts'
import {
  type Ask,
  type AskReason,
  DIRECTION_FIELDS,
  type DirectionField,
  type Directions,
  type DirectionValues,
} from './values.ts'

/** Collects values; those that a doubtful shorthand or an ambiguous wording affects are guesses, and asked about. */
export class Collector {
  readonly #facts = new Map<DirectionField, Fact<unknown>>()
  readonly #asks = new Map<string, Ask>()

  /** Sets a value, read from `found`; the first value of a field stays. */
  set<Field extends DirectionField>(field: Field, value: DirectionValues[Field], found: Found, isGuess = false): void {
    if (this.#facts.has(field)) return
    this.#facts.set(field, found.fact(value, isGuess ? 'guess' : 'sure'))
    if (found.doubt) this.ask(found.doubt, field, found)
  }

  has(field: DirectionField): boolean {
    return this.#facts.has(field)
  }

  /** Asks once for each position in the text and reason. */
  ask(reason: AskReason, field: DirectionField, { words, at }: Pick<Found, 'words' | 'at'>): void {
    const key = `${reason} ${at} ${words.length}`
    if (!this.#asks.has(key)) this.#asks.set(key, { reason, field, words, at })
    this.doubt(field)
  }

  hasAsked(reason: AskReason): boolean {
    return [...this.#asks.values()].some((ask) => ask.reason === reason)
  }

  /** Makes a value that was set a guess. */
  doubt(field: DirectionField): void {
    const fact = this.#facts.get(field)
    if (fact?.confidence === 'sure') this.#facts.set(field, { ...fact, confidence: 'guess' })
  }

  directions(): Directions {
    const facts = Object.fromEntries(DIRECTION_FIELDS.map((field) => [field, this.#facts.get(field) ?? null]))
    // The setter above is typed by field; a map cannot carry that over.
    return { ...facts, asks: [...this.#asks.values()].sort((a, b) => a.at - b.at) } as Directions
  }
}

/** Returns one finding that spans several, for a value that needs them all. */
export function spanning(text: string, founds: readonly Found[]): Found {
  const [first] = founds
  if (first === undefined) throw new TypeError('nothing was found')
  const at = Math.min(...founds.map((found) => found.at))
  const end = Math.max(...founds.map((found) => found.at + found.words.length))
  const words = text.slice(at, end)
  const confidence = founds.some((found) => found.confidence === 'guess') ? 'guess' : 'sure'
  return {
    ...first,
    at,
    words,
    confidence,
    doubt: founds.find(({ doubt }) => doubt)?.doubt,
    fact: (value, own = 'sure') => ({ value, words, at, confidence: own === 'guess' ? 'guess' : confidence }),
  }
}

/** What the parts of a reading are put together from, and where they go. */
export interface Context {
  text: string
  findings: Findings
  collector: Collector
}
