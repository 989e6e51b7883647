import { CUES } from './cues.ts'
import { matchesIn, textBefore } from './near.ts'
import type { Read } from './read.ts'

/** Digits, and letters that a camera reads in their place. */
const MIXED = '[0-9lIOoSB]'
/** The digit for which a letter is read. */
export const DIGIT_OF: Record<string, string> = { l: '1', I: '1', O: '0', o: '0', S: '5', B: '8' }
const MONTH_AFTER = '(?=(?:st|nd|rd|th)? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
const BEGINS = String.raw`(?<![\p{L}\p{N}.:/-])`

/** Numbers on cards that may contain misread letters. */
const NUMBERS: readonly RegExp[] = [
  // `l0.I5`, `4:O5 pm`.
  new RegExp(
    String.raw`${BEGINS}${MIXED}{1,2} ?[:.] ?${MIXED}{2}(?![\p{N}:/]|(?![apAP](?:\.?[mM])?\b)\p{L}| ?[ap]\.?m\p{L})`,
    'gu',
  ),
  // `O915 hrs`.
  new RegExp(`${BEGINS}${MIXED}{4}(?= ?(?:hours|hrs|h)(?!\\p{L}))`, 'gu'),
  // `1O am`.
  new RegExp(String.raw`${BEGINS}${MIXED}{1,2}(?= ?[apAP]\.?[mM]\b)`, 'gu'),
  // `at l0`.
  /(?<=\bat )(?:[lI]\d|1[OolI])(?![\p{L}\p{N}:./-])/gu,
  // `3O/6/26`, `l2-O1-2027`, `5/I2`.
  new RegExp(
    String.raw`${BEGINS}${MIXED}{1,2} ?[/.-] ?${MIXED}{1,2} ?[/.-] ?(?:${MIXED}{4}|${MIXED}{2})(?!(?! ?at[ \d])\p{L}|[\p{N}/-])`,
    'gu',
  ),
  // `2O26-12-0l`.
  new RegExp(String.raw`${BEGINS}2[0Oo]${MIXED}{2}(?<sign>[/-])${MIXED}{2}\k<sign>${MIXED}{2}(?![\p{L}\p{N}/-])`, 'gu'),
  new RegExp(String.raw`${BEGINS}${MIXED}{1,2}\/${MIXED}{1,2}(?![\p{L}\p{N}/-])`, 'gu'),
  // `l4 June`, `2Ist`, `2O26`.
  new RegExp(`${BEGINS}${MIXED}{1,2}${MONTH_AFTER})`, 'gu'),
  new RegExp(String.raw`${BEGINS}${MIXED}{1,2}(?=(?:st|nd|rd|th)(?!\p{L}))`, 'gu'),
  /(?<![\p{L}\p{N}])2[0Oo][0-9lIOoSB]{2}(?![\p{L}\p{N}])/gu,
]
const MONTH_NAME = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const WEEKDAY_NAME = '(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?'
const YEAR = "(?:20\\d\\d|['’]?2\\d)(?!\\d)"
/**
 * Days of a month in which a camera read every digit as a letter, where nothing else is possible: `Monday I March`,
 * `l May 2027`, `Sth`.
 */
const LETTER_DAYS: readonly RegExp[] = [
  new RegExp(`(?<=\\b${WEEKDAY_NAME}[.,]? )[lIS](?= (?:of )?${MONTH_NAME})`, 'gi'),
  new RegExp(`(?<![\\p{L}\\p{N}])[lIS](?= (?:of )?${MONTH_NAME},? ${YEAR})`, 'giu'),
  new RegExp(`(?<=\\b${MONTH_NAME} )[lIS](?=,? ${YEAR})`, 'gi'),
  /(?<![\p{L}\p{N}])[\dlIOoSB]{1,2}(?=(?:st|nd|rd|th)(?![\p{L}\p{N}]))/gu,
]
const LAST_DAY = 31
/**
 * Occurs in every number with misread letters: a letter among digits or such letters, or a single one at a mark, an
 * ending or a month. Most texts have none, and need not be searched for each kind of number.
 */
const ANY_MISREAD = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?=\d*[lIOoSB])${MIXED}{2,}(?=$|[^\p{L}\p{N}]|[apAP]\.?[mM]|h|st|nd|rd|th|at)`,
    String.raw`(?<![\p{L}\p{N}])[lIOoSB](?= ?[:./-]|st|nd|rd|th|,? (?:20|['’]?2\d))`,
    String.raw`(?<=[:./-] ?)[lIOoSB](?![\p{L}\p{N}])`,
  ].join('|'),
  'u',
)
const LETTER_AT_MONTH = new RegExp(`(?<![\\p{L}\\p{N}])[lIS](?= (?:of )?${MONTH_NAME})`, 'iu')

/** `O2 9555 6l6l`: every group has a real digit. */
const PHONE = new RegExp(
  String.raw`(?<![\p{L}\p{N}/-])(?<!(?<!\p{L}{2})[.:])(?:\+|\()?(?=[\dOolI])(?=${MIXED}*\d)${MIXED}{2,}(?:(?=[) .-])\)? ?[ .-]?(?=${MIXED}*\d)${MIXED}{2,}){0,4}(?![\p{L}\p{N}])`,
  'gu',
)
const FEWEST_OF_PHONE = 9
const MOST_OF_PHONE = 12
const FEWEST_DIGITS = 7

/** A text in which letters that stand for digits were replaced, and where. */
export interface Mended {
  text: string
  places: readonly Pick<Read<unknown>, 'words' | 'at'>[]
}

/**
 * Restores the numbers of dates, times and phones where a camera read some of their digits as letters: `l0.I5` becomes
 * `10.15`. Every character keeps its position. Anything read from such a number is a guess.
 * @param said plain (`plainText`)
 */
export function withDigits(said: string): Mended {
  const { text, places: strokes } = changed({ text: said, places: [] }, CUES.strokeInPhone, withoutStroke)
  if (!ANY_MISREAD.test(text) && !LETTER_AT_MONTH.test(text)) return { text, places: strokes }
  const places = [...NUMBERS, PHONE]
    .flatMap((pattern) => matchesIn(text, pattern))
    .filter(({ 0: words, index }) => isMisread(words) && !CUES.label.test(textBefore(text, index)))
    .filter(({ 0: words }) => !/^[^/:. ]* [^/:.]*$/.test(words) || isLong(words))
    .concat(LETTER_DAYS.flatMap((pattern) => matchesIn(text, pattern)).filter(isLetterDay))
    .map(({ 0: words, index }) => ({ words, at: index }))
  const mended = places.reduce((whole, { words, at }) => {
    const digits = digitsOf(words)
    return `${whole.slice(0, at)}${digits}${whole.slice(at + words.length)}`
  }, text)
  return { text: mended, places: [...strokes, ...places] }
}

function withoutStroke(words: string): string {
  const mended = words.replace('|', '1')
  const count = mended.replace(/\D/g, '').length
  return count >= FEWEST_OF_PHONE && count <= MOST_OF_PHONE ? mended : words
}

/** Returns a number with the digits for which letters were read. */
export const digitsOf = (words: string): string => words.replace(/[lIOoSB]/g, (letter) => DIGIT_OF[letter] ?? letter)

/** Returns whether a month has such a day: "Both" is a word. */
function isLetterDay({ 0: words }: RegExpExecArray): boolean {
  const day = Number(digitsOf(words))
  return /[lIOoSB]/.test(words) && day > 0 && day <= LAST_DAY
}

/** Returns a text with every match of a pattern restored, each in its own length. */
export function changed({ text, places }: Mended, pattern: RegExp, printed: (words: string) => string): Mended {
  const found = matchesIn(text, pattern).filter(({ 0: words }) => printed(words) !== words)
  const mended = found.reduce(
    (whole, { 0: words, index }) => `${whole.slice(0, index)}${printed(words)}${whole.slice(index + words.length)}`,
    text,
  )
  return { text: mended, places: [...places, ...found.map(({ 0: words, index }) => ({ words, at: index }))] }
}

const isMisread = (words: string): boolean => /\d/.test(words) && /[lIOoSB]/.test(words)
const isLong = (words: string): boolean => words.replace(/[^0-9lIOoSB]/g, '').length >= FEWEST_DIGITS

/** Returns whether a value was read from a number with misread letters. */
export const isOfMisread = ({ places }: Mended, read: Read<unknown>): boolean => places.some(isPartOf(read))

const isPartOf =
  ({ at, words }: Read<unknown>) =>
  (place: Pick<Read<unknown>, 'words' | 'at'>): boolean =>
    place.at < at + words.length && at < place.at + place.words.length

/** Returns a value with the whole number it was read from: a closed-up one begins in the spaces before it. */
export function withWholeNumber<One extends Read<unknown>>({ text, places }: Mended, read: One): One {
  const place = places.find(isPartOf(read))
  if (!place || place.at >= read.at) return read
  return { ...read, at: place.at, words: text.slice(place.at, read.at + read.words.length) }
}
