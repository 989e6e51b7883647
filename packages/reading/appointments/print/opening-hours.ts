import { matchesIn } from '../../words/near.ts'
import type { Read } from '../../words/read.ts'
import { PRINT } from '../cues.ts'
import { type Aside, asideOf, isIn } from '../events/other-events.ts'
import type { Print } from './statements.ts'

const clock = (name: string): string =>
  `(?<${name}Hour>\\d{1,2})(?:[:.h](?<${name}Minute>[0-5]\\d))? ?(?:(?<${name}Half>[ap])\\.?(?:m\\b\\.?|\\b))?`
/** `8.30am - 5.30pm`, `9 to 17:00`. */
const SPAN = new RegExp(
  `(?<![\\p{L}\\d.:/-])${clock('from')} ?(?:[-–]|to|until|till?) ?${clock('to')}(?![\\d:/])`,
  'giu',
)
const VISITING = /^\W{0,3}visiting\b.{0,20}\d/iu
/** No appointment lasts longer without the card saying so, in minutes. */
const LONGEST_APPOINTMENT = 3 * 60
const HALF_DAY = 12 * 60

/**
 * Returns the parts of a card that say when a place is open: the rows below such a heading, weekdays with the start and
 * end of their hours, and spans too long for an appointment. If every time on the card is in one of these, only the
 * certain parts are returned.
 * @param times all times on the card
 */
export function openingHours({ text, statements }: Print, times: readonly Read<unknown>[]): Aside[] {
  let isUnderHead = false
  let isBehindDays = false
  const rows: Aside[] = []
  const perhaps: Aside[] = []
  for (const { from, to, text: words } of statements) {
    const isHours = PRINT.row.test(words) || (isBehindDays && PRINT.hoursOnly.test(words))
    isBehindDays = PRINT.daysOnly.test(words)
    const isRow = isHours || isBehindDays || PRINT.hoursOnly.test(words)
    if ((isUnderHead && isRow) || VISITING.test(words)) rows.push(asideOf('past', from, to))
    else if (isHours && spansIn(words).length > 0) perhaps.push(asideOf('past', from, to))
    isUnderHead = PRINT.head.test(words) || (isUnderHead && isRow)
  }
  for (const span of spansIn(text))
    if (minutesOf(span) > LONGEST_APPOINTMENT) perhaps.push(asideOf('past', span.index, span.index + span[0].length))
  const all = [...rows, ...perhaps]
  return times.every((time) => all.some((part) => isIn(part)(time))) ? rows : all
}

/** `Bay 4 - 10` has no mark of a time. */
const spansIn = (text: string): RegExpExecArray[] =>
  matchesIn(text, SPAN).filter(
    ({ groups: { fromMinute, fromHalf, toMinute, toHalf } = {} }) =>
      (fromMinute ?? fromHalf ?? toMinute ?? toHalf) !== undefined,
  )

/** Returns the length of a span; where the halves of the day are not given, the shorter one. */
function minutesOf({ groups = {} }: RegExpExecArray): number {
  const of = (hour = '', minute = '0', half?: string): number => {
    const minutes = Number(hour) * 60 + Number(minute)
    if (half === undefined) return minutes
    return (minutes % HALF_DAY) + (/p/i.test(half) ? HALF_DAY : 0)
  }
  const from = of(groups.fromHour, groups.fromMinute, groups.fromHalf)
  const to = of(groups.toHour, groups.toMinute, groups.toHalf)
  return to > from ? to - from : (to - from + 2 * HALF_DAY) % HALF_DAY
}
