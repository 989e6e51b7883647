import { and, eq, or, sql } from 'drizzle-orm'
import { followRefusal } from '#domain/commands/follow-refusal.ts'
import type { Refusal } from '#domain/commands/refusal.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import type { Medication } from '#domain/records/medication.ts'
import { followedBy } from '#domain/schedule/counting.ts'
import type { Database } from '../db/database.ts'
import { medications } from '../db/schema/records.ts'

/**
 * Returns why a medication may not follow the one that its plan names (`followRefusal`). A plan that goes on following
 * the same one may be edited, also when that was deleted since. Reads only what can be part of a circle.
 */
export async function followProblem(
  tx: Database,
  userId: string,
  after: Medication,
  before: Medication | null,
): Promise<Refusal | null> {
  const target = followedBy(after)
  if (target === null || (before && followedBy(before) === target)) return null
  const rows = await tx
    .select({ id: medications.id, schedule: sql<Medication['schedule']>`${medications.record}->'schedule'` })
    .from(medications)
    .where(and(eq(medications.userId, userId), or(eq(medications.id, target), isFollowing)))
  return followRefusal(
    after,
    rows.map(({ id, schedule }) => ({ id: id as MedicationId, schedule })),
  )
}

const isFollowing = sql`${medications.record} @> '{"schedule":{"kind":"after-dose"}}'`
