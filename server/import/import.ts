import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { t } from '#domain/language/translate.ts'
import { type ImportAnswer, type ImportProblem, PROBLEMS_TOLD } from '#domain/protocol/import.ts'
import { isUnavailable } from '../db/unavailable.ts'
import type { Spooled } from '../http/uploads/spool.ts'
import type { PictureContext } from '../pictures/context.ts'
import { type Pictures, pictureRefusal, removePictures } from '../pictures/picture-upload.ts'
import { heldPicture, type Prepared } from '../pictures/picture-workshop.ts'
import { ApiError, accountMoves } from '../platform/errors.ts'
import { newServerId } from '../platform/ids.ts'
import { notificationOf } from '../sync/change-notifications.ts'
import { type KeyedWrite, storedAnswers } from '../sync/idempotency.ts'
import { versionsOf } from '../sync/state.ts'
import { fingerprintOfWrite, type WriteAnswer, type Writer } from '../sync/writes.ts'
import { commitImport, Moved, type Ready, requireQuota } from './commit-import.ts'
import { type ExportArchive, openExport } from './export-archive.ts'
import { type ExportedRecords, readRecords } from './exported-records.ts'
import { type ImportPlan, type NewPicture, planImport } from './import-plan.ts'

type ImportContext = Pick<
  PictureContext,
  'db' | 'clock' | 'random' | 'facts' | 'changeNotifications' | 'blobs' | 'workshop' | 'config' | 'uploads'
>

/** An export as read for an account, and what it would add. */
export interface ReadImport {
  archive: ExportArchive
  records: ExportedRecords
  plan: ImportPlan
  answer: ImportAnswer
}

/** Returns the write that is stored with the import's key; it identifies the file. */
export const keyedImport = (
  user: Writer,
  key: string,
  { hash }: Pick<Spooled, 'hash'>,
  from: string | null,
): KeyedWrite => ({
  userId: user.id,
  key,
  fingerprint: fingerprintOfWrite('POST', '/api/user/import', { file: hash, ...(from === null ? {} : { from }) }),
})

/** Returns the stored response of the same import, or null if it is new. */
export const repeatedImport = async (
  { db }: Pick<PictureContext, 'db'>,
  keyed: KeyedWrite,
): Promise<WriteAnswer | null> => (await storedAnswers(db, keyed.userId, [keyed])).get(keyed.key) ?? null

/**
 * Reads an export and returns what importing it would do, without changing anything. Pictures are not decoded yet.
 * Throws ApiError for anything that is not an export.
 */
export async function readImport(
  { db, clock }: Pick<PictureContext, 'db' | 'clock'>,
  user: Writer,
  file: Spooled,
  from: string | null = null,
): Promise<ReadImport> {
  const now = clock.now()
  const archive = await openExport(file, from)
  const { records, problems, problemCount } = await readRecords(archive, now)
  const plan = await planImport(db, user, { records, archive, now })
  const { email, exportedAt, people } = archive
  // A list with problems is incomplete, so missing references to its entries are not reported as well.
  const told = problemCount > 0 ? problems : plan.problems
  const answer: ImportAnswer = {
    email,
    exportedAt,
    people,
    ...plan.counts,
    problems: told.slice(0, PROBLEMS_TOLD),
    problemCount: problemCount || told.length,
  }
  return { archive, records, plan, answer }
}

/** For an actual import, the first problem becomes the refusal. */
export function refuseProblems({ answer }: ReadImport): void {
  const [first] = answer.problems
  if (first) throw new ApiError(400, 'invalid', `Nothing was imported. ${sayProblem(first)}`, { field: 'file' })
}

const sayProblem = ({ file, entry, rule }: ImportProblem): string =>
  entry === null ? `${file}: ${rule}` : `${file}, entry ${entry}: ${rule}`

/** How often an account may change during an import before the import gives up. */
const TRIES = 5

/**
 * Adds everything in the plan and the key's response, or nothing. Pictures are decoded and written before the
 * transaction, and those that end up unused are removed. Throws ApiError for refusals.
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
    // The import may have succeeded with only the response lost. Unused files are removed with the orphans.
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
      // An import that exceeds the quota stops writing at the limit.
      await requireQuota(context.db, user, context, ready)
    }
    try {
      const done = await commitImport(context, user, { plan, body: answer, keyed, ready })
      if (done.change) {
        context.changeNotifications.publish(
          notificationOf(versionsOf(user.id, context.facts, done.change.state), done.change),
        )
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
  throw accountMoves()
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
    throw new ApiError(400, 'invalid', t('Nothing was imported. {file}: {error}', { file, error }), { field: 'file' })
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

/** The hundreds of pictures of an import wait for those being uploaded at the same time, not the other way round. */
const WAITS = 30
const WAIT = 1000

async function decoded({ workshop }: Pick<PictureContext, 'workshop'>, bytes: Buffer): Promise<Prepared> {
  for (let time = 1; ; time += 1) {
    const prepared = await workshop.prepare(heldPicture(bytes))
    const isBusy = prepared.kind === 'refused' && prepared.reason === 'busy'
    if (!isBusy || time === WAITS) return prepared
    await setTimeout(WAIT)
  }
}
