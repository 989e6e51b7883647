import { and, eq, gt, inArray, ne, or } from 'drizzle-orm'
import { type LocalDate, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import { instantAt } from '#domain/lib/zone.ts'
import { HEADS_UP } from '#domain/records/dose-notices.ts'
import { STAGES } from '#domain/reminders/alerts.ts'
import { USEFUL_FOR } from '#domain/reminders/appointment-reminders.ts'
import type { Database } from '../db/database.ts'
import { among } from '../db/parameters.ts'
import { pushSends } from '../push/tables.ts'
import type { DoseRow } from '../sync/dose-rows.ts'
import type { SendRow } from './delivery.ts'
import type { OccurrenceRow } from './person-view.ts'

/**
 * How far back earlier sends can still matter: the stages of an occurrence, plus 15 minutes to tell devices that its
 * dose was settled. Older open sends are over, and `reopenSends` closes them. Reading them here as well would mean
 * reading everything a user was sent in two weeks.
 */
const SENDS_MATTER = 45 * MINUTE
/** The window of an appointment's reminder (R7.4), plus some time in case reminders are processed late. */
const APPOINTMENT_SENDS_MATTER = USEFUL_FOR + SENDS_MATTER

/** Returns what was sent lately to these users. */
export function readSends(tx: Database, people: string[], now: number): Promise<SendRow[]> {
  const since = new Date(now - SENDS_MATTER)
  const early = new Date(now - SENDS_MATTER - HEADS_UP.most * MINUTE)
  // A notice before doses is there until they are due. One about supplies must not delay them: it is tried until the
  // evening, with ever longer pauses.
  const matters = or(gt(pushSends.dueAt, since), eq(pushSends.kind, 'early'))
  return tx
    .select()
    .from(pushSends)
    .where(and(among(pushSends.userId, people), gt(pushSends.dueAt, early), matters, ne(pushSends.kind, 'supply')))
}

/**
 * A dose that rang hours ago gets another row when it is moved, which knows of no other start than its own: if the move
 * is taken back, its stages are over already. Only what was sent at their instants is read, and only where there is such
 * a row.
 * @param logged the log of the doses: one may have rung at a time that it was moved or snoozed to before
 */
export async function readEarlierSends(
  tx: Database,
  doses: readonly OccurrenceRow[],
  logged: readonly DoseRow[],
  zoneOf: (userId: string) => string,
  now: number,
): Promise<SendRow[]> {
  const putOff = Map.groupBy(
    logged.filter(({ until }) => until !== null),
    ({ slotId }) => slotId,
  )
  const long = doses.flatMap(({ userId, slotId, date, time, sentStart }) => {
    const planned = instantAt(date as LocalDate, time as LocalTime, zoneOf(userId))
    const starts = [planned, ...(putOff.get(slotId) ?? []).flatMap(({ until }) => until?.getTime() ?? [])]
    const isEarlier = (at: number) => at <= now - SENDS_MATTER && at !== sentStart?.getTime()
    return starts.filter(isEarlier).map((at) => ({ userId, at }))
  })
  if (long.length === 0) return []
  const people = new Set(long.map(({ userId }) => userId))
  const instants = new Set(long.flatMap(({ at }) => STAGES.map((stage) => at + stage * MINUTE)))
  const isThen = inArray(
    pushSends.dueAt,
    [...instants].map((at) => new Date(at)),
  )
  return tx
    .select()
    .from(pushSends)
    .where(and(among(pushSends.userId, people), isThen, eq(pushSends.kind, 'reminder')))
}

/** An appointment's reminder can be sent for longer than a dose's, so this is only queried if there is one. */
export async function readAppointmentSends(
  tx: Database,
  occurrences: readonly OccurrenceRow[],
  now: number,
): Promise<SendRow[]> {
  if (occurrences.length === 0) return []
  const people = new Set(occurrences.map(({ userId }) => userId))
  const own = and(among(pushSends.userId, people), eq(pushSends.kind, 'visit'))
  return tx
    .select()
    .from(pushSends)
    .where(and(own, gt(pushSends.dueAt, new Date(now - APPOINTMENT_SENDS_MATTER))))
}
