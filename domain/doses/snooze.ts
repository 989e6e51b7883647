import { msOf } from '../lib/instant.ts'
import { HOUR } from '../lib/local-time.ts'
import type { DoseEvent } from '../records/dose-event.ts'

/**
 * Whether a snooze is one of "when I open the app": whatever rests for more than an hour (decision 018). Who does not
 * know that reads a long snooze, and rings at its end.
 */
export const restsUntilOpened = ({ until, loggedAt }: Pick<DoseEvent, 'until' | 'loggedAt'>): boolean =>
  until !== null && msOf(until) - msOf(loggedAt) > HOUR

/** Whether it rests for no time at all: the end of another snooze, the reminder was called back. */
export const isCalledBack = ({ until, loggedAt }: Pick<DoseEvent, 'until' | 'loggedAt'>): boolean =>
  until !== null && until <= loggedAt
