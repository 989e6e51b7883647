import { dayText } from '#domain/doses/dose-text.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { formatTime12, type LocalDate } from '#domain/lib/local-time.ts'

/** The heading: `One dose is not logged yet`, `3 doses are not logged yet`. */
export const titleText = (count: number): string =>
  count === 1 ? 'One dose is not logged yet' : `${count} doses are not logged yet`

/** When a dose was planned, with its day where that is not today: `8:00 AM`, `Yesterday, 10:00 PM`. */
export function plannedText({ slot }: Pick<SlotView, 'slot'>, today: LocalDate): string {
  const time = formatTime12(slot.time)
  return slot.date === today ? time : `${dayText(slot.date, today)}, ${time}`
}

/** Why nothing rang. */
export const reasonText = (enabled: boolean): string =>
  enabled ? 'No reminder could reach you here in time.' : 'Reminders are off on this device.'

/** Which of those that were listed still ask for an answer: not those that were logged or put off meanwhile. */
export const stillOpen = (listed: readonly SlotView[], views: readonly SlotView[], now: number): SlotView[] => {
  const ids = new Set(listed.map(({ slot }) => slot.id))
  return views.filter(
    ({ slot, outcome, ringStart }) =>
      ids.has(slot.id) && outcome.kind !== 'taken' && outcome.kind !== 'skipped' && ringStart <= now,
  )
}

/** What "Taken" means at first: a missed dose was hardly taken just now (as the dose sheet has it). */
export const firstMoment = (views: readonly Pick<SlotView, 'state'>[]): 'now' | 'as planned' =>
  views.some(({ state }) => state === 'missed') ? 'as planned' : 'now'
