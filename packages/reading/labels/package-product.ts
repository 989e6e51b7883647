import { isBrand, isPrintedName } from '../medicines/medicine-names.ts'
import { isUnknownName } from '../medicines/name-words.ts'
import { CUES } from './cues.ts'
import { isFormOnly } from './forms.ts'
import { kindOf } from './lines.ts'
import { type Named, nameAlone, nameIn, nameOf } from './medicine.ts'
import { isMaker } from './printed-name.ts'
import { knownFirst, unmeasuredIn } from './unmeasured.ts'

/** `FORCAN-200`, `Flagyl® 400`: behind a product, its strength as the maker puts it. */
const NUMBERED = /^\p{Lu}[\p{L}'’]{3,20}(?=[^\p{L}\d]{1,2}\d{1,4}$)/u
/** With a hyphen it is nothing else: no street, no shop. */
const HYPHENATED = /^\p{Lu}[\p{L}'’]{3,20}(?=[-–]\d{1,4}$)/u
/** More of them are small print or a letter, in which anything looks like a name. */
const MOST_WORDS = 3

/** Where there is hardly more, a word that stands alone is the product. */
const FEW_LINES = 10

/**
 * Returns whether this is the print of a maker: what pharmacies do not print, a form on a line of its own, or a product on
 * several sides.
 */
export const isPackage = (lines: readonly string[]): boolean =>
  lines.some((line) => CUES.makersPrint.test(line) || isFormOnly(line)) ||
  lines.some((line, index) => isBrand(line.toLowerCase()) && lines.indexOf(line) < index)

/** Returns the words of a line that name a product; `below` are the two lines after it. */
type ReadsProduct = (line: string, below: readonly string[]) => string | null

const knownAlone: ReadsProduct = (line) => {
  const name = nameAlone(line)
  return name && isPrintedName(name.value.toLowerCase()) ? name.words : null
}
const besideOther: ReadsProduct = (line) => knownFirst(line)?.name.words ?? null
const numbered: ReadsProduct = (line) => NUMBERED.exec(line)?.[0] ?? null
const hyphenated: ReadsProduct = (line) => HYPHENATED.exec(line)?.[0] ?? null
const besideForm: ReadsProduct = (line) => unmeasuredIn(line)?.name.words ?? null
const rightAboveForm: ReadsProduct = (line, [below = '']) => aboveForm(line, [below])
const aboveForm: ReadsProduct = (line, below) =>
  below.some(isFormOnly) && !/\d/.test(line) ? (nameIn(line)?.words ?? null) : null
const alone: ReadsProduct = (line) =>
  /^\p{Lu}[\p{L}'’]{3,20}(?:-(?:\p{Lu}?\d{1,3}|\p{Lu}{1,2}))?$/u.exec(line)?.[0] ?? null

/**
 * Returns the product that a maker's package shows by the way it is printed: a known name misread, a name with a number
 * behind it, above its form or beside it, alone on several sides, or on a package with little other print. For packages on
 * which nothing known could be read; a guess.
 */
export function productOnPackage(lines: readonly string[]): { index: number; found: Named } | undefined {
  const onSeveral: ReadsProduct = (line) =>
    lines.filter((other) => other.split(/\s+/).includes(line)).length > 1 ? alone(line, []) : null
  const readers = isPackage(lines)
    ? [knownAlone, besideOther, numbered, rightAboveForm, aboveForm, onSeveral, besideForm]
    : [hyphenated, (line: string) => repeatedCode(line, lines)]
  if (lines.length <= FEW_LINES && isPackage(lines)) readers.push(alone)
  for (const read of readers) {
    for (const [index, line] of lines.entries()) {
      const words = kindOf(line) === 'other' ? read(line, lines.slice(index + 1, index + 3)) : null
      if (words !== null && (isPrintedName(words.toLowerCase()) || isProduct(words)))
        return { index, found: guessed(words, line) }
    }
  }
  return undefined
}

/** `PAN-D`: on a strip with nothing else to read, as long as it says so again. */
const WITH_CODE = /^\p{Lu}\p{L}{2,20}-\p{Lu}{1,2}(?=[^\p{L}]*$)/u

function repeatedCode(line: string, lines: readonly string[]): string | null {
  const code = WITH_CODE.exec(line)?.[0]
  return code && lines.filter((other) => WITH_CODE.exec(other)?.[0] === code).length > 1 ? code : null
}

/** Returns the product behind which the package prints the number of its strength: `Olfen-75`. */
export function productWithNumber(
  lines: readonly string[],
  number: string,
): { index: number; found: Named } | undefined {
  for (const [index, line] of lines.entries()) {
    const words = kindOf(line) === 'other' && line.endsWith(number) ? (NUMBERED.exec(line)?.[0] ?? null) : null
    if (words !== null && isProduct(words)) return { index, found: guessed(words, line) }
  }
  return undefined
}

/** Returns whether every word has no other use, and the first begins like a name. */
export function isProduct(words: string): boolean {
  const parts = words.split(/\s+/)
  return (
    parts.length <= MOST_WORDS &&
    !isFormOnly(words) &&
    parts.every((word) => isUnknownName(word) && !isMaker(word.toLowerCase())) &&
    /^\p{Lu}/u.test(words) &&
    /\p{L}{4}/u.test(words)
  )
}

const guessed = (words: string, line: string): Named => ({
  name: { ...nameOf(words), words, at: line.indexOf(words), confidence: 'guess' },
  strength: null,
  rest: '',
})
