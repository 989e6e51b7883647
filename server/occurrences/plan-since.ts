import { and, eq, lte } from 'drizzle-orm'
import { DAY, HOUR, MINUTE } from '#domain/lib/local-time.ts'
import { DROPPED_AFTER } from '#domain/reminders/alerts.ts'
import type { Database } from '../db/database.ts'
import { reminderDue } from './tables.ts'

/** A mail is due when a dose of an important medication is still open this long after its planned instant (R6.4). */
export const MAIL_AFTER = 30 * MINUTE

/**
 * Nobody is told later than this that an important dose is still open (R6.4, R11.3): it would be about another part of
 * the day.
 */
export const TOLD_WITHIN = 2 * HOUR

/**
 * How long to wait for the doses that a device has logged of a change it made offline: it sends them in requests of
 * their own, and pauses at most so long before it tries one again. Nobody is told meanwhile that they are not logged.
 */
export const DOSES_FOLLOW_WITHIN = 5 * MINUTE

/** After a longer outage, only this much is recorded slot by slot. */
export const MADE_UP_FOR = 7 * DAY

/** The instants in the due index that are long over (ms), by medication: there was no server to materialise them. */
export type Overdue = ReadonlyMap<string, number>

/** Returns those of a person. */
export async function overdueOf(tx: Database, userId: string, now: number): Promise<Overdue> {
  const isOver = lte(reminderDue.dueAt, new Date(now - DROPPED_AFTER))
  const rows = await tx
    .select({ id: reminderDue.medicationId, dueAt: reminderDue.dueAt })
    .from(reminderDue)
    .where(and(eq(reminderDue.userId, userId), isOver))
  return new Map(rows.map(({ id, dueAt }) => [id, dueAt.getTime()]))
}

/**
 * Returns the instant (ms) from which to plan a medication anew: 15 minutes ago, so that a dose that an edit moves into
 * that window is still announced, or longer ago where no server has materialised what was due. An earlier materialised
 * dose is known by its occurrence or by what is on record; what is still to be said of earlier ones is written by the
 * write itself (`pastDoses`).
 */
export const planSince = (medicationId: string, now: number, overdue: Overdue): number =>
  Math.min(now - DROPPED_AFTER + 1, overdue.get(medicationId) ?? now)
