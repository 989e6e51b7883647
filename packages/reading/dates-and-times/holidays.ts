import { addDays, type LocalDate } from '../calendar.ts'
import { textAfter, textBefore } from '../words/near.ts'
import type { Read } from '../words/read.ts'
import { easterSunday, nextSuchDay } from './calendar-days.ts'

/** Days that are known by their name. */
export const HOLIDAY =
  /\b(?:(?:christmas|xmas|new year['’]?s?) eve|(?:christmas|xmas|new year['’]?s?|boxing|(?:saint|st\.?) (?:stephen|patrick)['’]?s?|anzac|australia|waitangi|canada|(?:saint |st\.? )?valentine['’]?s?) day|halloween|juneteenth|(?:good|holy) friday|(?:easter|holy) saturday|easter (?:sunday|monday|tuesday)|easter day|ash wednesday|(?:shrove|pancake) (?:tuesday|day)|palm sunday|maundy thursday|whit (?:sunday|monday)|pentecost(?: (?:sunday|monday))?)\b(?! (?:carols|party|lunch|dinner))/gi

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

/** Holidays whose day is another one in each country or year. */
const OTHER =
  "(?:bank holiday|public holiday|long weekend|easter|christmas|xmas|new year['’]?s?|labou?r day|may day|thanksgiving|memorial day|veterans day|martin luther king|presidents['’]? day|columbus day|family day|heritage day|(?:king|queen)['’]?s birthday|melbourne cup(?: day)?|mother['’]?s day|father['’]?s day|diwali|holi|eid|ramadan|hanukkah|passover|chinese new year|lunar new year)"
const OTHER_BEFORE = new RegExp(
  String.raw`(?<!\b(?:dr|doctor)\.? )\b${OTHER}(?: (?:weekend|holidays?|day))?,? (?:on )?(?:the )?$`,
  'i',
)
const OTHER_AFTER = new RegExp(
  String.raw`^,? (?:(?:after|before|of|on|following|at|in) )?(?:the )?(?:\p{L}+ )?${OTHER}\b`,
  'iu',
)

/** Whether a weekday is of a holiday that no rule tells here: `bank holiday Monday`, `the Tuesday after Easter`. */
export const isOfHoliday = (text: string, { at, words }: Read<unknown>): boolean =>
  OTHER_BEFORE.test(textBefore(text, at)) || OTHER_AFTER.test(textAfter(text, at + words.length))
