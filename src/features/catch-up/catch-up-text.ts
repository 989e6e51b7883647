import { dayText } from '#domain/doses/dose-text.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { settles } from '#domain/doses/slot-outcome.ts'
import { t } from '#domain/language/translate.ts'
import { formatTime12, type LocalDate } from '#domain/lib/local-time.ts'

/** Returns the heading: `One dose is not logged yet`, `3 doses are not logged yet`. */
export const titleText = (count: number): string =>
  t('{count, plural, one {One dose is not logged yet} other {# doses are not logged yet}}', { count })

/** Returns when a dose was planned, with its day if that is not today: `8:00 AM`, `Yesterday, 10:00 PM`. */
export function plannedText({ slot }: Pick<SlotView, 'slot'>, today: LocalDate): string {
  const time = formatTime12(shownTime(slot))
  return slot.date === today ? time : t('{day}, {time}', { day: dayText(slot.date, today), time })
}

/** Returns why there was no reminder. */
export const reasonText = (enabled: boolean): string =>
  enabled ? t('No reminder could reach you here in time.') : t('Reminders are off on this device.')

/** Returns which of the listed doses still need an answer: not those logged or snoozed meanwhile. */
export const stillOpen = (listed: readonly SlotView[], views: readonly SlotView[], now: number): SlotView[] => {
  const ids = new Set(listed.map(({ slot }) => slot.id))
  return views.filter(({ slot, outcome, ringStart }) => ids.has(slot.id) && !settles(outcome) && ringStart <= now)
}

/** Returns what "Taken" means initially: a missed dose was hardly taken just now (as in the dose sheet). */
export const firstMoment = (views: readonly Pick<SlotView, 'state'>[]): 'now' | 'as planned' =>
  // not translated: a value
  views.some(({ state }) => state === 'missed') ? 'as planned' : 'now'
