import { and, eq } from 'drizzle-orm'
import { safeParse } from 'zod/v4/core'
import type { BatchBody } from '#domain/protocol/batch.ts'
import { type DoseEvent, doseEventSchema } from '#domain/records/dose-event.ts'
import type { LoggedBy } from '#domain/records/logged-by.ts'
import type { Database } from '../db/database.ts'
import { among, rowsAsJson } from '../db/parameters.ts'
import { medications } from '../db/schema/records.ts'
import { transaction } from '../db/transaction.ts'
import { touchOccurrences } from '../occurrences/touch-occurrences.ts'
import { codeOf } from '../sync/answer.ts'
import { type Change, notificationOf } from '../sync/change-notifications.ts'
import { type DoseRow, doseRow, loggedEvent } from '../sync/dose-rows.ts'
import { fingerprintOf, type KeyedWrite, storeAnswers, storedAnswers } from '../sync/idempotency.ts'
import { inLogUpTo } from '../sync/log-place.ts'
import { lockState, saveState, versionsOf } from '../sync/state.ts'
import { doseEvents } from '../sync/tables.ts'
import { textProblem } from '../sync/text-problem.ts'
import type { WriteAnswer, WriteContext, Writer } from '../sync/writes.ts'
import { recordedDose, takenBefore } from './taken-before.ts'

type Call = BatchBody['calls'][number]

/** One dose of the set, with the key its response is stored under. */
interface KeyedDose {
  event: DoseEvent
  by: LoggedBy | null
  keyed: KeyedWrite
}

/** Some call in the set needs individual handling. */
class NotASet extends Error {}

export const isDoseCall = ({ method, path }: Call): boolean => method === 'POST' && path === '/api/doses'

/**
 * Records a run of doses in one transaction: events, keys and responses are one statement each, and every dose gets the
 * sequence, key and response that it would have had alone. Returns null, without having changed anything, if one of
 * them is not simply a new dose or the repetition of one; then each has to be performed alone. If it throws, that is a
 * fault, and nothing has changed either.
 */
export async function recordDoseSet(
  context: WriteContext,
  user: Writer,
  calls: readonly Call[],
  by: LoggedBy | null = null,
): Promise<WriteAnswer[] | null> {
  const doses = readSet(user, calls, by)
  if (!doses) return null
  try {
    const { answers, change } = await transaction(context.db, (tx) => writeSet(tx, user, doses, context.clock.now()))
    if (change) {
      context.changeNotifications.publish(notificationOf(versionsOf(user.id, context.facts, change.state), change))
    }
    return answers
  } catch (error) {
    if (error instanceof NotASet) return null
    throw error
  }
}

/** Returns the doses of the calls, or null if one cannot be parsed, or an id or key appears twice. */
function readSet(user: Writer, calls: readonly Call[], by: LoggedBy | null): KeyedDose[] | null {
  const doses: KeyedDose[] = []
  // Apart: a replayed dose has its own id as its key (S11.5).
  const keys = new Set<string>()
  const ids = new Set<string>()
  for (const { key, method, path, body, originalSeq } of calls) {
    const parsed = textProblem(body) ? null : safeParse(doseEventSchema, body)
    if (!parsed?.success) return null
    const event = parsed.data
    keys.add(key)
    ids.add(event.id)
    doses.push({
      event,
      by: originalSeq === undefined ? by : null,
      keyed: { userId: user.id, key, fingerprint: fingerprintOf({ method, path, body }) },
    })
  }
  return keys.size === doses.length && ids.size === doses.length ? doses : null
}

async function writeSet(
  tx: Database,
  user: Writer,
  doses: readonly KeyedDose[],
  now: number,
): Promise<{ answers: WriteAnswer[]; change: Change | null }> {
  const before = await lockState(tx, user.id, now)
  const keys = doses.map(({ keyed }) => keyed)
  const stored = await storedAnswers(tx, user.id, keys)
  // One that is replayed may be in the log in another form, which its own call finds out.
  if ([...stored.values()].some((answer) => codeOf(answer) === 'key_reused')) throw new NotASet()
  const fresh = doses.filter(({ keyed }) => !stored.has(keyed.key))
  await requireMedications(tx, user, fresh)
  await requireUndone(tx, user, fresh, before.seq)
  const events = fresh.map(({ event }) => event)
  const taken = await takenBefore(tx, user.id, events)
  const rows = fresh.map(({ event, by }, index) =>
    doseRow(event, { userId: user.id, seq: before.seq + 1 + index, now, by }),
  )
  await insertEvents(tx, rows)
  await touchOccurrences(tx, user, events, now)
  const logged = rows.map(loggedEvent)
  const made = new Map(
    logged.map((event, index) => [
      fresh[index]?.keyed.key,
      { status: 201, body: recordedDose(event, taken), seq: event.seq },
    ]),
  )
  const kept = fresh.map(({ keyed }) => ({ write: keyed, answer: made.get(keyed.key) as WriteAnswer }))
  await storeAnswers(tx, kept, now)
  const seq = before.seq + rows.length
  const change = rows.length > 0 ? { state: { ...before, seq, dosesSeq: seq }, since: before.dosesSeq, logged } : null
  if (change) await saveState(tx, user.id, change.state, now)
  const answers = keys.map(({ key }) => (stored.get(key) ?? made.get(key)) as WriteAnswer)
  return { answers, change }
}

async function insertEvents(tx: Database, rows: DoseRow[]): Promise<void> {
  if (rows.length === 0) return
  const inserted = await tx
    .insert(doseEvents)
    .select(rowsAsJson(doseEvents, rows))
    .onConflictDoNothing()
    .returning({ id: doseEvents.id })
  if (inserted.length < rows.length) throw new NotASet()
}

async function requireMedications(tx: Database, user: Writer, doses: readonly KeyedDose[]): Promise<void> {
  const ids = [...new Set(doses.map(({ event }) => event.medicationId))]
  if (ids.length === 0) return
  const found = await tx
    .select({ id: medications.id })
    .from(medications)
    .where(and(eq(medications.userId, user.id), among(medications.id, ids)))
  if (found.length < ids.length) throw new NotASet()
}

/** Checks that what an undo takes back is in the log or earlier in the set, and belongs to the same medication. */
async function requireUndone(tx: Database, user: Writer, doses: readonly KeyedDose[], seq: number): Promise<void> {
  const targets = doses.flatMap(({ event }) => event.undoes ?? [])
  if (targets.length === 0) return
  const known = await tx
    .select({ id: doseEvents.id, medicationId: doseEvents.medicationId })
    .from(doseEvents)
    .where(and(eq(doseEvents.userId, user.id), among(doseEvents.id, targets), inLogUpTo(seq)))
  const medicationOf = new Map<string, string>(known.map(({ id, medicationId }) => [id, medicationId]))
  for (const { event } of doses) {
    if (event.undoes !== null && medicationOf.get(event.undoes) !== event.medicationId) throw new NotASet()
    medicationOf.set(event.id, event.medicationId)
  }
}
