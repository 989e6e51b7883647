import { type Amount, amountText as exactText, isPlural } from '../lib/amount.ts'
import { msOf } from '../lib/instant.ts'
import {
  addDays,
  DAY,
  formatLongWeekday,
  formatMonthDay,
  formatTime12,
  HOUR,
  type LocalDate,
  MINUTE,
} from '../lib/local-time.ts'
import { localAt } from '../lib/zone.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { SlotView } from './dose-views.ts'
import { restsUntilOpened } from './snooze.ts'

/** How long "When I open the app" snoozes, as said after "Snoozed". */
export const UNTIL_OPENED = 'until you open the app'

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`

/**
 * Returns a time span (ms, either sign) in its largest whole unit: `15 minutes`, `1 hour`, `3 days`; `less than a
 * minute` below one.
 */
export function spanText(ms: number): string {
  const span = Math.abs(ms)
  if (span < MINUTE) return 'less than a minute'
  if (span < HOUR) return count(Math.floor(span / MINUTE), 'minute')
  if (span < 2 * DAY) return count(Math.floor(span / HOUR), 'hour')
  return count(Math.floor(span / DAY), 'day')
}

/** Returns `2 hours ago`, or `just now` for less than a minute and for a moment that a fast clock put in the future. */
export const agoText = (moment: number, now: number): string =>
  now - moment < MINUTE ? 'just now' : `${spanText(now - moment)} ago`

/** Returns `9 min late` or `2 hours late`, counted from the planned instant (docs/look.md, Reminder row). */
export function lateText(plannedAt: number, now: number): string {
  const late = Math.max(0, now - plannedAt)
  return late < HOUR ? `${Math.floor(late / MINUTE)} min late` : `${spanText(late)} late`
}

/** Returns an instant (ms) in this zone as `6:04 PM`. */
export const clockText = (instant: number, zone: string): string => formatTime12(localAt(instant, zone).time)

/** Returns `Today`, `Yesterday`, `Tomorrow`, otherwise `Friday, Nov 20`. */
export function dayText(date: LocalDate, today: LocalDate): string {
  if (date === today) return 'Today'
  if (date === addDays(today, -1)) return 'Yesterday'
  if (date === addDays(today, 1)) return 'Tomorrow'
  return `${formatLongWeekday(date)}, ${formatMonthDay(date)}`
}

/** Returns the time of a moment, with its day if that is not `date`: `12:10 AM, Nov 21`. */
export function momentText(instant: number, date: LocalDate, zone: string): string {
  const local = localAt(instant, zone)
  const clock = formatTime12(local.time)
  return local.date === date ? clock : `${clock}, ${formatMonthDay(local.date)}`
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
      return slot.movedTo === undefined ? 'Upcoming' : `Moved from ${formatTime12(slot.time)}`
    case 'due':
      return 'Due now'
    case 'late':
      return lateText(slot.at, now)
    case 'snoozed':
      if (outcome.kind === 'snoozed' && restsUntilOpened(outcome.event)) return `Snoozed ${UNTIL_OPENED}`
      return `Snoozed to ${momentText(view.ringStart, localAt(now, zone).date, zone)}`
    case 'missed':
      return 'Missed'
    case 'taken':
    case 'skipped': {
      const word = view.state === 'taken' ? 'Taken' : 'Skipped'
      if (outcome.kind !== 'taken' && outcome.kind !== 'skipped') return word
      return `${word} ${momentText(msOf(outcome.event.at), slot.date, zone)}`
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
  if (dosage === '' || instructions === '') return dosage + instructions
  const goesOn = /^\p{Ll}/u.test(instructions)
  return `${dosage}${goesOn ? ',' : '.'} ${instructions}`
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
  return withUnit(String(amount), unit, amount > 1)
}

/** Returns `½ tablet`, `2 patches`, `5 mL`; the number alone without a unit. */
export const portionText = (amount: Amount, unit: string | null): string =>
  withUnit(exactText(amount), unit, isPlural(amount))

/** Words get an s, units of measurement do not: "2 tablets", "5 ml". */
function withUnit(number: string, unit: string | null, isMany: boolean): string {
  if (unit === null || unit === '') return number
  const plural = isMany && /^[a-z]{4,}$/i.test(unit) && !unit.endsWith('s')
  return `${number} ${plural ? (unit.endsWith('ch') ? `${unit}es` : `${unit}s`) : unit}`
}
