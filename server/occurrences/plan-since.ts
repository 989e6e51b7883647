import { and, eq, lte } from 'drizzle-orm'
import { NOTIFY_AFTER } from '#domain/access/offers.ts'
import { HOUR, MINUTE } from '#domain/lib/local-time.ts'
import type { Medication } from '#domain/records/medication.ts'
import { DROPPED_AFTER } from '#domain/reminders/alerts.ts'
import type { Database } from '../db/database.ts'
import { reminderDue } from './tables.ts'

/**
 * Nobody is told later than this that an important dose is still open (R6.4, R11.3): it would be about another part of
 * the day.
 */
export const TOLD_WITHIN = 2 * HOUR

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
 * that window is still announced; longer ago, as long as a follow-up of an earlier dose is still to come (R9.2), or
 * where no server has materialised what was due. An earlier materialised dose is known by its occurrence or by what is
 * on record.
 */
export function planSince({ id, notices }: Medication, now: number, overdue: Overdue): number {
  const last = (notices?.followUps.at(-1) ?? 0) * MINUTE
  return Math.min(now - DROPPED_AFTER - last + 1, overdue.get(id) ?? now)
}

/**
 * Does the same after doses were logged that others follow from: one may come up after its time, and if it is important
 * it is still told about.
 */
export function planSinceLogged(medication: Medication, now: number, overdue: Overdue): number {
  const told = medication.important === true ? NOTIFY_AFTER.most * MINUTE + TOLD_WITHIN : 0
  return Math.min(planSince(medication, now, overdue), now - told)
}
