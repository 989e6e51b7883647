import { readDirections } from '../directions/read-directions.ts'
import { isPrintedName } from '../medicines/medicine-names.ts'
import { remembered } from '../words/same-text.ts'
import { CUES } from './cues.ts'
import { beginsWithVerb, isBeginning, isDirections, type SaysHowOften } from './direction-lines.ts'
import { frequencyWords } from './frequency.ts'
import { inEnglish } from './languages.ts'
import {
  BEGINS_DIRECTIONS,
  BEGINS_INSIDE,
  BEGINS_WITH_DOSE,
  endsOpen,
  goesOn,
  isCutOff,
  kindOf,
  NAMED_DIRECTIONS,
  SHORTHAND,
} from './lines.ts'
import { withSpaces } from './lost-spaces.ts'
import { medicineIn, type Named, nameAlone, numberedAlone, strengthAlone } from './medicine.ts'
import { productOnPackage } from './package-product.ts'
import { beginsWithMeal, headsNothing, listedIn } from './packs.ts'
import { isPurpose } from './purposes.ts'
import { repairedDirections } from './repaired-directions.ts'
import { aboveMaker, brandFirst, unmeasuredIn } from './unmeasured.ts'

/**
 * The parts of a label that matter, in order. `isEnd`: directions whose beginning was not read. `index`, `strengthAt`
 * and `lines` are the numbers of the lines they were read from.
 */
export type Part =
  | { kind: 'medicine'; named: Named; line: string; index: number; strengthAt: number; isInPack: boolean }
  | { kind: 'directions'; text: string; isEnd: boolean; lines: readonly number[] }

/**
 * If no line has a strength, the only medication is recognised by its form or its name, next to directions; or by a
 * known name alone, on a box whose strength was not read.
 */
export function partsOf(lines: readonly string[]): Part[] {
  const saysHowOften = remembered(howOftenIsSaid)
  const parts = partsWith(lines, saysHowOften)
  if (parts.some(({ kind }) => kind === 'medicine')) return parts
  const named = lines.flatMap((line, index) => {
    const { text } = withSpaces(line)
    const found = unmeasuredIn(text) ?? numberedAlone(text) ?? aboveMaker(text, lines[index + 1] ?? '')
    return found ? [{ index, found }] : []
  })
  const sure = named.find(({ found }) => found.name.confidence === 'sure')
  const best = sure ?? named[0]
  const found = best === undefined ? parts : partsWith(lines, saysHowOften, best)
  if (best !== undefined && found.some(({ kind }) => kind === 'directions')) return found
  const known = named.find(({ found: { name } }) =>
    name.value
      .toLowerCase()
      .split(/[\s/+]+/)
      .some(isPrintedName),
  )
  const alone = sure ?? brandAmong(lines) ?? known ?? productOnPackage(lines.map((line) => withSpaces(line).text))
  return alone === undefined ? parts : partsWith(lines, saysHowOften, onlyNamed(alone))
}

function brandAmong(lines: readonly string[]): { index: number; found: Named } | undefined {
  for (const [index, line] of lines.entries()) {
    const found = brandFirst(withSpaces(line).text)
    if (found) return { index, found }
  }
  return undefined
}

/** A number beside it may be that of the tablets, or of a house. */
const onlyNamed = ({ index, found }: { index: number; found: Named }): { index: number; found: Named } => ({
  index,
  found: { ...found, strength: null, name: { ...found.name, confidence: 'guess' } },
})

function partsWith(
  printed: readonly string[],
  saysHowOften: SaysHowOften,
  only?: { index: number; found: Named },
): Part[] {
  const parts: Part[] = []
  const read = printed.map(withSpaces)
  const lines = read.map(({ text }) => text)
  /** Whether directions may continue on the next line. */
  let isOpen = false
  /** Whether the line above may have been directions as well. */
  let isUnread = false
  for (const [index, whole] of lines.entries()) {
    const line = inEnglish(whole)
    const listed = line === null ? [] : listedIn(line)
    if (line === null || headsNothing(line)) {
      isOpen = false
      continue
    }
    /** Returns the same words as the camera read them. */
    const asRead = (words: string): string => {
      const at = whole.indexOf(words)
      return at < 0 || words === '' ? words : (read[index]?.source({ at, words }) ?? words)
    }
    const last = parts.at(-1)
    const strength = strengthAlone(line)
    const isInside = (isOpen && BEGINS_INSIDE.test(line)) || beginsWithVerb(line) || DOSE_IN_AMOUNT.test(line)
    const named =
      only?.index === index
        ? only.found
        : strength || isInside
          ? null
          : (medicineIn(line) ?? splitMedicine(lines, index) ?? numberedMedicine(lines, index, parts))
    if (listed.length > 1) {
      for (const one of listed)
        parts.push({
          kind: 'medicine',
          named: withWords(one, asRead),
          line: asRead(line),
          index,
          strengthAt: index,
          isInPack: true,
        })
      isOpen = false
      isUnread = false
    } else if (named) {
      const isInPack = beginsWithMeal(line)
      parts.push({
        kind: 'medicine',
        named: withWords(named, asRead),
        line: asRead(line),
        index,
        strengthAt: index,
        isInPack,
      })
      isOpen = false
      isUnread = false
      const rest = asRead(named.rest)
      if (saysHowOften(rest)) {
        parts.push({ kind: 'directions', text: rest.replace(/^[\s|]+/, ''), isEnd: false, lines: [index] })
        isOpen = line === whole
      }
    } else if (last?.kind === 'medicine' && last.named.strength === null && strength) {
      last.named.strength = strength
      last.strengthAt = index
    } else if (last?.kind === 'directions' && (CUES.limit.test(line) || (isOpen && endsWithLimit(last.text, line)))) {
      // Something else is between: it may belong to another medication.
      last.isEnd ||= !isOpen
      addTo(last, asRead(line), index)
      isOpen = line === whole
    } else if (isDirections(line, saysHowOften, last?.kind === 'medicine', lines[index + 1])) {
      const text = asRead(line.replace(NAMED_DIRECTIONS, ''))
      parts.push({ kind: 'directions', text, isEnd: isUnread && !isBeginning(line), lines: [index] })
      isOpen = line === whole
      isUnread = false
    } else if (
      isOpen &&
      last?.kind === 'directions' &&
      kindOf(line) === 'other' &&
      isMore(line, saysHowOften, last.text)
    ) {
      addTo(last, asRead(line), index)
      isOpen = line === whole
    } else if (!(isOpen && CUES.besideDirections.test(line))) {
      isOpen = false
      isUnread = last?.kind === 'medicine' && kindOf(line) === 'other'
    }
  }
  return parts
}

/** `2 caplets (1330 mg paracetamol)`: what is taken at one time, also where its unit was misread. */
const DOSE_IN_AMOUNT = /^\d(?:\s?(?:-|to)\s?\d)?\s\p{Ll}{4,9}\s\(\d[\d.,]*\s?(?:mg|mcg|g)/u

function addTo(directions: Extract<Part, { kind: 'directions' }>, text: string, index: number): void {
  directions.text = `${directions.text} ${text}`
  directions.lines = [...directions.lines, index]
}

/** `when needed for` above `pain. Do not take more than 6 tablets a day`. */
const endsWithLimit = (said: string, line: string): boolean =>
  endsOpen(said) && CUES.limit.test(line.replace(/^[\p{L}\s]{3,40}\.\s+/u, ''))

/** Returns whether a line continues the text before: by its own words, or because no text ends like that. */
const isMore = (line: string, saysHowOften: SaysHowOften, said: string): boolean =>
  goesOn(line) ||
  CUES.isMore.test(line) ||
  isPurpose(line, said) ||
  (endsOpen(said) && !MANY_WORDS.test(line)) ||
  (isCutOff(said) && !saysHowOften(said) && saysHowOften(`${said} ${line}`))
const MANY_WORDS = /\S\s+(?:\S+\s+){5}|\d{3}/

/** Returns a medication with its words as the camera read them; with repaired letters it is a guess. */
function withWords(named: Named, asRead: (words: string) => string): Named {
  const words = asRead(named.name.words)
  if (words === named.name.words) return named
  return { ...named, name: { ...named.name, words, confidence: 'guess' } }
}

/** A known name with a number as its strength above directions, whether or not a line in between gives the quantity. */
function numberedMedicine(lines: readonly string[], index: number, above: readonly Part[]): Named | null {
  const named = numberedAlone(lines[index] ?? '')
  const isAgain = above.some((part) => part.kind === 'medicine' && part.named.name.value === named?.name.value)
  if (!named || isAgain) return null
  const below = lines.slice(index + 1).find((line) => !IN_THE_BOX.test(line)) ?? ''
  return BEGINS_DIRECTIONS.test(below) || (BEGINS_WITH_DOSE.test(below) && goesOn(below)) ? named : null
}
const IN_THE_BOX = /^(?:qty:? ?)?(?:x ?)?\d{1,4}(?: (?:tab(?:let)?s?|cap(?:sule)?s?|caplets?|pills?))?$/i

/** A name alone above its strength, with or without the other name in brackets between them. */
function splitMedicine(lines: readonly string[], index: number): Named | null {
  const [line = '', next = '', third = ''] = lines.slice(index)
  if (IN_BRACKETS.test(line) && nameAlone(lines[index - 1] ?? '')?.confidence === 'sure') return null
  const below = IN_BRACKETS.test(next) ? third : next
  const strength = strengthAlone(below)
  const name = strength && nameAlone(line)
  // Anything may come before a field; a medication is then recognised by its name.
  const isField = /^(?:strength|dose|dosage)\b/i.test(below) || below !== next
  return name && (!isField || name.confidence === 'sure') ? { name, strength: null, rest: '' } : null
}
const IN_BRACKETS = /^\([^()]{3,80}\)$/

function howOftenIsSaid(text: string): boolean {
  if (text === '') return false
  const { text: repaired } = repairedDirections(text)
  return SHORTHAND.test(repaired) || frequencyWords(readDirections(repaired)) !== ''
}
