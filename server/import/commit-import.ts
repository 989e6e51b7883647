import { t } from '#domain/language/translate.ts'
import { msOf } from '#domain/lib/instant.ts'
import { DAY } from '#domain/lib/local-time.ts'
import type { ImportAnswer } from '#domain/protocol/import.ts'
import type { AnyRecord } from '#domain/protocol/lists.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import { followedBy } from '#domain/schedule/counting.ts'
import { APPOINTMENTS } from '../appointments/appointments.ts'
import type { Database } from '../db/database.ts'
import { rowsAsJson } from '../db/parameters.ts'
import { appointments, medications } from '../db/schema/records.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import { MEDICATIONS } from '../medications/medications.ts'
import { planAdded, planCounting } from '../occurrences/due-index.ts'
import { touchOccurrences } from '../occurrences/touch-occurrences.ts'
import type { Pictures } from '../pictures/picture-upload.ts'
import { lockedQuotaRefusal, quotaRefusal } from '../pictures/storage.ts'
import { medicalDocuments, prescriptions } from '../pictures/tables.ts'
import { ApiError } from '../platform/errors.ts'
import { type AnyList, recordRow, sharedIds } from '../records/record-list.ts'
import type { Change } from '../sync/change-notifications.ts'
import { doseRow } from '../sync/dose-rows.ts'
import { type KeyedWrite, storeAnswers, storedAnswers } from '../sync/idempotency.ts'
import { countAhead, IdTaken, removeAhead, writeAhead } from '../sync/log-ahead.ts'
import { lockState, type SyncState, saveState } from '../sync/state.ts'
import { supplyRow } from '../sync/supply-rows.ts'
import { doseEvents, supplyEvents } from '../sync/tables.ts'
import type { WriteAnswer, Writer } from '../sync/writes.ts'
import { writeCard } from './emergency-card.ts'
import type { ImportPlan, NewPicture } from './import-plan.ts'

/** The prepared pictures, by their names inside the zip. */
export type Ready = Map<string, Pictures>

/** The account is at a different commit than the plan. */
export class Moved extends Error {}

interface Commit {
  plan: ImportPlan
  body: ImportAnswer
  keyed: KeyedWrite | null
  ready: Ready
}

/** Events that the last transaction writes itself; by then, all earlier ones have been written ahead of the account. */
const MOST_AT_LAST = 500

/**
 * Adds everything in the plan and the key's response in one transaction, or nothing. A long log is first written ahead
 * of the account in short transactions, so that the deciding one is short too (decision 048). Throws Moved, and
 * ApiError for refusals.
 */
export async function commitImport(
  context: Pick<Context, 'db' | 'clock' | 'config' | 'uploads'>,
  user: Writer,
  parts: Commit,
): Promise<Done> {
  const { db } = context
  const now = context.clock.now()
  const { doses, seq } = parts.plan
  const events = doses.slice(0, Math.max(0, doses.length - MOST_AT_LAST))
  if (events.length === 0) return transaction(db, (tx) => commit(tx, user, { ...parts, context, now, ahead: null }))
  let done: Done | undefined
  try {
    const before = await writeAhead(db, user.id, { events, seq, now })
    const ahead = { before, count: events.length }
    done = await transaction(db, (tx) => commit(tx, user, { ...parts, context, now, ahead }))
    return done
  } catch (error) {
    throw error instanceof IdTaken ? idTaken() : error
  } finally {
    if (!done?.change) await removeAhead(db, user.id, now)
  }
}

interface Done {
  answer: WriteAnswer
  /** Null if it was done before. */
  change: Change | null
}

interface Commitment extends Commit {
  context: Pick<Context, 'config' | 'uploads'>
  now: number
  /** How many events are written ahead of the account, and the sequence before them. */
  ahead: { before: number; count: number } | null
}

async function commit(
  tx: Database,
  user: Writer,
  { plan, body, keyed, ready, now, ahead, context }: Commitment,
): Promise<Done> {
  const before = await lockState(tx, user.id, now)
  const stored = keyed && (await storedAnswers(tx, user.id, [keyed])).get(keyed.key)
  if (stored) return { answer: stored, change: null }
  if (before.seq !== plan.seq) throw new Moved()
  if (ahead && (await countAhead(tx, user.id, before.seq)) !== ahead.count) throw new Moved()
  await requireQuota(tx, user, context, ready, lockedQuotaRefusal)
  const first = ahead?.before ?? before.seq
  const rest = plan.doses.slice(ahead?.count ?? 0)
  await insertAll(tx, user, { plan, ready, now })
  await insertRows(
    tx,
    doseEvents,
    rest.map((event, index) =>
      doseRow(event, { userId: user.id, seq: first + plan.doses.length - rest.length + 1 + index, now }),
    ),
  )
  await insertRows(
    tx,
    supplyEvents,
    plan.supply.map((event, index) =>
      supplyRow(event, { userId: user.id, seq: first + plan.doses.length + 1 + index, now }),
    ),
  )
  await touchOccurrences(tx, user, recentOf(plan.doses, now), now)
  const state = stateAfter(before, plan, first)
  if (state) await saveState(tx, user.id, state, now)
  if (state && plan.emergency) await writeCard(tx, user.id, { emergency: plan.emergency, seq: state.seq, now })
  // Only now are all of the doses in the log. What an added plan follows may have been there before.
  const counting = [...plan.doses.map(({ medicationId }) => medicationId), ...plan.medications.flatMap(followedOrNone)]
  await planCounting(tx, user.id, new Set(counting), now)
  const answer = { status: 200, body, seq: (state ?? before).seq }
  if (keyed) await storeAnswers(tx, [{ write: keyed, answer }], now)
  // Without log rows: devices fetch the lists that the log refers to along with it.
  return { answer, change: state && { state, since: before.dosesSeq, logged: [] } }
}

const followedOrNone = (medication: Medication) => followedBy(medication) ?? []

/** Throws 413 if the pictures exceed the account's storage quota; `refusalOf` says so. */
export async function requireQuota(
  db: Database,
  user: Writer,
  { config, uploads }: Pick<Context, 'config' | 'uploads'>,
  ready: Ready,
  refusalOf = quotaRefusal,
): Promise<void> {
  let more = 0
  for (const { imageBytes } of ready.values()) more += imageBytes
  if (more === 0) return
  const refusal = await refusalOf(db, user.id, config, more)
  if (!refusal) return
  uploads.imports.onRefused('quota')
  const { error } = refusal.body as { error: string }
  throw new ApiError(413, 'storage_full', t('Nothing was imported. {error}', { error }), { field: 'file' })
}

const idTaken = () =>
  new ApiError(
    409,
    'id_conflict',
    t('Nothing was imported: the file has the id of a record that is somebody else’s.'),
    {
      field: 'file',
    },
  )

/** Rows per statement. */
const PORTION = 5000

type Filled =
  | typeof medications
  | typeof appointments
  | typeof medicalDocuments
  | typeof prescriptions
  | typeof doseEvents
  | typeof supplyEvents

async function insertRows(tx: Database, table: Filled, rows: readonly unknown[]): Promise<void> {
  for (let start = 0; start < rows.length; start += PORTION) {
    const portion = rows.slice(start, start + PORTION)
    const inserted = await tx
      .insert(table)
      .select(rowsAsJson(table, portion as never))
      .onConflictDoNothing()
      .returning({ id: table.id })
    if (inserted.length < portion.length) throw idTaken()
  }
}

async function insertAll(
  tx: Database,
  user: Writer,
  { plan, ready, now }: Pick<Commitment, 'plan' | 'ready' | 'now'>,
): Promise<void> {
  const rowsOf = <R extends AnyRecord>(list: AnyList, records: readonly R[]) =>
    records.map((record) => recordRow(list, user.id, { record, origins: {} }))
  await insertRows(tx, medications, rowsOf(MEDICATIONS, plan.medications))
  await insertRows(tx, appointments, rowsOf(APPOINTMENTS, plan.appointments))
  const added = [...plan.medications, ...plan.appointments].map(({ id }): string => id)
  if ((await sharedIds(tx, added)).length > 0) throw idTaken()
  const pictured = <R extends { id: string }>({ record, file }: NewPicture<R>) => ({
    id: record.id,
    userId: user.id,
    record,
    ...ready.get(file),
  })
  await insertRows(tx, medicalDocuments, plan.documents.map(pictured))
  await insertRows(tx, prescriptions, plan.prescriptions.map(pictured))
  await planAdded(tx, user.id, plan, now)
}

/** More entries than anyone logs in a day, so that doses still being announced are among them. */
const MOST_RECENT = 1000

/**
 * Returns the events that can affect a dose still being announced, which ends 15 minutes after its time or after a
 * snooze.
 */
const recentOf = (doses: readonly DoseEvent[], now: number): DoseEvent[] =>
  doses.filter(({ at, until }) => msOf(until ?? at) > now - DAY).slice(-MOST_RECENT)

/**
 * Returns the state with a sequence for each entry of a log from `first` on, as if each had come alone, and one for the
 * lists and the emergency card; null if nothing is added.
 */
function stateAfter(before: SyncState, plan: ImportPlan, first: number): SyncState | null {
  const { medications, appointments, documents, prescriptions, doses, supply, emergency } = plan
  const isAdded = (list: readonly unknown[]) => (list.length > 0 ? 1 : 0)
  const lists = isAdded(medications) + isAdded(appointments) + isAdded(documents) + isAdded(prescriptions)
  const others = lists + (emergency ? 1 : 0)
  if (others + doses.length + supply.length === 0) return null
  const dosesSeq = first + doses.length
  const supplySeq = dosesSeq + supply.length
  const seq = supplySeq + (others > 0 ? 1 : 0)
  return {
    ...before,
    seq,
    dosesSeq: doses.length > 0 ? dosesSeq : before.dosesSeq,
    supplySeq: supply.length > 0 ? supplySeq : before.supplySeq,
    profileSeq: emergency ? seq : before.profileSeq,
    medicationsVersion: before.medicationsVersion + isAdded(medications),
    appointmentsVersion: before.appointmentsVersion + isAdded(appointments),
    documentsVersion: before.documentsVersion + isAdded(documents),
    prescriptionsVersion: before.prescriptionsVersion + isAdded(prescriptions),
  }
}
