import { matchesIn } from '../../words/near.ts'
import type { Read } from '../../words/read.ts'
import { PRINT } from '../cues.ts'
import type { Aside } from '../events/other-events.ts'
import type { Print } from './statements.ts'

const clock = (name: string): string =>
  `(?<${name}Hour>\\d{1,2})(?:[:.h](?<${name}Minute>[0-5]\\d))? ?(?:(?<${name}Half>[ap])\\.?(?:m\\b\\.?|\\b))?`
/** `8.30am - 5.30pm`, `9 to 17:00`. */
const SPAN = new RegExp(
  `(?<![\\p{L}\\d.:/-])${clock('from')} ?(?:[-–]|to|until|till?) ?${clock('to')}(?![\\d:/])`,
  'giu',
)
const CLOSED = /\bclosed\b/i
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
    const isHead = PRINT.head.test(words)
    const isHours = PRINT.row.test(words) || (isBehindDays && PRINT.hoursOnly.test(words))
    const isDays = PRINT.daysOnly.test(words)
    const isRow = isHours || isDays || PRINT.hoursOnly.test(words) || CLOSED.test(words)
    if ((isUnderHead && isRow) || VISITING.test(words)) rows.push({ from, to, of: 'past' })
    else if (isHours && matchesIn(words, SPAN).some(isSpan)) perhaps.push({ from, to, of: 'past' })
    isUnderHead = isHead || (isUnderHead && isRow)
    isBehindDays = isDays
  }
  for (const span of matchesIn(text, SPAN))
    if (isSpan(span) && minutesOf(span) > LONGEST_APPOINTMENT)
      perhaps.push({ from: span.index, to: span.index + span[0].length, of: 'past' })
  const isIn =
    ({ at }: Read<unknown>) =>
    ({ from, to }: Aside): boolean =>
      at >= from && at < to
  const isElse = times.some((time) => ![...rows, ...perhaps].some(isIn(time)))
  return isElse ? [...rows, ...perhaps] : rows
}

/** `Bay 4 - 10` has no mark of a time. */
const isSpan = ({ groups = {} }: RegExpExecArray): boolean =>
  [groups.fromMinute, groups.fromHalf, groups.toMinute, groups.toHalf].some((part) => part !== undefined)

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
