import { isBrand, isExtension, isPrintedName } from '../medicines/medicine-names.ts'
import { CUES } from './cues.ts'
import { NAMES_FORM } from './forms.ts'
import { isSubstance } from './line-strength.ts'
import { kindOf } from './lines.ts'
import { withSpaces } from './lost-spaces.ts'
import { type Named, nameAlone, nameOf } from './medicine.ts'
import { isProduct, productOnPackage } from './package-product.ts'
import type { Found } from './pairs.ts'
import { isMaker } from './printed-name.ts'
import { brandFirst } from './unmeasured.ts'

/** A medicine as a line of a package names it, without the words of another line. */
type OnPackage = { index: number; found: Named }

/** How far above its substances a product stands: right above them if nobody knows it. */
const ABOVE = { known: 4, unknown: 1 }

/**
 * Returns what a product contains, listed line by line below its name on its package, as that product: `Dorflex` above
 * `dipirona 300 mg`, `cafeina 50 mg`. The user is asked. A form beside one of them, or a line between them, is another
 * package.
 */
export function underProduct(found: readonly Found[], lines: readonly string[]): Found[] {
  const [first, ...others] = found
  const isOne =
    first !== undefined &&
    (others.length > 0 || hasSeveral(lines[first.lines.name] ?? '')) &&
    !found.every(isShareOf) &&
    found.every(isIngredient(lines)) &&
    others.every((one, index) => one.lines.name - (found[index] as Found).lines.name <= 1)
  const isOfSubstances = found.some(({ named }) => named.name.value.split(' ').some(isSubstanceWord))
  const head = isOne ? headOf(first.lines.name, lines, isOfSubstances) : undefined
  if (!isOne || !head) return [...found]
  const strengths = found.map(({ named }) => named.strength?.value ?? '')
  const whole = { value: strengths.join('/'), confidence: 'guess' as const }
  const strength = others.length > 0 && first.named.strength ? { ...first.named.strength, ...whole } : null
  const alsoCalled = found.map(({ named }) => named.name.words).join(', ')
  return [{ ...first, named: { ...head.found, strength }, lines: { ...first.lines, name: head.index }, alsoCalled }]
}

/** `Moxifloxacin 0.5%` above `Dexamethasone 0.1%`: what drops and creams are made of. */
export const isShareOf = ({ named }: Found): boolean => named.strength?.value.endsWith('%') === true

/** `cloridrato de fenilefrina 4 mg . paracetamol 400 mg`: the second is read with none of these words. */
const hasSeveral = (line: string): boolean => SEVERAL.test(line)
const SEVERAL = /\d\s?m?c?g(?!\p{L})[^\d/]{0,6}\p{L}{4}[\p{L}\s]{0,40}\s\d[\d.,]{0,5}\s?m?c?g(?!\p{L})/iu

const isIngredient =
  (lines: readonly string[]) =>
  ({ named, directions, lines: { name } }: Found): boolean =>
    directions === '' &&
    named.strength !== null &&
    !isBrand(named.name.value.toLowerCase()) &&
    !NAMES_FORM.test(lines[name] ?? '')

function headOf(index: number, lines: readonly string[], isOfSubstances: boolean): OnPackage | undefined {
  for (let above = 1; above <= ABOVE.known; above += 1) {
    const { text: line, source } = spacedLine(lines[index - above] ?? '')
    const name = nameAlone(line)
    const words = name?.words.split(/\s+/) ?? []
    if (!name || words.length > 2 || words.some((word) => isSubstance(word) && !isBrand(word.toLowerCase()))) continue
    const brand = words.find((word) => isBrand(word.toLowerCase()))
    if (brand || (isOfSubstances && above <= ABOVE.unknown && name.words === line && isProduct(line))) {
      // Beside a known one may be what the maker says of it: `NALDECON   ECONOMICA`.
      const isWhole = brand === undefined || words.every((word) => word === brand || isExtension(word.toLowerCase()))
      const own = { ...name, ...(isWhole ? {} : nameOf(brand)), words: source(name), confidence: 'guess' as const }
      return { index: index - above, found: { name: own, strength: null, rest: '' } }
    }
  }
  return undefined
}

/**
 * Returns the product that a package names by itself, where what was read with a strength is no name: a known name alone
 * on its line or at its beginning, or one that is printed like a product.
 */
export const productAlone = (lines: readonly string[]): OnPackage | undefined =>
  knownAlone(lines) ?? productOnPackage(lines) ?? knownInside(lines)

/** Returns the first known name of the print, whatever stands beside it: from the edge of a bottle, or another side. */
function knownInside(lines: readonly string[]): OnPackage | undefined {
  for (const [index, line] of lines.entries()) {
    const word = line
      .match(/(?<!\p{L})\p{L}{7,}(?!\p{L}|[ -]free\b)/giu)
      ?.find((one) => isPrintedName(one.toLowerCase()))
    if (word === undefined || kindOf(line) !== 'other') continue
    const name = { ...nameOf(word), words: word, at: line.indexOf(word), confidence: 'guess' as const }
    return { index, found: { name, strength: null, rest: '' } }
  }
  return undefined
}

/** Returns the known name that stands alone on its line or at the beginning of one, or that one was misread for. */
export function knownAlone(printed: readonly string[]): OnPackage | undefined {
  const lines = printed.map(spacedLine)
  const alone = lines.map(({ text }) => nameAlone(text)).map((name) => (name?.confidence === 'sure' ? name : null))
  const begun = lines.map(({ text }) => brandFirst(text)?.name ?? null)
  const repaired = lines.map(({ text }) => nameAlone(text)).map((name) => (isKnownOne(name) ? name : null))
  for (const names of [alone, begun, repaired]) {
    const index = names.findIndex((name) => name !== null)
    const [name, line] = [names[index], lines[index]]
    if (!name || !line) continue
    const own = { ...name, words: line.source(name), confidence: 'guess' as const }
    return { index, found: { name: own, strength: null, rest: '' } }
  }
  return undefined
}

const isKnownOne = (name: Named['name'] | null): boolean => name !== null && isPrintedName(name.value.toLowerCase())

/** Returns a line with the spaces that it lost, and what tells its words as they were read. */
function spacedLine(line: string): { text: string; source(words: { at: number; words: string }): string } {
  const spaced = withSpaces(line)
  return { text: spaced.text, source: (words) => spaced.source(words) }
}

/** Returns whether a product may be called like this: small print read in pieces is not (`rPinfo`, `Aa dre`, `S0 0 ng e`). */
export function mayBeNamed({ name }: Pick<Named, 'name'>): boolean {
  const words = name.value.split(/\s+/)
  const isSmall = /^\p{Ll}/u.test(name.value)
  return (
    words.length <= MOST_WORDS &&
    (!isSmall || words.length === 1) &&
    !/^\p{Ll}\p{Lu}/u.test(name.value) &&
    words.every((word) => WHOLE.test(word) || CODE.test(word)) &&
    words.some((word) => /\p{L}{4}/u.test(word)) &&
    !CUES.medicineNoName.test(words.join(''))
  )
}
const MOST_WORDS = 3
/** `Flagyl`, `A-ferin`, `Cef-3`; and `XR`, `DS` beside one. */
const WHOLE = /^(?=.*(?:[aeiouáéíóúü]|y.))\p{L}[\p{L}\d'’-]{2,}$/iu
const CODE = /^(?:\p{Lu}{1,3}|[&+]|\d{1,4})$/u

/**
 * Returns a name without the words of other print beside it: around a substance all that are no substances and no salts
 * (`orange-vanille diosmectite`, `Doxycycline H`), behind a product what nobody is called (`Brufen ibuproden`). A guess.
 */
export function withoutOthers(named: Named): Named {
  const words = named.name.value.split(' ')
  const isOfName = words.map((word, index) => belongsToName(word, words[index - 1]))
  const at = words.findIndex(isSubstanceWord)
  if (at >= 0) {
    const isBehindOthers = words.slice(0, at).every((word, index) => !isOfName[index] && !isMaker(word.toLowerCase()))
    const end = isOfName.lastIndexOf(true) + 1
    const isJoined = end < words.length && words.slice(at).some((word) => JOINT.test(word))
    const from = isBehindOthers ? at : 0
    const own = words.slice(from, isJoined ? words.length : end)
    return only(
      named,
      own.filter((word, index) => isOfName[from + index] || !SPECK.test(word)),
    )
  }
  const [brand = '', ...others] = words
  const isCalled = others.every((word, index) => isOfName[index + 1] || /^[\p{Lu}\d]/u.test(word))
  return isBrand(bare(brand)) && !(isCalled && others.length < MOST_WORDS) ? only(named, [brand]) : named
}

const only = (named: Named, words: readonly string[]): Named =>
  words.length === named.name.value.split(' ').length
    ? named
    : { ...named, name: { ...named.name, ...nameOf(words.join(' ')), confidence: 'guess' } }

const isSubstanceWord = (word: string): boolean => isSubstance(bare(word)) && !isBrand(bare(word))

/** Whether a word belongs to names: `Salmeterol`, `xinafoate`, `de`, and the letter of `Vitamin E`. */
const belongsToName = (word: string, before = ''): boolean =>
  isSubstance(bare(word)) ||
  isExtension(bare(word)) ||
  OF_NAME.test(word) ||
  /[/+()]/.test(word) ||
  (/^[A-Z]\d{0,2}$/i.test(word) && WITH_LETTER.test(before))
const OF_NAME = /^(?:de|acid[oe]?|asam|and|&|\d.*)$/i
const WITH_LETTER = /^(?:vitamin[ae]?|penicillin|amphotericine?|polymyxin|coenzyme|interferon|insulin)$/i
/** `Cetirizine E HCl` */
const SPECK = /^[A-Z]$/
const JOINT = /^(?:and|&|\+|with)$/i
const bare = (word: string): string => word.toLowerCase().replace(/[^\p{L}-]/gu, '')
