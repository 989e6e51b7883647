import type { SlotView } from '#domain/doses/dose-views.ts'
import { restsUntilOpened } from '#domain/doses/snooze.ts'
import { msOf } from '#domain/lib/instant.ts'

/**
 * Returns the doses snoozed until the app is opened, now that it was: those snoozed before that, on any device.
 * @param openedAt when this page was last loaded or became visible (ms)
 */
export const restingUntil = (openedAt: number, views: readonly SlotView[]): SlotView[] =>
  views.filter(
    ({ state, outcome }) =>
      state === 'snoozed' &&
      outcome.kind === 'snoozed' &&
      restsUntilOpened(outcome.event) &&
      msOf(outcome.event.loggedAt) < openedAt,
  )
