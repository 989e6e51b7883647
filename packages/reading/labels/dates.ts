import { addDays, type LocalDate } from '../calendar.ts'
import type { SaidDate } from '../dates-and-times/said-date.ts'
import { written } from '../dates-and-times/written-dates.ts'
import { withDigits } from '../words/misread-digits.ts'
import type { Confidence } from '../words/read.ts'
import { CUES } from './cues.ts'
import type { OnLine } from './lines.ts'

/** What the text before a date calls it, the best first. A label is asked when it was dispensed. */
const CALLED: readonly RegExp[] = [
  /\b(?:fill(?:ed)?|refilled|disp(?:ensed)?|supplied|packed)\b[^\d]{0,20}$/iu,
  /\b(?:date|issued|prescribed|written|dated)\b[^\d]{0,20}$/iu,
]
const OLDER = /\b(?:orig(?:inal(?:ly)?)?|first|previous(?:ly)?|last)\b[^\d]{0,20}$/iu
const UNNAMED = CALLED.length
const LAST = UNNAMED + 1
/** An older date without a name is that of a birth. */
const KEPT_DAYS = 730
const SIGNS = /^(?<first>\d{1,2})[./-](?<second>\d{1,2})[./-]/

/** `1 9-Jan-2023`: a day whose digits were read apart. Of the same length, so that its words are found again. */
const TORN_DAY = /(?<!\S)[0-3] (?=\d[-/.]\p{L}{3}[-/.]\d{4})/gu

interface Found {
  date: OnLine<LocalDate>
  rank: number
}

/**
 * Returns the date of prescribing or dispensing: the one with that name, else the first that belongs to nothing else. A
 * guess where it has no name, where day and month may be swapped, or where several with that name differ.
 */
export function dateIn(lines: readonly { text: string; line: number }[], today: LocalDate): OnLine<LocalDate> | null {
  const found = lines.flatMap(({ text, line }, index) =>
    /\d/.test(text) ? datesOf(text.replace(/\s+/g, ' ').trim(), line, lines[index - 1]?.text ?? '', today) : [],
  )
  const [best, ...others] = found.toSorted((one, other) => one.rank - other.rank)
  if (best === undefined) return null
  const isSaidAgain = others.every(({ date, rank }) => rank > best.rank || date.value === best.date.value)
  const { date } = best
  const isLikely = best.rank < UNNAMED && isSaidAgain && date.value <= addDays(today, 1)
  return isLikely && date.value >= addDays(today, -KEPT_DAYS) ? date : { ...date, confidence: 'guess' }
}

function datesOf(printed: string, line: number, above: string, today: LocalDate): Found[] {
  const text = withDigits(printed).text.replace(TORN_DAY, (digit) => ` ${digit.trim()}`)
  const isOfBirth = CUES.ofBirth.test(above) && !/\d/.test(above)
  return written(text, today, 'this-year').flatMap((said) => {
    const before = text.slice(0, said.at)
    const words = printed.slice(said.at, said.at + said.words.length)
    const value = inShortYear(said, text)
    const rank = rankOf(before, above)
    // A label is not from the future, except that another zone may already have the next day.
    const isLater = value > (`${Number(today.slice(0, 4)) + 1}-12-31` as LocalDate)
    const isOther = CUES.otherDate.test(before) || CUES.otherDateAfter.test(text.slice(said.at + said.words.length))
    const isBelow = isOfBirth && rankOf(before, '') >= UNNAMED
    const isBorn = isBelow || (rank >= UNNAMED && value < addDays(today, -KEPT_DAYS))
    if (isLater || isOther || isBorn || isCutOff(said, text)) return []
    return { date: { value, words, at: said.at, line, confidence: confidenceOf(said, words) }, rank }
  })
}

/** `03/04/2026` may also be the fourth of March; a repaired digit may have been another one. */
function confidenceOf({ words, isSure }: SaidDate, printed: string): Confidence {
  const { first = '', second = '' } = SIGNS.exec(words)?.groups ?? {}
  const isEither = first !== '' && Number(first) !== Number(second) && Number(first) <= 12 && Number(second) <= 12
  return isEither || !isSure || words !== printed ? 'guess' : 'sure'
}

/** The name of a date may be alone on the line above it. */
function rankOf(before: string, above: string): number {
  const called = before.trim() === '' && !/\d/.test(above) ? above : before
  if (OLDER.test(called)) return LAST
  const rank = CALLED.findIndex((pattern) => pattern.test(called))
  return rank < 0 ? UNNAMED : rank
}

const DATE_ALONE = /^(?:(?:date|disp(?:ensed)?|filled?|issued)[:.]?\s*)?\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})$/i

/** Returns whether a part of a line is only a date. */
export const isDateAlone = (cell: string): boolean => DATE_ALONE.test(cell.trim())

/** `Apr 01 2`: the rest of the year is behind the curve of the bottle. */
const isCutOff = ({ words, at }: SaidDate, text: string): boolean =>
  /\p{L}/u.test(words) && !/\d{4}/.test(words) && /^,?\s+(?:\d|\d{3})$/.test(text.slice(at + words.length))

/** `4 Nov 25`: the number after a month without a year is a year of two digits. */
function inShortYear({ value, words, at }: SaidDate, text: string): LocalDate {
  const [, year] = /^,?\s+['’]?(2\d)(?![\d:.]|\s?[ap]m)/.exec(text.slice(at + words.length)) ?? []
  return year === undefined || !/\p{L}/u.test(words) || /\d{4}/.test(words)
    ? value
    : (`20${year}${value.slice(4)}` as LocalDate)
}
