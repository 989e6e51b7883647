import { type Adherence, adherenceOf, percentOf } from '../doses/adherence.ts'
import { isOpen } from '../doses/slot-state.ts'
import { addDays, datesFrom, isoWeekday, type LocalDate } from '../lib/local-time.ts'
import type { PastDose } from './past-doses.ts'

/** Adherence over a range of dates, both inclusive. */
export interface Span extends Adherence {
  from: LocalDate
  to: LocalDate
}

export interface DayRecord extends Adherence {
  date: LocalDate
  /** Doses whose time has come and that have not been logged yet. */
  open: number
}

/** Returns one record per date, including dates without a dose. */
export function dayRecords(doses: readonly PastDose[], from: LocalDate, to: LocalDate): DayRecord[] {
  const byDate = Map.groupBy(doses, ({ date }) => date)
  const records: DayRecord[] = []
  for (const date of datesFrom(from, to)) {
    const ofDate = byDate.get(date) ?? []
    records.push({ date, ...adherenceOf(ofDate), open: ofDate.filter(({ state }) => isOpen(state)).length })
  }
  return records
}

/** Returns the Monday of the date's week. */
export const mondayOf = (date: LocalDate): LocalDate => addDays(date, 1 - isoWeekday(date))

const monthOf = (date: LocalDate): string => date.slice(0, 7)

/** Returns the weeks of these days, Monday to Sunday, oldest first; the first and the last may be incomplete. */
export const weeksOf = (days: readonly DayRecord[]): Span[] => spansBy(days, mondayOf)

/** Returns the calendar months of these days, oldest first; the first and the last may be incomplete. */
export const monthsOf = (days: readonly DayRecord[]): Span[] => spansBy(days, monthOf)

const spansBy = (days: readonly DayRecord[], keyOf: (date: LocalDate) => string): Span[] =>
  [...Map.groupBy(days, ({ date }) => keyOf(date)).values()].map(spanOf)

/** Combines consecutive days into one span. There must be at least one. */
export function spanOf(days: readonly DayRecord[]): Span {
  const sum = (count: (day: DayRecord) => number) => days.reduce((total, day) => total + count(day), 0)
  const counted = sum((day) => day.counted)
  const taken = sum((day) => day.taken)
  return {
    from: (days[0] as DayRecord).date,
    to: (days.at(-1) as DayRecord).date,
    counted,
    taken,
    skipped: sum((day) => day.skipped),
    missed: sum((day) => day.missed),
    percent: percentOf(taken, counted),
  }
}
