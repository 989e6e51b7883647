import { isBrand } from '../medicines/medicine-names.ts'
import { isSubstance } from './line-strength.ts'
import type { Named } from './medicine.ts'
import { isNamedAgain } from './named-again.ts'
import type { Part } from './parts.ts'

/** A label with more of them is none. */
export const MOST_MEDICINES = 30

type MedicinePart = Extract<Part, { kind: 'medicine' }>
type Directed = Extract<Part, { kind: 'directions' }>

/** A medication with what the label says about taking it. */
export interface Found {
  named: Named
  directions: string
  /** The numbers of the lines that each of them was read from. */
  lines: { name: number; strength: number; directions: readonly number[] }
  /** The beginning of the directions was not read, or they may belong to another medication. */
  isEnd: boolean
  /** The label gives directions in several places. */
  isDoubled?: boolean
  /** What the line below calls the same medication: the user is asked whether it is the same. */
  alsoCalled?: string
}

/** Directions belong to the medication above them; on a label that begins with directions, to the one below. */
export function paired(parts: readonly Part[]): Found[] {
  const found: Found[] = []
  const isBelow = parts[0]?.kind === 'directions'
  // With several, the first may belong to a medication that was not read.
  const isDoubtful = isBelow && parts.filter(({ kind }) => kind === 'medicine').length > 1
  let waiting: Directed[] = []
  for (const [index, part] of parts.entries()) {
    const above = parts[index - 1]
    const last = found.at(-1)
    if (part.kind === 'medicine' && part.isInPack && found.some((one) => isSameInPack(one, part.named))) continue
    if (part.kind === 'medicine' && isAgain(found, part.named, parts[index + 1])) continue
    const isSame = above?.kind === 'medicine' && part.kind === 'medicine' && isSameAs(above, part, parts[index + 1])
    if (part.kind === 'medicine' && above?.kind === 'medicine' && last && isSame) {
      last.alsoCalled = part.line
      const unit = unitBelow(above, part)
      if (unit) {
        last.named = { ...last.named, strength: unit }
        last.lines.strength = part.index
      }
    } else if (part.kind === 'medicine') {
      const lines = { name: part.index, strength: part.strengthAt, directions: [] }
      found.push(withDirections({ named: part.named, directions: '', lines, isEnd: isDoubtful }, waiting))
      waiting = []
    } else if (isBelow) waiting.push(part)
    else if (last) found[found.length - 1] = withDirections(last, [part])
  }
  // The last medication of a label that continues after it.
  const last = found.at(-1)
  if (last && waiting.length > 0) found[found.length - 1] = withDirections(last, waiting)
  const once = found.filter((one, index) => !found.slice(0, Math.min(index, MOST_MEDICINES)).some(saysThe(one)))
  return once.some(({ directions }) => directions === '') ? once.map(asDoubled) : once
}

/** Returns whether an earlier one is the same medication with the same directions: a sheet repeats both. */
const saysThe =
  (again: Found) =>
  (one: Found): boolean =>
    again.directions !== '' && isNamedAgain(one.named, again.named) && isSaidAgain(one.directions, again.directions)

/** Of two readings of the same words, one may have been cut off; how much and when is the same in both. */
function isSaidAgain(one: string, again: string): boolean {
  const [short, long] = [wordsOf(one), wordsOf(again)].toSorted((a, b) => a.length - b.length)
  if (!short || !long) return false
  const [said, all] = [short, long].map((words) => words.filter((word) => HOW_MUCH_OR_WHEN.test(word)).join(' '))
  return (
    all?.startsWith(said ?? '') === true && short.filter((word) => long.includes(word)).length >= SAME * short.length
  )
}
const SAME = 0.8
const HOW_MUCH_OR_WHEN =
  /^(?:\d.*|one|two|three|four|half|once|twice|morning|noon|midday|afternoon|evening|night|bedtime|mane|nocte|[bt]ds?|q\w+|breakfast|lunch|dinner|tea|daily|weekly)$/
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []

/** Where one medication has no directions, and another has them twice, the second may belong to the first. */
const asDoubled = (one: Found): Found => (one.isDoubled ? { ...one, isEnd: true } : one)

function withDirections(found: Found, parts: readonly Directed[]): Found {
  let one = found
  for (const part of parts) one = withMore(one, part)
  return one
}

function withMore(found: Found, { text, lines, isEnd }: Directed): Found {
  const said = found.directions
  // The other bottle on the picture, cut off at its edge: what it says more may not have been read.
  const mayBeAgain = text.length < said.length && said.length < LONGEST_SAID && wordsOf(text).length >= FEWEST_AGAIN
  if (mayBeAgain && isSaidAgain(said, text)) return { ...found, isEnd: true }
  return {
    ...found,
    directions: said === '' ? text : `${said} ${text}`,
    lines: { ...found.lines, directions: [...found.lines.directions, ...lines] },
    isDoubled: found.isDoubled === true || said !== '',
    isEnd: found.isEnd || isEnd,
  }
}
/** Shorter ones may be the beginning of others: `Take 1 tablet`. */
const FEWEST_AGAIN = 5
/** No directions are longer. */
const LONGEST_SAID = 400

/** With directions of its own it is another one: half of it in the morning, and two at night. */
const isAgain = (found: readonly Found[], named: Named, next: Part | undefined): boolean =>
  found
    .slice(0, MOST_MEDICINES)
    .some((one) => isNamedAgain(one.named, named) && (one.directions === '' || next?.kind !== 'directions'))

/** A weekly pack lists a medication at every time of day when it is taken. */
const isSameInPack = ({ named, directions }: Found, again: Named): boolean =>
  directions === '' && named.name.value === again.name.value && named.strength?.value === again.strength?.value

const isSameAs = (above: MedicinePart, below: MedicinePart, next: Part | undefined): boolean =>
  isSameBelow(above, below) || (next?.kind === 'directions' && isBrandOf(above, below))

/**
 * Returns whether one line names a product and the other a substance, in the same strength: with directions only below
 * both, they are one medication. Two of a kind are two.
 */
function isBrandOf(above: MedicinePart, below: MedicinePart): boolean {
  if (below.index !== above.index + 1) return false
  const [strength, again] = [above, below].map(({ named }) => numbersOf(named.strength?.value))
  return strength?.length === 1 && strength[0] === again?.[0] && kindOf(above) !== kindOf(below)
}

/** A name in no list may be a brand above its substance, or the other way round. */
function kindOf({ named }: MedicinePart): 'product' | 'substance' | 'unknown' {
  const words = named.name.value.toLowerCase().split(/[\s/]+/)
  if (words.some(isBrand)) return 'product'
  return words.some(isSubstance) ? 'substance' : 'unknown'
}

/**
 * Returns whether the substance is right below the brand: in brackets, or with the strengths that the brand combines.
 * Two lines with one strength each may be two medications.
 */
function isSameBelow(above: MedicinePart, below: MedicinePart): boolean {
  if (below.index !== above.index + 1) return false
  if (/^[([]/.test(below.line) || isPairOf(above.named.strength?.value ?? '', below.line)) return true
  const [brand, substance] = [numbersOf(above.named.strength?.value), numbersOf(below.named.strength?.value)]
  return brand.length > 1 && substance.length > 0 && substance.every((number) => brand.includes(number))
}

/** `DOLO 650` above `Paracetamol 650 mg`: returns the number with its unit. */
function unitBelow(above: MedicinePart, below: MedicinePart): Named['strength'] {
  const [number, whole] = [above.named.strength?.value ?? '', below.named.strength]
  return /^[\d.]+$/.test(number) && whole?.value.startsWith(`${number} `) ? whole : null
}

const numbersOf = (strength = ''): string[] => strength.match(/(?<!\d)\d+(?:\.\d+)?\s?(?:mg|mcg|g|%|units)/g) ?? []

/** `75/10` above `Aspirin 75mg + Atorvastatin 10mg`: every number of the pair, and no other. */
function isPairOf(pair: string, line: string): boolean {
  const numbers = pair.match(/\d+(?:\.\d+)?/g) ?? []
  const below = (line.match(/(?<!\d)\d+(?:\.\d+)?(?=\s?(?:mg|mcg|microg|g\b))/gi) ?? []).map(String)
  return numbers.length > 1 && below.length === numbers.length && numbers.every((number) => below.includes(number))
}
