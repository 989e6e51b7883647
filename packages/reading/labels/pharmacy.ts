import type { Read } from '../words/read.ts'
import { CUES } from './cues.ts'
import { printedLetters } from './letters.ts'
import { PHARMACY } from './lines.ts'

/** `Pharrnacy`, `Phannacy`, `Pharmaey`: misreadings of the word. */
const MISREAD: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?<p>p)[hb][ao4](?:rrn|rnn|rm|nn|mn|rin|m)[ao4@][ceo][yv](?!\p{L})/giu, 'harmacy'],
  [/(?<!\p{L})(?<p>c)[hb][ec](?:m|rn|nn)[il1]s[t7f](?!\p{L})/giu, 'hemist'],
]
const PHONE_BEFORE = /^(?:(?:ph|tel|phone)[.:]?\s*)?[\d()+][\d()+ -]{5,}\d\s+(?=\p{L})/iu
/** The word alone, or other words for a pharmacy. */
const NO_NAME = /^(?:(?:pharmacy|pharmacies|chemists?|dispensary|drug ?store)\s*)+$/iu

/**
 * Returns the pharmacy, by the word in its name or by the name of the field.
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
  const field = CUES.before.exec(letters)?.[0] ?? ''
  if (field === '' ? !PHARMACY.test(text) || CUES.unnamed.test(text) : !/\p{L}{3}/u.test(letters)) return null
  const start = field === '' ? (PHONE_BEFORE.exec(letters)?.[0].length ?? 0) : field.length
  const pieces = letters.slice(start).split(CUES.afterPharmacy)
  const piece = (field === '' ? pieces.find((one) => PHARMACY.test(mended(one))) : pieces[0]) ?? ''
  const said = piece.trim().replace(/(?<![.,:;\s])[.,:;\s]+$/u, '')
  const value = mended(said)
  const at = letters.indexOf(said, start)
  if (!/\p{L}{3}/u.test(value) || /[()]/.test(value) || NO_NAME.test(value)) return null
  return { value, words: cell.slice(at, at + said.length) }
}

const drugsIn = (cell: string): Pick<Read<string>, 'value' | 'words'> | null =>
  CUES.drugs.test(cell) && !CUES.ofDrugs.test(cell) ? { value: cell, words: cell } : null

/** Restores the word for a pharmacy as printed, in the case of its line. */
function mended(text: string): string {
  if (!MAY_BE.test(text)) return text
  return MISREAD.reduce(
    (said, [pattern, rest]) =>
      said.replace(pattern, (word) => `${word[0]}${word === word.toUpperCase() ? rest.toUpperCase() : rest}`),
    text,
  )
}
const MAY_BE = /[pc][hb][ao4ec]/i
