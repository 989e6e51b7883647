import type { Fact } from '@dosewell/reading/read'
import * as z from 'zod/mini'

/** What a form was filled from by dictation: shown beside its fields while it is reviewed, and never saved. */
export const heardSchema = z.object({
  /** The whole text, as it was said. */
  words: z.string(),
  /** What the person has to answer, because the words leave it open. */
  asks: z.array(z.string()),
  /** Fields that were filled on a guess: with what, and from which words. */
  guesses: z.record(z.string(), z.object({ value: z.string(), words: z.string() })),
})
export type Heard = z.infer<typeof heardSchema>

/** One field as it was filled, and the facts it was filled from. */
export interface FilledField {
  field: string
  value: string
  facts: readonly Fact<unknown>[]
}

export function heardFrom(words: string, asks: readonly string[], filled: readonly FilledField[]): Heard {
  const guesses = filled.flatMap(({ field, value, facts }) => {
    const guessed = facts.filter(({ confidence }) => confidence === 'guess')
    if (guessed.length === 0) return []
    const from = [...new Set(guessed.map((fact) => fact.words))].join('”, “')
    return [[field, { value, words: from }] as const]
  })
  return { words: words.trim(), asks: [...asks], guesses: Object.fromEntries(guesses) }
}

/**
 * The words a field was filled from on a guess; null for a field that is sure, or that the person has changed since.
 */
export function guessedFrom(heard: Heard | null, field: string, value: string): string | null {
  const guess = heard?.guesses[field]
  return guess && guess.value === value ? guess.words : null
}
