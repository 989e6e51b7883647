import { ANY_YEARS, type Instant, msOf } from '../lib/instant.ts'
import { isLogDate } from '../lib/local-time.ts'
import type { DoseEvent } from '../records/dose-event.ts'

const [FROM, TO] = [Date.UTC(ANY_YEARS.first, 0, 1), Date.UTC(ANY_YEARS.end, 0, 1)]

/** Returns whether the log can hold an instant (ms). */
export const isLogInstant = (at: number): boolean => at >= FROM && at < TO

const isPossible = (instant: Instant | null): boolean => instant === null || isLogInstant(msOf(instant))

/**
 * Returns whether the log can hold a dose that this app made (`dose-verbs.ts`). Only the clock can make it impossible:
 * everything else about the dose was checked where it was typed. The rules of all fields are those of
 * `doseEventSchema`.
 */
export const isRecordable = ({ at, loggedAt, until, snapshot }: DoseEvent): boolean =>
  [at, loggedAt, until].every(isPossible) && (snapshot.date === null || isLogDate(snapshot.date))
