import { and, count, eq } from 'drizzle-orm'
import { uuidSchema } from '#domain/lib/ids-schema.ts'
import type { Database } from '../db/database.ts'
import { leaveTombstone, wasDeleted } from '../records/record-list.ts'
import type { Answer } from '../sync/answer.ts'
import { idConflict } from '../sync/answer.ts'
import type { Effect, WriteScope } from '../sync/writes.ts'
import type { Pictures } from './picture-upload.ts'
import { lockedQuotaRefusal } from './storage.ts'
import type { medicalDocuments, prescriptions } from './tables.ts'

type Tables = typeof medicalDocuments | typeof prescriptions

/**
 * A list whose records are pictures with files: where it is stored, and its responses. Lists of records without files
 * are in record-list.ts.
 */
export interface PictureList<Table extends Tables> {
  name: 'documents' | 'prescriptions'
  kind: 'document' | 'prescription'
  table: Table
  /** 404: the user has no such record. */
  notFound: Answer
  /** 410 when adding a record that has been deleted meanwhile. */
  gone: Answer
  /** How many records an account may have, and the 422 for one more. */
  limit: number
  full: Answer
  order(a: RecordOf<Table>, b: RecordOf<Table>): number
}

type RecordOf<Table extends Tables> = Table['$inferSelect']['record']

/** A record with its files. */
export type Pictured<Record> = Pictures & { record: Record }

/** Any list, for code that only uses what all of them have in common. */
// biome-ignore lint/suspicious/noExplicitAny: a list orders its own records only
export type AnyPictureList = PictureList<any>

/** Returns the table of the list; all of them have the same form (tables.ts). */
export const pictureTableOf = (list: AnyPictureList): typeof medicalDocuments => list.table

const ownedBy = (list: AnyPictureList, userId: string, id: string) => {
  const table = pictureTableOf(list)
  return and(eq(table.userId, userId), eq(table.id, id))
}

/** Returns all records of the user in the order of the list. */
export async function picturesOf<Table extends Tables>(
  db: Database,
  list: PictureList<Table>,
  userId: string,
): Promise<RecordOf<Table>[]> {
  const table = pictureTableOf(list)
  const rows = await db.select({ record: table.record }).from(table).where(eq(table.userId, userId))
  return rows.map(({ record }) => record as RecordOf<Table>).sort(list.order)
}

/**
 * Returns a record of the user with its files; null for any other id, including someone else's (readings, Documents).
 */
export async function findPicture<Table extends Tables>(
  db: Database,
  list: PictureList<Table>,
  userId: string,
  id: string,
): Promise<Pictured<RecordOf<Table>> | null> {
  if (!uuidSchema.safeParse(id).success) return null
  const [row] = await db
    .select()
    .from(pictureTableOf(list))
    .where(ownedBy(list, userId, id))
  return row ? (row as Pictured<RecordOf<Table>>) : null
}

interface Added<Table extends Tables> {
  /** The id chosen by the device; without one, the server chooses. */
  id: string | undefined
  pictures: Pictures
  recordOf(id: string): RecordOf<Table>
}

/**
 * Adds a record whose files have already been written: 201 with the record. The same picture under the same id returns
 * the existing record. A deleted id is never written again, and one used by another record is a conflict. `took`:
 * whether the record took the files.
 */
export async function addPictureEffect<Table extends Tables>(
  list: PictureList<Table>,
  { tx, user, newId, config }: WriteScope,
  { id: given, pictures, recordOf }: Added<Table>,
): Promise<Effect & { took: boolean }> {
  const no = (effect: Effect) => ({ ...effect, took: false })
  const table = pictureTableOf(list)
  const id = given ?? newId()
  const known = await findPicture(tx, list, user.id, id)
  if (known) {
    return no(known.uploadHash === pictures.uploadHash ? { status: 201, body: known.record } : idConflict())
  }
  if (given && (await wasDeleted(tx, id))) return no(list.gone)
  const [held] = await tx.select({ records: count() }).from(table).where(eq(table.userId, user.id))
  if ((held?.records ?? 0) >= list.limit) return no(list.full)
  const noRoom = await lockedQuotaRefusal(tx, user.id, config, pictures.imageBytes)
  if (noRoom) return no(noRoom)
  const record = recordOf(id)
  const inserted = await tx
    .insert(table)
    .values({ id, userId: user.id, record: record as never, ...pictures })
    .onConflictDoNothing()
    .returning({ id: table.id })
  if (inserted.length === 0) return no(idConflict())
  return { status: 201, body: record, changes: list.name, took: true }
}

/** Saves a changed record of the user. */
export async function updatePicture<Table extends Tables>(
  tx: Database,
  list: PictureList<Table>,
  userId: string,
  record: RecordOf<Table>,
): Promise<void> {
  await tx
    .update(pictureTableOf(list))
    .set({ record: record as never })
    .where(ownedBy(list, userId, record.id))
}

/** Deletes a record and leaves a tombstone; a second time responds 404. Its files are orphans from the commit on. */
export async function deletePictureEffect(
  list: AnyPictureList,
  { tx, user, now }: WriteScope,
  id: string,
): Promise<Effect> {
  if (!(await findPicture(tx, list, user.id, id))) return list.notFound
  await buryPicture(tx, list, user.id, id, now)
  return { status: 200, body: { success: true }, changes: list.name }
}

/** Removes a record if it exists, and leaves a tombstone in any case. */
export async function buryPicture(
  tx: Database,
  list: AnyPictureList,
  userId: string,
  id: string,
  now: number,
): Promise<void> {
  await tx.delete(pictureTableOf(list)).where(ownedBy(list, userId, id))
  await leaveTombstone(tx, list.kind, userId, id, now)
}
