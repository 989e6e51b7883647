import type { Read } from '../words/read.ts'
import { printedLetters } from './letters.ts'
import { PHARMACY } from './lines.ts'

const AFTER_PHARMACY = /[|;]|,\s|\s(?=\d)|\s(?=(?:ph|tel|phone|fax|abn|no|shop)\b|[tf]:|store\s(?:no\b|#|\d))|\s[(+#]/iu
/** `Pharrnacy`, `Phannacy`, `Pharmaey`: as recognisers read the word. */
const MISREAD: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?<p>p)[hb][ao4](?:rrn|rnn|rm|nn|mn|rin|m)[ao4@][ceo][yv](?!\p{L})/giu, 'harmacy'],
  [/(?<!\p{L})(?<p>c)[hb][ec](?:m|rn|nn)[il1]s[t7f](?!\p{L})/giu, 'hemist'],
]
const BEFORE =
  /^(?:\p{L}\s)?(?:(?:packed|prepared|supplied|dispensed|filled|provided|issued) (?:by|at|from)\s*[:;]?\s+|(?:your )?(?:pharmacy|chemist|dispensary)\s*[:;]\s*)/iu
const PHONE_BEFORE = /^(?:(?:ph|tel|phone)[.:]?\s*)?[\d()+][\d()+ -]{5,}\d\s+(?=\p{L})/iu
/** What labels say of pharmacies without naming one. */
const UNNAMED =
  /^(?:the|a|any|this|our)\s(?:pharmacy|chemists?|dispensary)\b|\b(?:your|another|or|ask|consult|contact|return|speak|talk|tell|bring|check)\b(?:\s\p{L}+){0,4}?\s(?:pharmac|chemist|dispensary)|\b(?:pharmacy|dispensary) (?:copy|use|stamp|only|medicine|label|number|no|hours|phone)\b|\bpharmacists?\b/iu
/** The word alone, or words about a pharmacy. */
const NO_NAME = /^(?:(?:pharmacy|pharmacies|chemists?|dispensary|drug ?store)\s*)+$/iu
/** `MAIN STREET DRUGS`, as American shops head their labels. */
const DRUGS =
  /^\p{Lu}[\p{L}'’.&-]*(?:\s(?:\p{Lu}[\p{L}'’.-]*|&)){0,4}\s(?:DRUGS?|Drugs?)(?:\s(?:MART|Mart|CO\.?|Co\.?|INC\.?|Inc\.?))?$/u
const OF_DRUGS =
  /\b(?:other|with|of|all|from|your|keep|no|and|or|prescription|controlled|generic|dangerous|illegal|inflammatory|pain|these|take|name)\b/iu

/**
 * The pharmacy, by the word in its name or by the name of the field.
 * @param lines the cells of each
 */
export function pharmacyIn(lines: readonly (readonly string[])[]): Read<string> | null {
  for (const [index, cells] of lines.entries()) {
    for (const cell of cells) {
      const name = namedIn(cell) ?? (index === 0 ? drugsIn(cell) : null)
      if (name === null) continue
      return { ...name, at: cells.join(' ').indexOf(name.words) }
    }
  }
  return null
}

function namedIn(cell: string): Pick<Read<string>, 'value' | 'words'> | null {
  const letters = printedLetters(cell)
  const text = mended(letters)
  const field = BEFORE.exec(letters)?.[0] ?? ''
  if (field === '' ? !PHARMACY.test(text) || UNNAMED.test(text) : !/\p{L}{3}/u.test(letters)) return null
  const start = field === '' ? (PHONE_BEFORE.exec(letters)?.[0].length ?? 0) : field.length
  const pieces = letters.slice(start).split(AFTER_PHARMACY)
  const piece = (field === '' ? pieces.find((one) => PHARMACY.test(mended(one))) : pieces[0]) ?? ''
  const said = piece.trim().replace(/(?<![.,:;\s])[.,:;\s]+$/u, '')
  const value = mended(said)
  const at = letters.indexOf(said, start)
  if (!/\p{L}{3}/u.test(value) || /[()]/.test(value) || NO_NAME.test(value)) return null
  return { value, words: cell.slice(at, at + said.length) }
}

const drugsIn = (cell: string): Pick<Read<string>, 'value' | 'words'> | null =>
  DRUGS.test(cell) && !OF_DRUGS.test(cell) ? { value: cell, words: cell } : null

/** With the word for a pharmacy as it was printed, in the letters of its line. */
function mended(text: string): string {
  if (!MAY_BE.test(text)) return text
  return MISREAD.reduce(
    (said, [pattern, rest]) =>
      said.replace(pattern, (word) => `${word[0]}${word === word.toUpperCase() ? rest.toUpperCase() : rest}`),
    text,
  )
}
const MAY_BE = /[pc][hb][ao4ec]/i
