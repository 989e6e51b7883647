import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { msOf } from '#domain/lib/instant.ts'
import { DAY } from '#domain/lib/local-time.ts'
import { type ImportAnswer, type ImportProblem, PROBLEMS_TOLD } from '#domain/protocol/import.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/database.ts'
import { rowsAsJson } from '../db/parameters.ts'
import { appointments, doseEvents, medicalDocuments, medications, prescriptions } from '../db/schema/index.ts'
import { transaction } from '../db/transaction.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { heldPicture, type Prepared } from '../documents/picture-workshop.ts'
import { ApiError } from '../errors.ts'
import { newServerId } from '../ids.ts'
import { type ExportArchive, openExport } from '../import/export-archive.ts'
import { type ExportedRecords, readRecords } from '../import/exported-records.ts'
import { type ImportPlan, type NewPicture, planImport } from '../import/import-plan.ts'
import { planAccount } from '../reminders/due-index.ts'
import { touchRings } from '../reminders/touch-rings.ts'
import type { Spooled } from '../uploads/spool.ts'
import { APPOINTMENTS } from './appointments.ts'
import { doseRow } from './dose-rows.ts'
import { type KeyedWrite, storeAnswers, storedAnswers } from './idempotency.ts'
import { MEDICATIONS } from './medications.ts'
import { type Pictures, pictureRefusal, removePictures } from './picture-upload.ts'
import { recordRow, sharedIds } from './record-list.ts'
import { quotaRefusal } from './storage.ts'
import { type Change, pokeOf } from './sync-pokes.ts'
import { lockState, type SyncState, saveState, versionsOf } from './sync-state.ts'
import { fingerprintOfWrite, type WriteAnswer, type Writer } from './sync-writes.ts'

type ImportContext = Pick<
  Context,
  'db' | 'clock' | 'random' | 'facts' | 'pokes' | 'blobs' | 'workshop' | 'config' | 'uploads'
>

/** An export as it was read for an account, and what it would add. */
export interface ReadImport {
  archive: ExportArchive
  records: ExportedRecords
  plan: ImportPlan
  answer: ImportAnswer
}

/** What an import asks for, as its key remembers it: the file. */
export const keyedImport = (user: Writer, key: string, { hash }: Pick<Spooled, 'hash'>): KeyedWrite => ({
  userId: user.id,
  key,
  fingerprint: fingerprintOfWrite('POST', '/api/user/import', { file: hash }),
})

/** What was answered to the same import before; null when it is new. */
export const repeatedImport = async (
  { db }: Pick<Context, 'db'>,
  keyed: KeyedWrite,
): Promise<WriteAnswer | null> => (await storedAnswers(db, keyed.userId, [keyed])).get(keyed.key) ?? null

/**
 * Reads an export and says what importing it would do; changes nothing. Pictures are not decoded yet. Throws ApiError for what is no
 * export.
 */
export async function readImport(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  user: Writer,
  file: Spooled,
): Promise<ReadImport> {
  const now = clock.now()
  const archive = await openExport(file)
  const { records, problems, problemCount } = await readRecords(archive.list, now)
  const plan = await planImport(db, user, { records, archive, now })
  const { email, exportedAt } = archive
  // A list with problems is not all there: what its entries refer to is no problem of its own.
  const told = problemCount > 0 ? problems : plan.problems
  const answer: ImportAnswer = {
    email,
    exportedAt,
    ...plan.counts,
    problems: told.slice(0, PROBLEMS_TOLD),
    problemCount: problemCount || told.length,
  }
  return { archive, records, plan, answer }
}

/** Of an import that is carried out, the first problem is its refusal. */
export function refuseProblems({ answer }: ReadImport): void {
  const [first] = answer.problems
  if (first)
    throw new ApiError(400, 'invalid', `Nothing was imported. ${sayProblem(first)}`, { field: 'file' })
}

const sayProblem = ({ file, entry, rule }: ImportProblem): string =>
  entry === null ? `${file}: ${rule}` : `${file}, entry ${entry}: ${rule}`

/** The pictures that were made ready, by their names inside the zip. */
type Ready = Map<string, Pictures>

/** How often an account may change under an import before it gives up. */
const TRIES = 5

/** The account is at another commit than the plan. */
class Moved extends Error {}

/**
 * Adds everything of the plan in one transaction with the key's answer, or nothing. Pictures are decoded and written before it and
 * outside of it; those that become nobody's are removed. Throws ApiError for what is refused.
 */
export async function carryOutImport(
  context: ImportContext,
  user: Writer,
  { read, keyed }: { read: ReadImport; keyed: KeyedWrite | null },
): Promise<WriteAnswer> {
  const ready: Ready = new Map()
  const taken = new Set<string>()
  try {
    const { plan, answer } = await written(context, user, { read, keyed, ready })
    for (const { file } of picturesOf(plan)) taken.add(file)
    return answer
  } catch (error) {
    // The import may have been carried out, and only its answer was lost. Nobody's files go with the orphans.
    if (isUnavailable(error)) ready.clear()
    throw error
  } finally {
    for (const [file, pictures] of ready) if (!taken.has(file)) await removePictures(context, pictures)
  }
}

type PlannedPictures = Pick<ImportPlan, 'documents' | 'prescriptions'>

const picturesOf = ({ documents, prescriptions }: PlannedPictures): NewPicture<unknown>[] => [
  ...documents,
  ...prescriptions,
]

async function written(
  context: ImportContext,
  user: Writer,
  { read, keyed, ready }: { read: ReadImport; keyed: KeyedWrite | null; ready: Ready },
): Promise<{ plan: PlannedPictures; answer: WriteAnswer }> {
  let { plan, answer } = read
  for (let time = 1; time <= TRIES; time += 1) {
    for (const picture of picturesOf(plan)) {
      await makeReady(context, picture, { read, ready })
      // An import that does not fit writes no more than what fits.
      await requireQuota(context.db, user, context, ready)
    }
    try {
      const done = await transaction(context.db, (tx) =>
        commit(tx, user, {
          plan,
          body: answer,
          keyed,
          ready,
          now: context.clock.now(),
          context,
        }),
      )
      if (done.change) {
        context.pokes.publish(pokeOf(versionsOf(user.id, context.facts, done.change.state), done.change))
      }
      return { plan: done.change ? plan : { documents: [], prescriptions: [] }, answer: done.answer }
    } catch (error) {
      if (!(error instanceof Moved)) throw error
    }
    const { records, archive } = read
    plan = await planImport(context.db, user, { records, archive, now: context.clock.now() })
    answer = { ...answer, ...plan.counts, problems: plan.problems }
    refuseProblems({ ...read, answer })
  }
  throw new ApiError(503, 'unavailable', 'Your account is being changed at this moment. Please try again.', {
    headers: { 'retry-after': '10' },
  })
}

async function makeReady(
  context: ImportContext,
  { file }: NewPicture<unknown>,
  { read, ready }: { read: ReadImport; ready: Ready },
): Promise<void> {
  if (ready.has(file)) return
  const bytes = await read.archive.picture(file)
  const prepared = await decoded(context, bytes)
  if (prepared.kind === 'refused') {
    const { error } = pictureRefusal(prepared).body as { error: string }
    throw new ApiError(400, 'invalid', `Nothing was imported. ${file}: ${error}`, { field: 'file' })
  }
  const pictures: Pictures = {
    imageBlob: newServerId(context.clock, context.random),
    thumbnailBlob: newServerId(context.clock, context.random),
    imageBytes: prepared.image.length + prepared.thumbnail.length,
    uploadHash: createHash('sha256').update(bytes).digest('base64url'),
  }
  ready.set(file, pictures)
  await context.blobs.put(pictures.imageBlob, prepared.image)
  await context.blobs.put(pictures.thumbnailBlob, prepared.thumbnail)
}

async function requireQuota(
  db: Database,
  user: Writer,
  { config, uploads }: Pick<ImportContext, 'config' | 'uploads'>,
  ready: Ready,
): Promise<void> {
  let more = 0
  for (const { imageBytes } of ready.values()) more += imageBytes
  if (more === 0) return
  const refusal = await quotaRefusal(db, user.id, config, more)
  if (!refusal) return
  uploads.imports.onRefused('quota')
  const { error } = refusal.body as { error: string }
  throw new ApiError(413, 'storage_full', `Nothing was imported. ${error}`, { field: 'file' })
}

/** Hundreds of pictures wait for those that others upload at the same time, not the other way round. */
const WAITS = 30
const WAIT = 1000

async function decoded({ workshop }: Pick<Context, 'workshop'>, bytes: Buffer): Promise<Prepared> {
  for (let time = 1; ; time += 1) {
    const prepared = await workshop.prepare(heldPicture(bytes))
    const isBusy = prepared.kind === 'refused' && prepared.reason === 'busy'
    if (!isBusy || time === WAITS) return prepared
    await setTimeout(WAIT)
  }
}

interface Commit {
  plan: ImportPlan
  body: ImportAnswer
  keyed: KeyedWrite | null
  ready: Ready
  now: number
  context: Pick<ImportContext, 'config' | 'uploads'>
}

async function commit(
  tx: Database,
  user: Writer,
  { plan, body, keyed, ready, now, context }: Commit,
): Promise<{ answer: WriteAnswer; change: Change | null }> {
  const before = await lockState(tx, user.id, now)
  const stored = keyed && (await storedAnswers(tx, user.id, [keyed])).get(keyed.key)
  if (stored) return { answer: stored, change: null }
  if (before.seq !== plan.seq) throw new Moved()
  await requireQuota(tx, user, context, ready)
  await insertAll(tx, user, { plan, ready, before, now })
  const state = stateAfter(before, plan)
  if (state) await saveState(tx, user.id, state, now)
  const answer = { status: 200, body, seq: (state ?? before).seq }
  if (keyed) await storeAnswers(tx, [{ write: keyed, answer }], now)
  // Without rows: devices fetch the lists that the log speaks of along with it.
  return { answer, change: state && { state, since: before.dosesSeq, logged: [] } }
}

const idTaken = () =>
  new ApiError(
    409,
    'id_conflict',
    'Nothing was imported: the file has the id of a record that is somebody else’s.',
    { field: 'file' },
  )

/** Rows of one statement. */
const PORTION = 5000

async function insertAll(
  tx: Database,
  user: Writer,
  { plan, ready, before, now }: Pick<Commit, 'plan' | 'ready' | 'now'> & { before: SyncState },
): Promise<void> {
  const insert = async <Row>(
    table:
      | typeof medications
      | typeof appointments
      | typeof medicalDocuments
      | typeof prescriptions
      | typeof doseEvents,
    rows: readonly Row[],
  ) => {
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
  await insert(
    medications,
    plan.medications.map((record) => recordRow(MEDICATIONS, user.id, { record, origins: {} })),
  )
  await insert(
    appointments,
    plan.appointments.map((record) => recordRow(APPOINTMENTS, user.id, { record, origins: {} })),
  )
  const added = [...plan.medications, ...plan.appointments].map(({ id }): string => id)
  if ((await sharedIds(tx, added)).length > 0) throw idTaken()
  const pictured = <R extends { id: string }>({ record, file }: NewPicture<R>) => ({
    id: record.id,
    userId: user.id,
    record,
    ...ready.get(file),
  })
  await insert(medicalDocuments, plan.documents.map(pictured))
  await insert(prescriptions, plan.prescriptions.map(pictured))
  await insert(
    doseEvents,
    plan.doses.map((event, index) => doseRow(event, user.id, before.seq + 1 + index, now)),
  )
  if (plan.medications.length + plan.appointments.length > 0) await planAccount(tx, user.id, now)
  await touchRings(tx, user, recentOf(plan.doses, now), now)
}

/** More lines than anybody logs in a day: what rings is found among so many. */
const MOST_RECENT = 1000

/** Those that can say something of a dose that still rings: it ends 15 minutes after its time, or after a snooze. */
const recentOf = (doses: readonly DoseEvent[], now: number): DoseEvent[] =>
  doses.filter(({ at, until }) => msOf(until ?? at) > now - DAY).slice(-MOST_RECENT)

/** A sequence for each line of the log, as if it had come alone, and one for the lists; null when nothing is added. */
function stateAfter(before: SyncState, plan: ImportPlan): SyncState | null {
  const { medications, appointments, documents, prescriptions, doses } = plan
  const isAdded = (list: readonly unknown[]) => (list.length > 0 ? 1 : 0)
  const lists = isAdded(medications) + isAdded(appointments) + isAdded(documents) + isAdded(prescriptions)
  if (lists + doses.length === 0) return null
  const dosesSeq = before.seq + doses.length
  return {
    ...before,
    seq: dosesSeq + (lists > 0 ? 1 : 0),
    dosesSeq: doses.length > 0 ? dosesSeq : before.dosesSeq,
    medicationsVersion: before.medicationsVersion + isAdded(medications),
    appointmentsVersion: before.appointmentsVersion + isAdded(appointments),
    documentsVersion: before.documentsVersion + isAdded(documents),
    prescriptionsVersion: before.prescriptionsVersion + isAdded(prescriptions),
  }
}
