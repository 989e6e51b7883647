import { apart } from '../language/apart.ts'
import { inSentences } from '../language/sentences.ts'
import { isEnglish, t } from '../language/translate.ts'
import { type Amount, countOf, amountText as exactText } from '../lib/amount.ts'
import { formatLongDay } from '../lib/calendar-names.ts'
import { msOf } from '../lib/instant.ts'
import { addDays, DAY, formatMonthDay, formatTime12, HOUR, type LocalDate, MINUTE } from '../lib/local-time.ts'
import { inRow } from '../lib/text.ts'
import { localAt } from '../lib/zone.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import { isUnitWord, withUnit } from '../schedule/amounts.ts'
import type { SlotView } from './dose-views.ts'
import { settles } from './slot-outcome.ts'
import { restsUntilOpened } from './snooze.ts'

/** Returns a time span (ms, either sign) in its largest whole unit, of which it has at least one. */
function largestUnit(ms: number): { count: number; unit: 'minute' | 'hour' | 'day' } {
  const span = Math.abs(ms)
  if (span < HOUR) return { count: Math.floor(span / MINUTE), unit: 'minute' }
  return span < 2 * DAY
    ? { count: Math.floor(span / HOUR), unit: 'hour' }
    : { count: Math.floor(span / DAY), unit: 'day' }
}

/**
 * Returns a time span (ms, either sign) in its largest whole unit: `15 minutes`, `1 hour`, `3 days`; `less than a
 * minute` below one.
 */
export function spanText(ms: number): string {
  if (Math.abs(ms) < MINUTE) return t('less than a minute')
  const { count, unit } = largestUnit(ms)
  if (unit === 'minute') return t('{count, plural, one {# minute} other {# minutes}}', { count })
  if (unit === 'hour') return t('{count, plural, one {# hour} other {# hours}}', { count })
  return t('{count, plural, one {1 day} other {{count} days}}', { count })
}

/** Returns `2 hours ago`, or `just now` for less than a minute and for a moment that a fast clock put in the future. */
export function agoText(moment: number, now: number): string {
  if (now - moment < MINUTE) return t('just now')
  const { count, unit } = largestUnit(now - moment)
  if (unit === 'minute') return t('{count, plural, one {# minute ago} other {# minutes ago}}', { count })
  if (unit === 'hour') return t('{count, plural, one {# hour ago} other {# hours ago}}', { count })
  return t('{count, plural, one {1 day ago} other {{count} days ago}}', { count })
}

/** Returns `9 min late` or `2 hours late`, counted from the planned instant (docs/look.md, Reminder row). */
export function lateText(plannedAt: number, now: number): string {
  const { count, unit } = largestUnit(Math.max(0, now - plannedAt))
  if (unit === 'minute') return t('{count} min late', { count })
  if (unit === 'hour') return t('{count, plural, one {# hour late} other {# hours late}}', { count })
  return t('{count, plural, one {1 day late} other {{count} days late}}', { count })
}

/** Returns an instant (ms) in this zone as `6:04 PM`. */
export const clockText = (instant: number, zone: string): string => formatTime12(localAt(instant, zone).time)

/** Returns `Today`, `Yesterday`, `Tomorrow`, otherwise `Friday, Nov 20`. */
export function dayText(date: LocalDate, today: LocalDate): string {
  if (date === today) return t('Today')
  if (date === addDays(today, -1)) return t('Yesterday')
  if (date === addDays(today, 1)) return t('Tomorrow')
  return formatLongDay(date)
}

/** Returns the time of a moment, with its day if that is not `date`: `12:10 AM, Nov 21`. */
export function momentText(instant: number, date: LocalDate, zone: string): string {
  const local = localAt(instant, zone)
  const clock = formatTime12(local.time)
  return local.date === date ? clock : inRow([clock, formatMonthDay(local.date)])
}

/**
 * Returns a slot's state as its badge shows it: `Due now`, `9 min late`, `Taken 8:02 AM` (docs/look.md, Reminder row).
 */
export function stateText(
  view: Pick<SlotView, 'slot' | 'state' | 'outcome' | 'ringStart'>,
  now: number,
  zone: string,
): string {
  const { slot, outcome } = view
  switch (view.state) {
    case 'upcoming':
      return slot.movedTo === undefined ? t('Upcoming') : t('Moved from {time}', { time: formatTime12(slot.time) })
    case 'due':
      return t('Due now')
    case 'late':
      return lateText(slot.at, now)
    case 'snoozed':
      if (outcome.kind === 'snoozed' && restsUntilOpened(outcome.event)) return t('Snoozed until you open the app')
      return t('Snoozed to {time}', { time: momentText(view.ringStart, localAt(now, zone).date, zone) })
    case 'missed':
      return t('Missed')
    case 'taken':
    case 'skipped': {
      const isTaken = view.state === 'taken'
      if (!settles(outcome)) return isTaken ? t('Taken') : t('Skipped')
      const time = momentText(msOf(outcome.event.at), slot.date, zone)
      return isTaken ? t('Taken {time}', { time }) : t('Skipped {time}', { time })
    }
  }
}

/**
 * Returns the label's own text below a name: dosage, then instructions, joined the way they are written ("1000 mg, with
 * dinner", "40 mg. Swallow whole."). Empty if there are neither.
 */
export function labelText(label: { dosage: string; instructions: string }): string {
  const dosage = label.dosage.trim()
  const instructions = label.instructions.trim()
  if (dosage === '' || instructions === '') return apart(dosage + instructions)
  const goesOn = /^\p{Ll}/u.test(instructions)
  return goesOn ? inRow([dosage, instructions]) : inSentences([apart(dosage), apart(instructions)])
}

type Amounts = Pick<DoseEvent, 'amount' | 'unit'> & Partial<Pick<DoseEvent, 'slotId' | 'takenAmount' | 'snapshot'>>

/**
 * Returns `1 tablet` or `2½ mL`: how much an event says was taken. Null if it says nothing, or if a planned dose was
 * taken as planned.
 */
export function amountText({ amount, unit, slotId, takenAmount, snapshot }: Amounts): string | null {
  const exact = takenAmount ?? (slotId === null ? snapshot?.amount : undefined)
  if (exact !== undefined) return portionText(exact, snapshot?.unit ?? unit)
  if (amount === null || snapshot?.amount !== undefined) return null
  return worded(String(amount), unit, amount > 1 ? amount : 1)
}

/** Returns `½ tablet`, `2 patches`, `5 mL`; the number alone without a unit. */
export const portionText = (amount: Amount, unit: string | null): string =>
  worded(exactText(amount), unit, countOf(amount))

/** In English, words of the user's own get an s; units of measurement do not: "2 lozenges", "5 ml". */
function worded(number: string, unit: string | null, count: number): string {
  if (unit === null || unit === '') return number
  const isOwnWord = !isUnitWord(unit) && isEnglish() && /^[a-z]{4,}$/i.test(unit) && !unit.endsWith('s')
  if (!isOwnWord || count === 1) return withUnit(number, unit, count)
  return `${number} ${unit}${unit.endsWith('ch') ? 'es' : 's'}`
}
