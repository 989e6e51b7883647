import { readDirections } from '../directions/read-directions.ts'
import { isBrand, isExtension, isPrintedName } from '../medicines/medicine-names.ts'
import { inOneTablet, isKnown, isNamedTogether, isPiece, withoutContents, withoutHalf } from './contents.ts'
import { CUES } from './cues.ts'
import { isSubstance } from './line-strength.ts'
import { BEGINS_DIRECTIONS, goesOn } from './lines.ts'
import { nameAlone, strengthAlone } from './medicine.ts'
import { knownAlone, mayBeNamed, productAlone, underProduct, withoutOthers } from './package-brand.ts'
import { isPackage, productWithNumber } from './package-product.ts'
import type { Found } from './pairs.ts'
import { type Strength, strengthIn } from './strength.ts'

/**
 * Returns the medications of a maker's box, bottle or blister, which says what is inside many times over and nothing of
 * how to take it. A name nobody knows beside a known one in the same strength is its brand, or the same words misread:
 * the user is asked. The only one, with an unknown name, is called by a known name that stands alone; substances below
 * one another are one medicine; and the only strength on the package is its strength.
 * @param lines of the whole print; a pharmacy's label, or a list, stays as it is
 */
export const asOnPackage = (printed: readonly Found[], lines: readonly string[]): Found[] =>
  onPackage(printed, lines)
    .map((one, _index, all) => (all.length === 1 ? withoutHalf(one, lines) : one))
    .map((one, _index, all) =>
      isPartOfMore(one, lines) || (all.length === 1 && isOneOfSeveral(one, lines)) ? asGuess(one) : one,
    )

const asGuess = (one: Found): Found => ({
  ...one,
  named: { ...one.named, name: { ...one.named.name, confidence: 'guess' } },
})

/** `Terbutaline Sulphate and`: what else is in it was not read. */
function isPartOfMore({ named: { name }, lines: { name: index } }: Found, lines: readonly string[]): boolean {
  const [line = '', next = ''] = lines.slice(index, index + 2)
  const behind = line.slice(Math.max(0, line.indexOf(name.words)) + name.words.length)
  return LEADS_ON.test(behind) || /(?:\sand|[&+])$/i.test(line) || LEADS_ON.test(next)
}
const LEADS_ON = /^\s?(?:and\s|[&+])/i

/** Where nothing says how to take it, what stands beside another strength may be in the same medicine. */
const isOneOfSeveral = ({ named, directions }: Found, lines: readonly string[]): boolean =>
  directions === '' &&
  named.strength !== null &&
  lines.some((line) => (besideOtherPrint(line)?.value ?? named.strength?.value) !== named.strength?.value)

function onPackage(printed: readonly Found[], lines: readonly string[]): Found[] {
  if (!isPackage(lines)) {
    const isDirected = printed.some(({ directions }) => directions !== '')
    if (isDirected) return [...printed]
    const found = named(printed, lines, false).map(withoutOtherPrint)
    return isNamedTogether(found, lines)
      ? inOneTablet(
          found.filter((one) => !isPiece(one, found)),
          lines,
        )
      : found
  }
  const read = printed.map((one) => (isNoDirections(one.directions, lines) ? withoutDirections(one) : one))
  if (read.some(({ directions }) => directions !== '' && !AS_DIRECTED.test(directions))) return read
  const found = withoutContents(underProduct(named(read, lines, true).map(withoutOtherPrint), lines), lines)
  const known = found.filter(isKnown)
  const others = found.filter(
    (one) => !isPiece(one, found) && (isKnown(one) || known.length === 0 || !isNoName(one, known)),
  )
  const called = others.map((one) => {
    const also = found.find((other) => !others.includes(other) && isSameStrength(one, other))
    return also && isKnown(one) ? { ...one, alsoCalled: also.named.name.words } : one
  })
  const apart = called.filter(isFirstReading).filter(isNoSubstanceOfBrand).filter(isNoOtherReading)
  const whole = withNeighbours(inOneTablet(apart, lines), lines)
  const [only, ...more] = whole
  if (!only || more.length > 0) return whole
  const one = isKnown(only) ? only : calledByBrand(only, lines)
  // Of a product with several substances, one strength says too little.
  return [one.named.strength === null && one.alsoCalled === undefined ? withOnlyStrength(one, lines) : one]
}

const withoutOtherPrint = (one: Found): Found => ({ ...one, named: withoutOthers(one.named) })

/**
 * Returns what is named; where nothing is that could be a name, the product that the package shows by itself. On other
 * print only a known one is, and only where nothing says how to take what was read.
 */
function named(found: readonly Found[], lines: readonly string[], isMakers: boolean): Found[] {
  const known = found.filter(isKnown)
  // The same strength beside a known name is that name misread: a doubt.
  const real = found.filter(
    (one) => mayBeNamed(one.named) || known.some((own) => own === one || isSameStrength(own, one)),
  )
  const [first, ...others] = found
  if (!first) return []
  const isDirected = found.some(({ directions }) => directions !== '')
  const isUnread = isMakers && real.length > 1 && known.length === 0 && knownAlone(lines) !== undefined
  if ((real.length > 0 && !isUnread) || isDirected) return isMakers ? real : [...found]
  const product = isMakers ? productAlone(lines) : knownAlone(lines)
  if (!product) return [...found]
  const strength = others.length === 0 && first.named.strength?.value ? first.named.strength : null
  return [
    {
      ...first,
      named: { ...product.found, strength: strength && { ...strength, confidence: 'guess' } },
      lines: { ...first.lines, name: product.index },
    },
  ]
}

/** `Efferalgan 1000 mg` above `Paracetamol 1000 mg`: what the product is. */
const isNoSubstanceOfBrand = (one: Found, _index: number, all: readonly Found[]): boolean =>
  isProductNamed(one) || !all.some((other) => isProductNamed(other) && isSameStrength(one, other))

/** Two names nobody knows in the same strength: one of them was misread. */
const isNoOtherReading = (one: Found, index: number, all: readonly Found[]): boolean =>
  isKnown(one) || !all.slice(0, index).some((other) => !isKnown(other) && isSameStrength(one, other))

const isProductNamed = ({ named }: Found): boolean => named.name.value.toLowerCase().split(/\s+/).some(isBrand)

/** Of a name with two strengths, one was misread: not the one that is sure. */
const isFirstReading = (one: Found, _index: number, all: readonly Found[]): boolean =>
  one.named.strength?.confidence === 'sure' ||
  !all.some(({ named }) => named.name.value === one.named.name.value && named.strength?.confidence === 'sure')

/** Print of the maker's that was taken for directions: `As directed by the physician`, or words misread. */
function isNoDirections(directions: string, lines: readonly string[]): boolean {
  if (directions === '' || readDirections(directions).dose !== null) return false
  if (CUES.makersDirections.test(directions)) return true
  // Beside what each tablet contains, the middle of a text is small print.
  const isSmallPrint = lines.some((line) => CUES.eachContains.test(line))
  return !(BEGINS_DIRECTIONS.test(directions) || (!isSmallPrint && goesOn(directions)))
}

const withoutDirections = (one: Found): Found => ({
  ...one,
  directions: '',
  lines: { ...one.lines, directions: [] },
  isEnd: false,
  isDoubled: false,
})

/** Returns the substance of which a line is the name, and nothing else; null for a brand. */
function substanceAlone(line: string | undefined): string | null {
  const name = line === undefined || line.startsWith('(') ? null : nameAlone(line)
  const words = name?.value.toLowerCase().match(/\p{L}+/gu) ?? []
  const isOne = words.every((word) => (isSubstance(word) && !isBrand(word)) || isExtension(word))
  // Of those that only end like a substance, many are products: `Epifenac`.
  return isOne && words.some(isPrintedName) ? (name?.value ?? null) : null
}

/** `Salmeterol xinafoate` right above `Fluticasone propionate`: the package names all that is in one medicine. */
function withNeighbours(found: readonly Found[], lines: readonly string[]): Found[] {
  const [first, ...others] = found
  const own = first && substanceAlone(lines[first.lines.name])
  if (!first || !own) return [...found]
  const names = [own]
  const add = (step: 1 | -1): void => {
    for (let index = first.lines.name + step; names.length < MOST_IN_ONE; index += step) {
      const name = substanceAlone(lines[index])
      if (name === null || names.includes(name)) return
      names[step < 0 ? 'unshift' : 'push'](name)
    }
  }
  add(-1)
  add(1)
  if (names.length === 1) return [...found]
  const value = names.join(' / ')
  const rest = others.filter(({ named }) => !value.toLowerCase().includes(named.name.value.toLowerCase()))
  return [{ ...first, named: { ...first.named, name: { ...first.named.name, value, confidence: 'guess' } } }, ...rest]
}
const MOST_IN_ONE = 4

/** Returns the only medicine with the only strength of the package, wherever it is printed: a guess. */
function withOnlyStrength(only: Found, lines: readonly string[]): Found {
  const alone = strengthsIn(lines, strengthAlone)
  const strengths = alone.length > 0 ? alone : strengthsIn(lines, besideOtherPrint)
  const [one, ...more] = strengths
  if (!one || more.some(({ strength }) => strength.value !== one.strength.value)) return only
  return {
    ...only,
    named: { ...only.named, strength: { ...one.strength, confidence: 'guess' } },
    lines: { ...only.lines, strength: one.index },
  }
}

const strengthsIn = (lines: readonly string[], read: (line: string) => Strength | null) =>
  lines.flatMap((line, index) => {
    const strength = read(line)
    return strength === null || strength.value === '' ? [] : [{ strength, index }]
  })

/** `Medicamento generico   10mg`: never how much is in the box. */
function besideOtherPrint(line: string): Strength | null {
  const strength = strengthIn(line)
  return strength && /^[\d.]+ (?:mg|mcg)$/.test(strength.value) ? strength : null
}

/** All that a maker says. */
const AS_DIRECTED = /\bdirected\b/i
/** What is left of other print: a word with a count behind it (`maximcn 6`), of three letters, or with a small first one. */
const isNoName = (one: Found, known: readonly Found[]): boolean =>
  known.some((own) => isSameStrength(own, one)) || /\s[\d-]+$|^\p{L}{1,3}$|^\p{Ll}/u.test(one.named.name.value)

const isSameStrength = (one: Found, other: Found): boolean =>
  one.named.strength !== null && one.named.strength.value === other.named.strength?.value

function calledByBrand(only: Found, lines: readonly string[]): Found {
  const number = /^\d+/.exec(only.named.strength?.value ?? '')?.[0]
  const numbered = number === undefined ? undefined : productWithNumber(lines, number)
  if (numbered)
    return {
      ...only,
      named: { ...only.named, name: numbered.found.name },
      lines: { ...only.lines, name: numbered.index },
    }
  for (const [index, line] of lines.entries()) {
    const brand = nameAlone(line)
    if (brand?.confidence === 'sure')
      return {
        ...only,
        named: { ...only.named, name: { ...brand, confidence: 'guess' } },
        lines: { ...only.lines, name: index },
      }
  }
  return only
}
