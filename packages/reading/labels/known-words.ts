import { plainWords } from '../directions/lexicon.ts'
import { isNumberWord } from '../directions/numbers.ts'
import { hasMedicineEnding, isPrintedName } from '../medicines/medicine-names.ts'
import labels from '../vocabulary/labels.json' with { type: 'json' }
import { isForm } from './forms.ts'

/** The single words of labels that are in no list of directions or names. */
const WORDS: ReadonlySet<string> = new Set(
  [labels.pharmacies, labels.makers, labels.directions, labels.printed].flatMap(({ words }) =>
    words.flatMap((phrase) => spellings(phrase).split(' ')),
  ),
)

/** `tablet(s)` → `tablet tablets`. */
function spellings(phrase: string): string {
  return `${phrase.replace(/\([^()]*\)/g, '')} ${phrase.replace(/[()]/g, '')}`
}

/** Returns whether a word in small letters is one that labels use: of two readings, it is the likelier. */
export const isKnownOnLabels = (word: string): boolean =>
  WORDS.has(word) ||
  plainWords(word) !== undefined ||
  isNumberWord(word) ||
  isPrintedName(word) ||
  hasMedicineEnding(word) ||
  isForm(word)
