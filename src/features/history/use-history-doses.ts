import { useEffect, useMemo, useState } from 'react'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { addDays, type LocalDate } from '#domain/lib/local-time.ts'
import { type RangeViews, useDoseRange } from '#src/session/reads.ts'
import { firstOfMonth, lastOfMonth } from './month.ts'

interface Dates {
  from: LocalDate
  to: LocalDate
}

/** How many days the table of doses taken covers, today included. */
const RECENT_DAYS = 30

const later = (a: LocalDate, b: LocalDate): LocalDate => (a > b ? a : b)
const earlier = (a: LocalDate, b: LocalDate): LocalDate => (a < b ? a : b)

/** Returns one range with the dates of both, or null where others would lie between them. */
export const jointly = (one: Dates, other: Dates): Dates | null =>
  one.from <= addDays(other.to, 1) && other.from <= addDays(one.to, 1)
    ? { from: earlier(one.from, other.from), to: later(one.to, other.to) }
    : null

/** Returns the planned doses of the dates out of those of a range, or undefined if the range does not have them all. */
export const slotsWithin = (views: RangeViews | undefined, { from, to }: Dates): SlotView[] | undefined =>
  views && views.range.from <= from && to <= views.range.to
    ? views.slots.filter(({ slot: { date } }) => date >= from && date <= to)
    : undefined

/**
 * Returns the doses of the month of the chosen day, and the planned ones of the last 30 days. They are read and folded
 * once where they meet, which is nearly always.
 */
export function useHistoryDoses(chosen: LocalDate, today: LocalDate) {
  const month = { from: firstOfMonth(chosen), to: lastOfMonth(chosen) }
  const recent = { from: addDays(today, 1 - RECENT_DAYS), to: today }
  const all = jointly(month, recent)
  const isOne = all !== null
  const { from, to } = all ?? month
  const doses = useDoseRange(from, to)
  const apart = useDoseRange(recent.from, recent.to, !isOne)
  const slots = useMemo(
    () => slotsWithin(isOne ? doses : apart, { from: addDays(today, 1 - RECENT_DAYS), to: today }),
    [isOne, doses, apart, today],
  )
  return { doses, recent: useLast(slots) }
}

/** Returns the latest value that was known. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  useEffect(() => {
    if (value !== undefined) setLast(value)
  }, [value])
  return value ?? last
}
