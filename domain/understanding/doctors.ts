import { isPlaceWord } from './locations.ts'
import { endsHere, isCapitalised, isDay, isLink, isParticle } from './names.ts'
import { readSpecialty } from './specialties.ts'

const TITLE = /(?<![\p{L}\p{N}])(?<title>dr|doctor)(?![\p{L}\p{N}'’])\.? ?(?=\p{L})/giu
const NAME_WORD = /^\p{L}[\p{L}\p{M}'’.-]*[,;:!?]*$/u
const POSSESSIVE = /['’]s$/i

/** `Wang Jen-Kuei`, `Eugene H. Burton Iii`. */
const MOST_WORDS = 6
/** A text without capitals does not say where a name ends: a first and a last name. */
const MOST_SMALL_WORDS = 2

/** What doctors do in a text without capitals, where it stands after "doctor" as a name would. */
const VERBS =
  /^(?:said|says|told|wants|wanted|asked|asks|needs|thinks|recommended|called|gave|visits?|appointments?)$/i

/** The name after the first "Dr" or "Doctor" that has one, without the title; empty when there is none. */
export function readDoctor(text: string): string {
  const hasCapitals = /\p{Lu}/u.test(text)
  for (const { 0: words, index, groups } of text.matchAll(TITLE)) {
    const after = text.slice(index + words.length)
    // Where others are capitalised, "doctor" before a small word is the noun: "the doctor said".
    if (groups?.title?.toLowerCase() === 'doctor' && hasCapitals && !isCapitalised(after)) continue
    const name = nameAt(after)
    if (name !== '') return name
  }
  return ''
}

function nameAt(text: string): string {
  const words = text.split(' ', MOST_WORDS)
  const capitals = isCapitalised(text)
  const taken: string[] = []
  for (const word of words) {
    if (!NAME_WORD.test(word) || !mayBeName(word, taken.length === 0)) break
    if (capitals ? !isCapitalised(word) && !isParticle(word) : taken.length >= MOST_SMALL_WORDS) break
    taken.push(word)
    if (endsHere(word) || POSSESSIVE.test(word)) break
  }
  while (taken.length > 0 && isParticle(taken.at(-1) ?? '')) taken.pop()
  return taken
    .join(' ')
    .replace(/[.,;:!?]+$/, '')
    .replace(POSSESSIVE, '')
}

/** A capitalised word right after the title is a name also where it looks like a small word: `Dr. Will Young`. */
function mayBeName(word: string, isFirst: boolean): boolean {
  if (isDay(word) || isPlaceWord(word) || VERBS.test(word) || readSpecialty(word) !== '') return false
  return !isLink(word) || (isFirst && isCapitalised(word))
}
