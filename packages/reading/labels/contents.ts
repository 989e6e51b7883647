import { isBrand, isPrintedName } from '../medicines/medicine-names.ts'
import { CUES } from './cues.ts'
import { NAMES_FORM } from './forms.ts'
import { isSubstance } from './line-strength.ts'
import { type Named, nameAlone } from './medicine.ts'
import { isShareOf } from './package-brand.ts'
import { isPackage } from './package-product.ts'
import type { Found } from './pairs.ts'
import { repeatedProduct } from './repeated-product.ts'

/** Returns whether a medicine is called by a known name, or by a word that ends like one. */
export const isKnown = ({ named }: Found): boolean =>
  isPrintedName(named.name.value.toLowerCase()) || wordsOf(named.name.value).some(isSubstance)

const wordsOf = (name: string): string[] => name.toLowerCase().split(/[\s/+()]+/)

/** `mperidone` beside `Ezamed D`: the end of what the product contains. */
export const isPiece = ({ named }: Found, found: readonly Found[]): boolean =>
  /^\p{Ll}/u.test(named.name.value) &&
  !wordsOf(named.name.value).some(isPrintedName) &&
  found.some((other) => /^\p{Lu}/u.test(other.named.name.value))

/**
 * Returns several substances that each tablet, or a liquid, contains, listed below one another, as the one medicine they
 * are.
 */
export function inOneTablet(found: readonly Found[], lines: readonly string[]): Found[] {
  const [first, ...others] = found
  const isOne =
    first !== undefined &&
    others.length > 0 &&
    found.every((one, index) => isKnown(one) && one.named.strength && one.lines.name - first.lines.name <= 2 * index) &&
    (lines.some((line) => CUES.eachContains.test(line)) ||
      found.every(isShareOf) ||
      isListed(found, lines) ||
      isNamedTogether(found, lines))
  if (!isOne) return [...found]
  const joined = (of: (named: Found['named']) => string): string => found.map(({ named }) => of(named)).join(' / ')
  const { name, strength } = first.named
  const whole = strength && {
    ...strength,
    value: joined((named) => named.strength?.value ?? '').replaceAll(' / ', '/'),
  }
  return [
    {
      ...first,
      named: {
        ...first.named,
        name: { ...name, value: joined((named) => named.name.value), confidence: 'guess' },
        strength: whole && { ...whole, confidence: 'guess' },
      },
    },
  ]
}

/** Three or more on lines of their own are no packages beside one another: those say their form. */
const isListed = (found: readonly Found[], lines: readonly string[]): boolean =>
  found.length > 2 &&
  isPackage(lines) &&
  found.every((one, index) => one.lines.name === (found[0] as Found).lines.name + index) &&
  found.every(
    ({ named, lines: { name } }) => !wordsOf(named.name.value).some(isBrand) && !NAMES_FORM.test(lines[name] ?? ''),
  )

/** `Phenylephrine & Paracetamol Tablets`: returns whether the print says that one of them is in the same as others. */
export const isNamedTogether = (found: readonly Found[], lines: readonly string[]): boolean =>
  found.length > 1 &&
  lines.some((line) => {
    const [, second = ''] = TOGETHER.exec(line) ?? []
    return NAMES_FORM.test(line) && found.some(({ named }) => wordsOf(named.name.value)[0] === second.toLowerCase())
  })
const TOGETHER = /\p{L}{4}\s?(?:[&+]|\sand)\s?(\p{L}{5,})/iu

/**
 * Returns what a package names without what its product contains (`Augmentin 625 mg`, of which `clavulanic acid` is a
 * part), and without the salt whose substance is named as well: `1250 mg Calcium Carbonate`, `Elemental Calcium 500 mg`.
 */
export function withoutContents(found: readonly Found[], lines: readonly string[]): Found[] {
  const head = lines.findIndex((line) => CUES.eachContains.test(line))
  if (head < 0) return [...found]
  const isContent = ({ named, lines: { name }, directions }: Found): boolean =>
    directions === '' && name >= head && name <= head + MOST_CONTENTS && !wordsOf(named.name.value).some(isBrand)
  const product = found.find((one) => !isContent(one) && wordsOf(one.named.name.value).some(isBrand))
  const apart = product?.named.strength ? found.filter((one) => !isContent(one)) : found
  return apart.flatMap((one) => {
    const same = apart.filter((other) => other !== one && isContent(other) && isOfSameName(one, other))
    if (same.length === 0) return [one]
    if (same.some((other) => amountOf(other) < amountOf(one))) return []
    const { strength } = one.named
    return [{ ...one, named: { ...one.named, strength: strength && { ...strength, confidence: 'guess' } } }]
  })
}

const isOfSameName = (one: Found, other: Found): boolean =>
  one.named.name.value.toLowerCase() === other.named.name.value.toLowerCase()

const amountOf = ({ named }: Found): number => Number.parseFloat(named.strength?.value ?? '')

/**
 * One of several substances, of which the others were not read, is called as the front of its package calls them all, or
 * by its product, if the package repeats it.
 */
export function withoutHalf(one: Found, lines: readonly string[]): Found {
  if (!isHalfOfContents(one, lines)) return one
  const product = frontNamed(one, lines) ?? repeatedProduct(lines)
  const { name, strength } = one.named
  if (product) {
    const named = { ...product.found, strength: null }
    return { ...one, named, lines: { ...one.lines, name: product.index }, alsoCalled: name.words }
  }
  const guess = { confidence: 'guess' } as const
  return {
    ...one,
    named: { ...one.named, name: { ...name, ...guess }, strength: strength && { ...strength, ...guess } },
  }
}

/** `Calcium And Vitamin D Tablets`: the line that names a substance together with others. */
function frontNamed({ named }: Found, lines: readonly string[]): { index: number; found: Named } | undefined {
  const [substance = ''] = wordsOf(named.name.value)
  for (const [index, line] of lines.entries()) {
    if (!TOGETHER.test(line) || !NAMES_FORM.test(line) || !line.toLowerCase().startsWith(substance)) continue
    const name = nameAlone(line)
    if (name) return { index, found: { name: { ...name, confidence: 'guess' }, strength: null, rest: '' } }
  }
  return undefined
}

/** Where the list of what is inside ends. */
const ENDS = /^(?:ex\s?ci|colou?r|dos|store|storage|mfg|mfd|manuf|keep)/iu
const AMOUNT = /\d\s?(?:m?c?g|iu)(?!\p{L})/iu
/** What the salt above is as much as. */
const SAME = /\beq|equi|\bas\b/iu
/** Longer lists are small print that was read into them. */
const MOST_CONTENTS = 8

/**
 * Returns whether a medicine is one of several that its package lists as contents, as far as their amounts can be read,
 * and named alone.
 */
function isHalfOfContents({ named, directions }: Found, lines: readonly string[]): boolean {
  const words = named.name.value.toLowerCase().split(/\s+/)
  const isOneSubstance = words.some(isSubstance) && !words.some((word) => isBrand(word) || JOINT.test(word))
  const head = lines.findIndex((line) => CUES.eachContains.test(line))
  if (!isOneSubstance || directions !== '' || head < 0) return false
  const listed = lines.slice(head + 1, head + 1 + MOST_CONTENTS)
  const end = listed.findIndex((line) => ENDS.test(line))
  const contents = listed.slice(0, end < 0 ? listed.length : end)
  return contents.filter((line) => AMOUNT.test(line) && !SAME.test(line)).length > 1
}
const JOINT = /^(?:[/&+]|and)$/
