import { withClockMarks } from '../../words/clock-marks.ts'
import { changed, digitsOf, type Mended, withDigits } from '../../words/misread-digits.ts'
import { type Break, inLines } from '../../words/plain-text.ts'
import { PRINT } from '../cues.ts'

/** Positions where no number of something else can precede: `Clinic 1 5:30`. */
const LEADS_TO_TIME = '(?<=^|\\n|\\b(?:at|@|time|from|about|by)[:.]? |\\d{4},? |, )'
/** An hour that is not part of another number. */
const APART = '(?<![\\p{L}\\p{N}.:/-])(?<!(?<!\\d)\\d{1,3} )\\d{1,2}'
/** Times that a camera split. */
const APART_IN_TIME: readonly RegExp[] = [
  // `1 5:30`, `0 9:45`.
  new RegExp(`${LEADS_TO_TIME}[012] \\d ?[:.] ?[0-5]\\d(?![\\d:/]|\\.\\d)`, 'giu'),
  // `11 :40`, `11 : 40`.
  new RegExp(`${APART}[ \\n]:[ \\n]?[0-5]\\d(?![\\d:/])`, 'gu'),
  // `11: 40`; not `Clinic 4: 10 March`.
  new RegExp(`${APART}: [0-5]\\d(?![\\d:/])(?! ?(?!am\\b|pm\\b)\\p{L})`, 'giu'),
  // Each on a separate line: `4`, `:`, `15`, `pm`.
  new RegExp(`${APART}:[ \\n][0-5]\\d(?=[ \\n]?[ap]\\.?m\\b)`, 'giu'),
  // `08 h45`, `l1h15`.
  /(?<![\p{L}\p{N}.:/-])[0-2lIOo]?[\dlIOoSB] ?h ?[0-5lIOoS][\dlIOoSB](?![\p{L}\p{N}])/gu,
]
/** `21/ 04/2026`, `21 .04. 2026`. */
const APART_IN_DATE = /(?<![\d./-]|\d )\d{1,2} ?([./-]) ?\d{1,2} ?\1 ?(?:20)?\d{2}(?![\d/-])/g
/** `21,04,2026`, `21·04·2026`. */
const MARKED_DATE = /(?<![\p{L}\p{N}.,/-])[\dlIOoS]{1,2}([,·;•])[\dlIOoS]{1,2}\1 ?2[0O][\dlIOoS]{2}(?![\p{N}/,-])/gu
/** `1 2/06/2026`; but a date after the number of a room is complete. */
const DAY_APART =
  /(?<![\d./-]|\d |\b(?:room|rm|clinic|ward|level|floor|suite|unit|bay|zone|no|desk|page)[.:]? )[0-3lI] \d([./-])\d{1,2}\1(?:20)?\d{2}(?![\d/-])/gi
/** With fewer digits it may be words. */
const FEWEST_DIGITS = 7

/**
 * Returns the text of a card with its numbers as printed, where a camera read letters or spaces into them. The text
 * keeps its length: what is closed up gets its spaces in front. Anything read from such a number is a guess.
 * @param text plain
 * @param breaks of the text: no number continues after one
 */
export function withPrintedNumbers(text: string, breaks: readonly Break[]): Mended {
  const ends = breaks.map(({ at }) => at)
  const times = withClockMarks({ text: inLines(text, ends), places: [] })
  const phones = changed(times, PRINT.phone, (words) => (isNumber(words) ? digitsOf(words) : words))
  const dates = changed(phones, MARKED_DATE, (words) => digitsOf(words).replace(/[,·;•]/g, '/'))
  const digits = withDigits(dates.text)
  const apart = { text: digits.text, places: [...dates.places, ...digits.places] }
  const mended = [...APART_IN_TIME, APART_IN_DATE, DAY_APART, PRINT.dayAsLetter].reduce<Mended>(
    (before, pattern) => changed(before, pattern, closed),
    apart,
  )
  return { ...mended, text: mended.text.replaceAll('\n', ' ') }
}

const isNumber = (words: string): boolean => words.replace(/\D/g, '').length >= FEWEST_DIGITS
const closed = (words: string): string => digitsOf(words).replace(/[ \n]/g, '').padStart(words.length)
