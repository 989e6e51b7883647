import type { Fact } from '../words/read.ts'
import { hasMedicineEnding, isMedicineName } from './medicine-names.ts'
import { afterWord, DOSAGE_NEXT, OTHER, slice, type Word } from './name-words.ts'
import { nearName } from './near-names.ts'

/** Words that a recogniser makes of one name at most. */
const MOST_PARTS = 6
/** Places that are looked at; a text names no more medicines than that. */
const MOST_PLACES = 12

/**
 * Names that a recogniser heard as several words, right before how much or how often: `lies in a pril 10 mg`. Each is the known name that
 * they sound like together, as a guess.
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

/** The name that ends with a word, of as many words as sound like one. */
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
    // A name that is known itself, or a word that leads to one, is a part of what sounds the same alone: `leave o thyroxine`.
    const slips = hasKnown || LEADING.test(word.small) ? 0 : 1
    const near = isMedicineName(said.toLowerCase()) ? null : nearName(said, slips)
    if (near) name = { value: written(near, said), words: said, at: word.at, confidence: 'guess' }
  }
  return name
}

/** A known name with the capital that the words have; a recogniser that makes several words of one knows none. */
export const written = (name: string, said: string): string =>
  / /.test(said) || /^\p{Lu}/u.test(said) ? name.slice(0, 1).toUpperCase() + name.slice(1) : name

/** Shorter words are mostly of the language, but for those with a capital inside of a sentence. */
const SHORTEST = 6

/** Whether words that no list knows can be nothing but a name, by how they are written and by what stands before them. */
export function seemsName(text: string, words: readonly Word[], index: number, length: number): boolean {
  const name = words.slice(index, index + length)
  if (name.some(({ small }) => isMedicineName(small) || hasMedicineEnding(small))) return true
  if (length > 1) return name.every(({ text: word }) => /^\p{Lu}/u.test(word))
  const [word] = name
  if (!word) return false
  const isBrand = /^\p{Lu}/u.test(word.text) && index > 0 && !word.isAfterPause
  return (isBrand || word.text.length >= SHORTEST) && !isPartOfWord(text, words, index)
}

/** `vent o lin`: what stands before the little words before it is no word of a sentence about medicines. */
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
