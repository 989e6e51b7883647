import { and, asc, eq, gt } from 'drizzle-orm'
import { t } from '#domain/language/translate.ts'
import type { DosesAnswer } from '#domain/protocol/doses.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Database } from '../db/database.ts'
import { medications } from '../db/schema/records.ts'
import { touchOccurrences } from '../occurrences/touch-occurrences.ts'
import { accountMoves } from '../platform/errors.ts'
import { type Answer, idConflict, refused } from '../sync/answer.ts'
import { doseRow, eventOf, loggedEvent, rowOf } from '../sync/dose-rows.ts'
import { inLogUpTo, isAhead } from '../sync/log-place.ts'
import { missingMedication } from '../sync/missing-medication.ts'
import type { SyncState } from '../sync/state.ts'
import { doseEvents } from '../sync/tables.ts'
import type { Effect, WriteScope } from '../sync/writes.ts'
import { recordedDose, type TakenBefore, takenBefore } from './taken-before.ts'

/**
 * Appends an event to the log: 201 with the logged event, and with the one that had taken its slot before. Its time is never a reason for refusal. The same id with the
 * same content returns the existing event; with other content it is 409. 410 if its medication was deleted, 404 if it
 * never existed (docs/records.md, docs/sync-spec.md).
 */
export async function recordDoseEffect(scope: WriteScope, event: DoseEvent): Promise<Effect> {
  const { tx, user, now, seq, by } = scope
  const problem = (await medicationProblem(scope, event)) ?? (await undoProblem(scope, event))
  if (problem) return problem
  const row = doseRow(event, { userId: user.id, seq, now, by })
  const taken = await takenBefore(tx, user.id, [event])
  const inserted = await tx.insert(doseEvents).values(row).onConflictDoNothing().returning({ id: doseEvents.id })
  if (inserted.length === 0) return answerKnown(scope, event, taken)
  await touchOccurrences(tx, user, [event], now)
  const logged = loggedEvent(row)
  return { status: 201, body: recordedDose(logged, taken), changes: 'doses', logged }
}

/** Responds if the id is taken: by this very event, by another one, or by another user's event. */
async function answerKnown({ tx, user, seq }: WriteScope, event: DoseEvent, taken: TakenBefore): Promise<Answer> {
  const [known] = await tx
    .select()
    .from(doseEvents)
    .where(and(eq(doseEvents.userId, user.id), eq(doseEvents.id, event.id)))
  if (!known) return idConflict()
  // An import that is still running is adding this very dose.
  if (isAhead(known, seq)) throw accountMoves()
  const isSame = isSameEvent(eventOf(known), eventOf(rowOf(event)))
  return isSame ? { status: 201, body: recordedDose(loggedEvent(known), taken) } : idConflict()
}

/**
 * Answers an event that another device has replayed under the same key in the form that it knows. Null if the log has
 * another event under this id, or none.
 */
export async function knownDose(scope: WriteScope, event: DoseEvent): Promise<Answer | null> {
  const answer = await answerKnown(scope, event, await takenBefore(scope.tx, scope.user.id, [event]))
  return answer.status === 201 ? answer : null
}

/**
 * Older clients drop exact amounts, moves and planned instants: after a restore they may be the first or the second to
 * send an event again.
 */
function isSameEvent(known: DoseEvent, sent: DoseEvent): boolean {
  const same = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)
  return formsOf(known).some((one) => same(one, sent)) || formsOf(sent).some((one) => same(known, one))
}

/** Returns an event as each generation of clients knows it, the newest first. */
function formsOf(event: DoseEvent): object[] {
  const { plannedAt: _at, ...snapshot } = event.snapshot
  const local = { ...event, snapshot }
  const { movedTo: _moved, ...unmoved } = local
  const { takenAmount: _taken, ...rest } = unmoved
  const { amount: _amount, unit: _unit, ...planned } = snapshot
  return [event, local, unmoved, { ...rest, snapshot: planned }]
}

async function medicationProblem({ tx, user }: WriteScope, event: DoseEvent): Promise<Answer | null> {
  const { medicationId } = event
  const [found] = await tx
    .select({ id: medications.id })
    .from(medications)
    .where(and(eq(medications.userId, user.id), eq(medications.id, medicationId)))
  return found ? null : missingMedication({ tx, user }, medicationId, event.snapshot.name || undefined)
}

/** Checks that an undo takes back the user's own event of the same medication. */
async function undoProblem({ tx, user, seq }: WriteScope, event: DoseEvent): Promise<Answer | null> {
  if (event.undoes === null) return null
  const [target] = await tx
    .select({ medicationId: doseEvents.medicationId })
    .from(doseEvents)
    .where(and(eq(doseEvents.userId, user.id), eq(doseEvents.id, event.undoes), inLogUpTo(seq)))
  if (!target) return refused(404, 'not_found', t('The entry to undo is not in your log.'), 'undoes')
  if (target.medicationId === event.medicationId) return null
  return refused(409, 'id_conflict', t('The entry to undo belongs to another medication.'), 'undoes')
}

/** Returns one page of the log: everything above `since`, in commit order. `state` must have been read beforehand. */
export async function dosesSince(
  db: Database,
  userId: string,
  state: SyncState,
  { since, limit }: { since: number; limit: number },
): Promise<DosesAnswer> {
  const rows = await db
    .select()
    .from(doseEvents)
    .where(and(eq(doseEvents.userId, userId), gt(doseEvents.seq, since), inLogUpTo(state.seq)))
    .orderBy(asc(doseEvents.seq))
    .limit(limit + 1)
  const events = rows.slice(0, limit).map(loggedEvent)
  const more = rows.length > limit
  const last = events.at(-1)?.seq ?? 0
  // Some of the newest events may have been deleted with their medication: a device that has seen the others is up to
  // date.
  return { events, cursor: more ? last : Math.max(last, state.dosesSeq), more }
}
