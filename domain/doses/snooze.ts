import { msOf } from '../lib/instant.ts'
import { HOUR } from '../lib/local-time.ts'
import type { DoseEvent } from '../records/dose-event.ts'

/**
 * Returns whether a snooze means "when I open the app": anything longer than an hour (decision 018). Code that does not
 * know this sees a long snooze and reminds at its end.
 */
export const restsUntilOpened = ({
  until,
  loggedAt,
  movedTo,
}: Pick<DoseEvent, 'until' | 'loggedAt' | 'movedTo'>): boolean =>
  until !== null && movedTo === undefined && msOf(until) - msOf(loggedAt) > HOUR

/** Returns whether it lasts no time at all: another snooze was ended and the reminder called back. */
export const isCalledBack = ({
  until,
  loggedAt,
  movedTo,
}: Pick<DoseEvent, 'until' | 'loggedAt' | 'movedTo'>): boolean =>
  until !== null && movedTo === undefined && until <= loggedAt
