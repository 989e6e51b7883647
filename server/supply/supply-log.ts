import { and, asc, eq, gt } from 'drizzle-orm'
import { t } from '#domain/language/translate.ts'
import type { SupplyEventsAnswer } from '#domain/protocol/supply.ts'
import type { SupplyEvent } from '#domain/records/supply-event.ts'
import { COUNTED_IN_NOTHING, supplyUnitOf } from '#domain/supply/supply-unit.ts'
import type { Database } from '../db/database.ts'
import { medications } from '../db/schema/records.ts'
import { type Answer, idConflict, refusal, refused } from '../sync/answer.ts'
import { missingMedication } from '../sync/missing-medication.ts'
import type { SyncState } from '../sync/state.ts'
import { loggedSupplyEvent, supplyEventOf, supplyRow } from '../sync/supply-rows.ts'
import { supplyEvents } from '../sync/tables.ts'
import type { Effect, WriteScope } from '../sync/writes.ts'

/**
 * Appends an event to the log: 201 with the logged event. Its time is never a reason for refusal. The same id with the
 * same content returns the existing event; with other content it is 409. 410 if its medication was deleted, 404 if it
 * never existed, 422 if its plan counts nothing (docs/sync-spec.md, S13).
 */
export async function recordSupplyEffect(scope: WriteScope, event: SupplyEvent): Promise<Effect> {
  const { tx, user, now, seq, by } = scope
  const problem = (await medicationProblem(scope, event)) ?? (await undoProblem(scope, event))
  if (problem) return problem
  const row = supplyRow(event, { userId: user.id, seq, now, by })
  const inserted = await tx.insert(supplyEvents).values(row).onConflictDoNothing().returning({ id: supplyEvents.id })
  if (inserted.length === 0) return answerKnown(scope, event)
  return { status: 201, body: loggedSupplyEvent(row), changes: 'supply' }
}

/** Responds if the id is taken: by this very event, by another one, or by another user's event. */
async function answerKnown({ tx, user }: WriteScope, event: SupplyEvent): Promise<Answer> {
  const [known] = await tx
    .select()
    .from(supplyEvents)
    .where(and(eq(supplyEvents.userId, user.id), eq(supplyEvents.id, event.id)))
  if (!known) return idConflict()
  const sent = supplyEventOf(supplyRow(event, { userId: user.id, seq: known.seq, now: 0 }))
  const isSame = JSON.stringify(supplyEventOf(known)) === JSON.stringify(sent)
  return isSame ? { status: 201, body: loggedSupplyEvent(known) } : idConflict()
}

async function medicationProblem(
  { tx, user, originalSeq }: WriteScope,
  { medicationId, kind }: SupplyEvent,
): Promise<Answer | null> {
  const [found] = await tx
    .select({ record: medications.record })
    .from(medications)
    .where(and(eq(medications.userId, user.id), eq(medications.id, medicationId)))
  if (found) {
    // What an account once held is never refused by a rule about new entries, and an undo counts nothing.
    const isChecked = kind !== 'undone' && originalSeq === null
    return isChecked && supplyUnitOf(found.record) === null ? refusal(COUNTED_IN_NOTHING) : null
  }
  return missingMedication({ tx, user }, medicationId)
}

/** Checks that an undo takes back the user's own event of the same medication, and not an undo. */
async function undoProblem({ tx, user }: WriteScope, event: SupplyEvent): Promise<Answer | null> {
  if (event.undoes === null) return null
  const [target] = await tx
    .select({ medicationId: supplyEvents.medicationId, kind: supplyEvents.kind })
    .from(supplyEvents)
    .where(and(eq(supplyEvents.userId, user.id), eq(supplyEvents.id, event.undoes)))
  if (!target) return refused(404, 'not_found', t('The entry to undo is not among your supplies.'), 'undoes')
  if (target.medicationId !== event.medicationId)
    return refused(409, 'id_conflict', t('The entry to undo belongs to another medication.'), 'undoes')
  if (target.kind !== 'undone') return null
  return refused(422, 'invalid', t('An undo cannot be undone. Please enter it again instead.'), 'undoes')
}

/** Returns one page of the log: everything above `since`, in commit order. `state` must have been read beforehand. */
export async function supplyEventsSince(
  db: Database,
  userId: string,
  state: SyncState,
  { since, limit }: { since: number; limit: number },
): Promise<SupplyEventsAnswer> {
  const rows = await db
    .select()
    .from(supplyEvents)
    .where(and(eq(supplyEvents.userId, userId), gt(supplyEvents.seq, since)))
    .orderBy(asc(supplyEvents.seq))
    .limit(limit + 1)
  const events = rows.slice(0, limit).map(loggedSupplyEvent)
  const more = rows.length > limit
  const last = events.at(-1)?.seq ?? 0
  // As in the dose log: some of the newest events may have been deleted with their medication.
  return { events, cursor: more ? last : Math.max(last, state.supplySeq), more }
}
