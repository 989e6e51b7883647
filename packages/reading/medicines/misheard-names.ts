import type { Fact } from '../words/read.ts'
import { hasMedicineEnding, isMedicineName } from './medicine-names.ts'
import { afterWord, DOSAGE_NEXT, OTHER, slice, type Word } from './name-words.ts'
import { nearName } from './near-names.ts'

/** The most words that speech recognition makes of one name. */
const MOST_PARTS = 6
/** The most positions to check; no text names more medications. */
const MOST_PLACES = 12

/**
 * Returns names that were recognised as several words, right before an amount or a frequency: `lies in a pril 10 mg`.
 * Each is the known name that they sound like together, as a guess.
 */
export function misheardIn(text: string, words: readonly Word[]): Fact<string>[] {
  const found: Fact<string>[] = []
  let places = 0
  for (const last of words.keys()) {
    if (places === MOST_PLACES) break
    if (!DOSAGE_NEXT.test(afterWord(text, words, last))) continue
    places += 1
    const name = misheardAt(text, words, last)
    if (name) found.push(name)
  }
  return found
}

const LEADING = /^(?:for|to|of|on|in|at|with|and|or|by|up|the|my|is|it|i|take|have|use)$/

/** Returns the name that ends with a word, over as many words as sound like one. */
function misheardAt(text: string, words: readonly Word[], last: number): Fact<string> | null {
  let name: Fact<string> | null = null
  let isUnknown = !OTHER.test(words[last]?.small ?? '')
  let hasKnown = isMedicineName(words[last]?.small ?? '')
  for (let index = last - 1; index >= 0 && index > last - MOST_PARTS; index -= 1) {
    const [word, next] = [words[index], words[index + 1]]
    if (!word || !next || next.isAfterPause) break
    if (text.slice(word.at + word.text.length, next.at) !== ' ') break
    isUnknown ||= !OTHER.test(word.small)
    hasKnown ||= isMedicineName(word.small)
    if (!isUnknown) continue
    const said = slice(text, words, index, last - index + 1)
    // A known name, or a word that leads to one, is included only if the sound is exactly the same:
    // `leave o thyroxine`.
    const slips = hasKnown || LEADING.test(word.small) ? 0 : 1
    const near = isMedicineName(said.toLowerCase()) ? null : nearName(said, slips)
    if (near) name = { value: written(near, said), words: said, at: word.at, confidence: 'guess' }
  }
  return name
}

/** Returns a known name with the capital of the words; a recogniser that splits a name into words does not know it. */
export const written = (name: string, said: string): string =>
  / /.test(said) || /^\p{Lu}/u.test(said) ? name.slice(0, 1).toUpperCase() + name.slice(1) : name

/** Shorter words are mostly ordinary ones, except those with a capital inside a sentence. */
const SHORTEST = 6

/** Returns whether unknown words can only be a name, judged by their spelling and by what precedes them. */
export function seemsName(text: string, words: readonly Word[], index: number, length: number): boolean {
  const name = words.slice(index, index + length)
  if (name.some(({ small }) => isMedicineName(small) || hasMedicineEnding(small))) return true
  if (length > 1) return name.every(({ text: word }) => /^\p{Lu}/u.test(word))
  const [word] = name
  if (!word) return false
  const isBrand = /^\p{Lu}/u.test(word.text) && index > 0 && !word.isAfterPause
  return (isBrand || word.text.length >= SHORTEST) && !isPartOfWord(text, words, index)
}

/** `vent o lin`: the word before the small words before it does not fit a sentence about medications. */
function isPartOfWord(text: string, words: readonly Word[], index: number): boolean {
  for (let before = index - 1; before >= 0; before -= 1) {
    const [word, next] = [words[before], words[before + 1]]
    if (!word || !next || next.isAfterPause) return false
    if (text.slice(word.at + word.text.length, next.at) !== ' ') return false
    if (!OTHER.test(word.small)) return !/^\p{Lu}/u.test(word.text)
    if (!/^(?:a|an|o|in|on|of|for|to|at|i|and|or|up)$/.test(word.small) && word.text.length > 1) return false
  }
  return false
}
