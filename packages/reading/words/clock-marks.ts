import { changed, DIGIT_OF, type Mended } from './misread-digits.ts'

/** Letters that are read as digits only where nothing but a time is possible. */
const IN_TIME: Record<string, string> = { ...DIGIT_OF, i: '1', '|': '1', s: '5', Z: '2', z: '2' }
const DIGIT = '[\\dlIOoSBi|sZz]'
/** The beginning of every time; cheaper to search for than what precedes it, so it comes first. */
const ANY_TIME = `(?=${DIGIT}{1,2} ?[.,:;·• -])`
/** Not inside a longer number, nor after what only belongs to a date, a price or the number of something. */
const BEGINS = `${ANY_TIME}(?<![\\p{L}\\p{N}.,:;/$£€#-])(?<!(?<!\\d)\\d{1,3} )`
const LED = `${ANY_TIME}(?<=\\b(?:at|@|time|slot|from|about|by)[:.]? |@ ?|\\n|\\d{4},? )`
const HALF = '(?= ?[ap]\\.? ?m\\b|[ap]\\b)'
/** Between the hour and the minutes, as a camera reads it or a hand writes it. */
const MARK = '(?: ?[:;·•] ?| ?[.]|[.] (?!1[0-2])|[,-])'

/** `10-50 am`, `8 . 15am`, `4;O5 pm`, and `Time: 10-50`. */
const TIMES: readonly RegExp[] = [
  new RegExp(`${BEGINS}(?!\\|)${DIGIT}{1,2}${MARK}${DIGIT}{2}${HALF}`, 'giu'),
  new RegExp(`${LED}(?!\\|)${DIGIT}{1,2}(?: ?[;·•] ?|[,-])${DIGIT}{2}(?![\\p{L}\\p{N}:/%-]|[.,;·•]\\d)`, 'gu'),
  new RegExp(`${BEGINS}(?!\\|)${DIGIT}{1,2}:${DIGIT}{2}(?![\\p{L}\\p{N}:/])`, 'gu'),
  // `at 4. 1O pm`, `1O 3O am`.
  new RegExp(`${LED}(?!\\|)${DIGIT}{1,2}(?: ?\\. | )${DIGIT}{2}${HALF}`, 'gu'),
  // `15:2O hrs`, `O8.30 hours`.
  new RegExp(`${BEGINS}${DIGIT}{2}[:.;]${DIGIT}{2}(?= ?(?:hours|hrs|h)\\b)`, 'gu'),
]
const PARTS = /^(?<hour>\d{1,2})(?<mark>\D+)(?<minute>\d{2})$/
const MOST_MINUTES = 59
const LAST_HOUR = 23
/** A point or a dash before it may separate two hours, or an hour from the number of something before it. */
const MAY_BE_HOUR = /^1[0-2]$/

/**
 * Puts a colon into a text's times where print or a camera has another mark. The text keeps its length: what is closed
 * up gets its spaces in front. Anything read from such a time is a guess.
 */
export const withClockMarks = (mended: Mended): Mended =>
  TIMES.reduce((before, pattern) => changed(before, pattern, clockTime), mended)

function clockTime(words: string): string {
  const digits = words.replace(/\D/g, (sign) => IN_TIME[sign] ?? sign)
  const { hour = '', mark = '', minute = '' } = PARTS.exec(digits)?.groups ?? {}
  if (!/\d/.test(words) || hour === '' || Number(hour) > LAST_HOUR || Number(minute) > MOST_MINUTES) return words
  const isPlain = mark === ':' || mark === '.' || mark === ' '
  if (isPlain && digits === words) return words
  // "at is 10 pm".
  if (mark === ' ' && !/^\D?\d.* .?\d/.test(words)) return words
  if (mark === '-' && MAY_BE_HOUR.test(minute)) return words
  return `${hour}:${minute}`.padStart(words.length)
}
