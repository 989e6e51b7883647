import { addDays, type LocalDate } from '../calendar.ts'
import { patternOf } from '../patterns.ts'
import vocabulary from '../vocabulary/dates.json' with { type: 'json' }
import { textAfter, textBefore } from '../words/near.ts'
import type { Read } from '../words/read.ts'
import { easterSunday, nextSuchDay } from './calendar-days.ts'
import { DATES } from './cues.ts'

const HOLIDAYS = vocabulary.holidays.map((holiday) => ({
  ...holiday,
  is: patternOf({ phrases: [holiday.says], where: 'whole' }),
}))

/** Days known by name. */
export const HOLIDAY = patternOf({
  phrases: vocabulary.holidays.map(({ says }) => says),
  tail: '\\b(?! (carols|party|lunch|dinner))',
  each: true,
})

/** Returns the next such day from today on; null for a name that is not a holiday (`HOLIDAY`). */
export function nextHoliday(name: string, today: LocalDate): LocalDate | null {
  const { month, day, afterEaster } = HOLIDAYS.find(({ is }) => is.test(name)) ?? {}
  if (month !== undefined && day !== undefined) return nextSuchDay(month, day, today)
  if (afterEaster === undefined) return null
  const year = Number(today.slice(0, 4))
  const dates = [year, year + 1].map((one) => {
    const easter = easterSunday(one)
    return easter && addDays(easter, afterEaster)
  })
  return dates.find((date) => date !== null && date >= today) ?? null
}

/**
 * Returns whether a weekday is tied to a holiday that no rule covers: `bank holiday Monday`,
 * `the Tuesday after Easter`.
 */
export const isOfHoliday = (text: string, { at, words }: Read<unknown>): boolean =>
  DATES.otherBefore.test(textBefore(text, at)) || DATES.otherAfter.test(textAfter(text, at + words.length))
