import type { DoseViews, SlotView } from '#domain/doses/dose-views.ts'
import { dateOfEvent } from '#domain/doses/dose-views.ts'
import { isOpen } from '#domain/doses/slot-state.ts'
import { t } from '#domain/language/translate.ts'
import { formatLongDay } from '#domain/lib/calendar-names.ts'
import { msOf } from '#domain/lib/instant.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'

/** The doses of one date. */
export interface DayDoses {
  slots: SlotView[]
  extras: DoseEvent[]
}

/** What is shown under a day's number: its most important state. */
export type DayMark = 'missed' | 'due' | 'upcoming' | 'skipped' | 'taken' | null

const NONE: DayDoses = { slots: [], extras: [] }

/** Returns a function from a date to its doses, empty for a date without any. */
export function byDay(views: DoseViews, zone: string): (date: LocalDate) => DayDoses {
  const slots = Map.groupBy(views.slots, ({ slot }) => slot.date)
  const extras = Map.groupBy(views.extras, (event) => dateOfEvent(event, zone))
  return (date) =>
    slots.has(date) || extras.has(date) ? { slots: slots.get(date) ?? [], extras: extras.get(date) ?? [] } : NONE
}

/** Returns the day from morning to night: planned doses by their planned time, the others by when they were taken. */
export function inOrder({ slots, extras }: DayDoses): (SlotView | DoseEvent)[] {
  const lines = [
    ...slots.map((view) => ({ at: view.slot.at, line: view })),
    ...extras.map((event) => ({ at: msOf(event.at), line: event })),
  ]
  return lines.sort((a, b) => a.at - b.at).map(({ line }) => line)
}

/**
 * Returns the days with logged entries that stand, newest first, and only those entries: an entry missing here may just
 * not have arrived.
 */
export function loggedDays(views: DoseViews, zone: string): (DayDoses & { date: LocalDate })[] {
  const slots = views.slots.filter(({ outcome }) => outcome.kind !== 'open')
  const dosesOn = byDay({ slots, extras: views.extras }, zone)
  const dates = new Set([
    ...slots.map(({ slot }) => slot.date),
    ...views.extras.map((event) => dateOfEvent(event, zone)),
  ])
  return [...dates]
    .sort()
    .reverse()
    .map((date) => ({ date, ...dosesOn(date) }))
}

interface Counts {
  taken: number
  skipped: number
  missed: number
  open: number
  upcoming: number
  extra: number
}

function countsOf({ slots, extras }: DayDoses): Counts {
  const count = (fits: (view: SlotView) => boolean) => slots.filter(fits).length
  return {
    taken: count(({ state }) => state === 'taken'),
    skipped: count(({ state }) => state === 'skipped'),
    missed: count(({ state }) => state === 'missed'),
    open: count(({ state }) => isOpen(state)),
    upcoming: count(({ state }) => state === 'upcoming'),
    extra: extras.length,
  }
}

/** Returns the mark of a day: a missed dose takes precedence, and a day that is all taken shows that. */
export function markOf(day: DayDoses): DayMark {
  const counts = countsOf(day)
  if (counts.missed > 0) return 'missed'
  if (counts.open > 0) return 'due'
  if (counts.upcoming > 0) return 'upcoming'
  if (counts.skipped > 0) return 'skipped'
  return counts.taken + counts.extra > 0 ? 'taken' : null
}

/** Returns `3 of 4 doses taken, 1 missed`: a day in words, without its name. */
export function dayText(day: DayDoses): string {
  const counts = countsOf(day)
  const planned = day.slots.length
  const parts = [
    planned > 0 &&
      t('{taken} of {planned, plural, one {# dose} other {# doses}} taken', { taken: counts.taken, planned }),
    counts.skipped > 0 && t('{count} skipped', { count: counts.skipped }),
    counts.missed > 0 && t('{count} missed', { count: counts.missed }),
    counts.open > 0 && t('{count} open', { count: counts.open }),
    counts.upcoming > 0 && t('{count} upcoming', { count: counts.upcoming }),
    counts.extra > 0 &&
      (planned === 0
        ? t('{count} logged', { count: counts.extra })
        : t('{count} more logged', { count: counts.extra })),
  ]
  return inRow(parts) || t('no doses')
}

/** Returns `Friday, Nov 20`. */
export const dayName = (date: LocalDate): string => formatLongDay(date)
