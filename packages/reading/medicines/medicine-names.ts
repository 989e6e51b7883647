import medicines from '../vocabulary/medicines.json' with { type: 'json' }
import { alternatives } from '../words/alternatives.ts'

/**
 * Names of common medicines, a help where a sentence does not say by itself which of its words is the name: substances as Australia,
 * Britain and the United States call them, and brands. A name that is not here is found by its ending or its place.
 */
const NAMES: ReadonlySet<string> = new Set(medicines.names.flatMap(({ words }) => words))

/** Every name of the list. */
export const listedNames = (): string[] => [...NAMES]

/** Whether the words, in small letters, are the name of a common medicine. */
export const isMedicineName = (words: string): boolean => NAMES.has(words)

/** Endings of the international names of substances, and no others: what has one of them is a medicine in any sentence. */
const ENDING = new RegExp(`^\\p{L}{2,}(?:${alternatives(medicines.endings.words)})$`, 'iu')
const ORDINARY = new Set(medicines.ordinary.words)
const SHORTEST = 6

/** Whether a word ends as the names of substances do. */
export const hasMedicineEnding = (word: string): boolean =>
  word.length >= SHORTEST && ENDING.test(word) && !ORDINARY.has(word.toLowerCase())
