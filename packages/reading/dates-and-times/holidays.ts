import { addDays, type LocalDate } from '../calendar.ts'
import { textAfter, textBefore } from '../words/near.ts'
import type { Read } from '../words/read.ts'
import { easterSunday, nextSuchDay } from './calendar-days.ts'
import { DATES } from './cues.ts'

/** On the same day of every year. */
const FIXED: readonly (readonly [name: RegExp, month: number, day: number])[] = [
  [/^(?:christmas|xmas) eve/i, 12, 24],
  [/^(?:christmas|xmas) day/i, 12, 25],
  [/^(?:boxing|(?:saint|st\.?) stephen)/i, 12, 26],
  [/^new year['’]?s? eve/i, 12, 31],
  [/^new year['’]?s? day/i, 1, 1],
  [/^australia/i, 1, 26],
  [/^waitangi/i, 2, 6],
  [/valentine/i, 2, 14],
  [/^(?:saint|st\.?) patrick/i, 3, 17],
  [/^anzac/i, 4, 25],
  [/^juneteenth/i, 6, 19],
  [/^canada/i, 7, 1],
  [/^halloween/i, 10, 31],
]
/** So many days after Easter Sunday. */
const MOVABLE: readonly (readonly [name: RegExp, days: number])[] = [
  [/^(?:good|holy) friday/i, -2],
  [/^(?:easter|holy) saturday/i, -1],
  [/^easter (?:sunday|day)/i, 0],
  [/^easter monday/i, 1],
  [/^easter tuesday/i, 2],
  [/^ash/i, -46],
  [/^(?:shrove|pancake)/i, -47],
  [/^palm/i, -7],
  [/^maundy/i, -3],
  [/^(?:whit|pentecost) monday/i, 50],
  [/^(?:whit|pentecost)/i, 49],
]

/** The next such day from today on; null for a name that is none (`HOLIDAY`). */
export function nextHoliday(name: string, today: LocalDate): LocalDate | null {
  const [, month, day] = FIXED.find(([is]) => is.test(name)) ?? []
  if (month !== undefined && day !== undefined) return nextSuchDay(month, day, today)
  const days = MOVABLE.find(([is]) => is.test(name))?.[1]
  if (days === undefined) return null
  const year = Number(today.slice(0, 4))
  const dates = [year, year + 1].map((one) => {
    const easter = easterSunday(one)
    return easter && addDays(easter, days)
  })
  return dates.find((date) => date !== null && date >= today) ?? null
}

/** Whether a weekday is of a holiday that no rule tells here: `bank holiday Monday`, `the Tuesday after Easter`. */
export const isOfHoliday = (text: string, { at, words }: Read<unknown>): boolean =>
  DATES.otherBefore.test(textBefore(text, at)) || DATES.otherAfter.test(textAfter(text, at + words.length))
