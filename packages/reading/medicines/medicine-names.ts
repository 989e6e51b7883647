import medicines from '../vocabulary/medicines.json' with { type: 'json' }
import { alternatives } from '../words/alternatives.ts'

/**
 * Names of common medications, for sentences that do not show by themselves which word is the name: substances as they
 * are called in Australia, Britain and the United States, and brands. Other names are found by their ending or
 * position.
 */
const NAMES: ReadonlySet<string> = new Set(
  medicines.names.flatMap(({ kind, words }) => (kind.endsWith('elsewhere') ? [] : words)),
)

/** Those that packages of other countries print as well: many differ from an English one by a letter (`loratadina`). */
const PRINTED: ReadonlySet<string> = new Set(medicines.names.flatMap(({ words }) => words))

const BRANDS: ReadonlySet<string> = new Set(
  medicines.names.flatMap(({ kind, words }) => (kind.startsWith('brands') ? words : [])),
)

/** Returns whether a word, in small letters, is the name of a product, not of a substance. */
export const isBrand = (word: string): boolean => BRANDS.has(word)

const EXTENSIONS: ReadonlySet<string> = new Set(medicines.extensions.words)

/** Returns whether a word, in small letters, is a salt, or what products add to a name. */
export const isExtension = (word: string): boolean => EXTENSIONS.has(word)

/** Returns every salt, and every word that products add to a name. */
export const listedExtensions = (): string[] => [...EXTENSIONS]

/** Returns every name in the list, without those that only packages of other countries print. */
export const listedNames = (): string[] => [...NAMES]

/** Returns whether the words, in small letters, are the name of a common medication. */
export const isMedicineName = (words: string): boolean => NAMES.has(words)

/** Returns the same for words that were read in print, which may be from another country. */
export const isPrintedName = (words: string): boolean => PRINTED.has(words)

/** Endings used only in international names of substances: a word with one of them is a medication in any sentence. */
const ENDING = new RegExp(`^\\p{L}{2,}(?:${alternatives(medicines.endings.words)})$`, 'iu')
const ORDINARY = new Set(medicines.ordinary.words)
const SHORTEST = 6

/** Returns whether a word ends like the names of substances. */
export const hasMedicineEnding = (word: string): boolean =>
  word.length >= SHORTEST && ENDING.test(word) && !ORDINARY.has(word.toLowerCase())
