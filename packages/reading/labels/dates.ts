import type { LocalDate } from '../calendar.ts'
import { written } from '../dates-and-times/written-dates.ts'
import { withDigits } from '../words/misread-digits.ts'
import type { Read } from '../words/read.ts'
import { CUES } from './cues.ts'

/** What the text before a date calls it, the best first. A label is asked when it was dispensed. */
const CALLED: readonly RegExp[] = [
  /\b(?:fill(?:ed)?|refilled|disp(?:ensed)?|supplied|packed)\b[^\d]{0,20}$/iu,
  /\b(?:date|issued|prescribed|written|dated)\b[^\d]{0,20}$/iu,
]
const OLDER = /\b(?:orig(?:inal(?:ly)?)?|first|previous(?:ly)?|last)\b[^\d]{0,20}$/iu
const UNNAMED = CALLED.length
const LAST = UNNAMED + 1

/**
 * Returns the date of prescribing or dispensing: the one with that name, else the first that belongs to nothing else.
 */
export function dateIn(lines: readonly string[], today: LocalDate): Read<LocalDate> | null {
  const found: { date: Read<LocalDate>; rank: number }[] = []
  for (const line of lines.filter((one) => /\d/.test(one))) {
    const { text } = withDigits(line)
    for (const date of written(text, today, 'this-year')) {
      const before = text.slice(0, date.at)
      if (CUES.otherDate.test(before)) continue
      const words = line.slice(date.at, date.at + date.words.length)
      found.push({ date: { value: inShortYear(date, text), words, at: date.at }, rank: rankOf(before) })
    }
  }
  // A label is not from the future, except that another zone may already have the next day.
  const past = found.filter(({ date }) => date.value <= `${Number(today.slice(0, 4)) + 1}-12-31`)
  return past.toSorted((one, other) => one.rank - other.rank)[0]?.date ?? null
}

function rankOf(before: string): number {
  if (OLDER.test(before)) return LAST
  const rank = CALLED.findIndex((called) => called.test(before))
  return rank < 0 ? UNNAMED : rank
}

/** `4 Nov 25`: the number after a month without a year is a year of two digits. */
function inShortYear({ value, words, at }: Read<LocalDate>, text: string): LocalDate {
  const [, year] = /^,?\s+['’]?(2\d)(?![\d:.]|\s?[ap]m)/.exec(text.slice(at + words.length)) ?? []
  return year === undefined || !/\p{L}/u.test(words) || /\d{4}/.test(words)
    ? value
    : (`20${year}${value.slice(4)}` as LocalDate)
}
