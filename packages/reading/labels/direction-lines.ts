import { plainWords } from '../directions/lexicon.ts'
import { isNumberWord } from '../directions/numbers.ts'
import { repaired } from '../directions/spelling.ts'
import {
  ABOUT_TAKING,
  BEGINS_DIRECTIONS,
  BEGINS_WITH_DOSE,
  endsOpen,
  goesOn,
  isCutOff,
  kindOf,
  NAMED_DIRECTIONS,
} from './lines.ts'
import { repairedDirections } from './repaired-directions.ts'

/**
 * Called for a line more than once: with the line above, alone, and again when looking for a medication without a
 * strength.
 */
export type SaysHowOften = (text: string) => boolean

/**
 * Returns whether a line is the beginning of directions.
 * @param isBelowName a medication is above it, with nothing else between
 * @param next the line below it
 */
export function isDirections(line: string, saysHowOften: SaysHowOften, isBelowName: boolean, next = ''): boolean {
  if (BEGINS_DIRECTIONS.test(line) || NAMED_DIRECTIONS.test(line)) return true
  if (kindOf(line) !== 'other') return false
  if (beginsWithVerb(line)) return true
  // The frequency may be on the next line, or below it.
  if (BEGINS_WITH_DOSE.test(line) && (endsOpen(line) || goesOn(line.replace(BEGINS_WITH_DOSE, '')))) return true
  const isBegun = FEW.test(line) ? BEGINS_WITH_DOSE.test(line) || goesOn(line) : isCutOff(line) && goesOn(line)
  if (isBegun && kindOf(next) === 'other' && goesOn(next) && saysHowOften(`${line} ${next}`)) return true
  if (ABOUT_TAKING.test(line)) return knownShare(line) >= 1 / 3 && saysHowOften(line)
  // Below the name of a medication a few words of shorthand are enough: `1 bd`.
  return isBelowName && isShorthand(line) && saysHowOften(line)
}

/** Returns the share of words that directions consist of: of small print on a package, few are. */
function knownShare(line: string): number {
  const words =
    repairedDirections(line)
      .text.toLowerCase()
      .match(/\p{L}{3,}/gu) ?? []
  const known = words.filter((word) => plainWords(word) !== undefined || isNumberWord(word))
  return words.length === 0 ? 1 : known.length / words.length
}

/** Not a licence number, nor print that could hardly be read. */
const isShorthand = (line: string): boolean =>
  !NUMBERED.test(line) && line.split(/\s+/).length <= MOST_SHORTHAND && knownShare(line) >= 1 / 2
const NUMBERED = /\/\p{L}+\/|\p{L}\/\d{3}/u
const MOST_SHORTHAND = 8

/** Returns whether directions may begin like that: `daily` below an unread line is their end. */
export const isBeginning = (line: string): boolean =>
  BEGINS_DIRECTIONS.test(line) || NAMED_DIRECTIONS.test(line) || BEGINS_WITH_COUNT.test(line) || beginsWithVerb(line)
const BEGINS_WITH_COUNT = /^(?!\w+ times?\b)(?:\d|[½¼]|(?:one|two|three|four|five|six|half|an?|to be|as|only)\b)/i

/** No more than are taken at one time. */
const FEW = /^(?:[1-4]\b|½|one|two|three|four|half|an?\b)/i

/** `Tahe ONE tablet`: the first word of the directions, misread. */
export function beginsWithVerb(line: string): boolean {
  const [, word = ''] = /^(\p{L}{4,9})\s+(?:\d|½|(?:one|two|three|four|half|an?)\b)/iu.exec(line) ?? []
  const right = word === '' ? null : repaired(word.toLowerCase())
  return right !== null && plainWords(right)?.startsWith('v:') === true
}

/**
 * Returns a line whose directions stand behind something else in two: behind an address, or a warning. Specks before
 * them are left out.
 */
export function besideDirections<Line extends { text: string }>(line: Line): Line[] {
  const at = DOSE_BEHIND.exec(line.text)?.index ?? 0
  const before = line.text.slice(0, at).trim()
  if (before === '' || !(SPECK.test(before) || kindOf(before) === 'noise')) return [line]
  const directions = { ...line, text: line.text.slice(at) }
  return SPECK.test(before) ? [directions] : [{ ...line, text: before }, directions]
}
const DOSE_BEHIND =
  /(?<=\s)(?:take|give|chew|swallow|inhale)\s(?:\d|½|one|two|three|half)\S{0,4}\s(?:(?:to|or|-)\s\S{1,5}\s)?(?:tab|cap|puff|ml|drop)/i
const SPECK = /^(?!i$)\p{L}{1,2}$/iu
