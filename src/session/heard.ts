import type { Fact } from '@dosewell/reading/read'
import * as z from 'zod/mini'

/** What a form was filled from by dictation: shown beside its fields during review, and never saved. */
export const heardSchema = z.object({
  /** The whole transcript. */
  words: z.string(),
  /** Questions the user has to answer because the transcript leaves them open. */
  asks: z.array(z.string()),
  /** Fields filled on a guess: the value, and the words it came from. */
  guesses: z.record(z.string(), z.object({ value: z.string(), words: z.string() })),
})
export type Heard = z.infer<typeof heardSchema>

/** One field as filled, and the facts it was filled from. */
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

/** Returns the words a field was guessed from, or null if it is certain or the user has changed it since. */
export function guessedFrom(heard: Heard | null, field: string, value: string): string | null {
  const guess = heard?.guesses[field]
  return guess && guess.value === value ? guess.words : null
}

/**
 * Returns a form whose words were corrected and read again. A field that the user changed since they were read before
 * keeps what it holds.
 */
export function readAgain<Values extends { heard: Heard | null }>(now: Values, before: Values, after: Values): Values {
  const isOwn = (field: keyof Values) => JSON.stringify(now[field]) !== JSON.stringify(before[field])
  const fields = (Object.keys(after) as (keyof Values)[]).filter((field) => field !== 'heard' && isOwn(field))
  return { ...after, ...Object.fromEntries(fields.map((field) => [field, now[field]])) }
}
