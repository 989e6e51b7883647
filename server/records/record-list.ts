import { createHash } from 'node:crypto'
import { and, eq, type SQL } from 'drizzle-orm'
import type { OriginsOf } from '#domain/commands/origins.ts'
import type { Refusal } from '#domain/commands/refusal.ts'
import { uuidSchema } from '#domain/lib/ids-schema.ts'
import type { Instant } from '#domain/lib/instant.ts'
import type { Result } from '#domain/lib/result.ts'
import type { AnyRecord, ListName } from '#domain/protocol/lists.ts'
import type { Database } from '../db/database.ts'
import { among } from '../db/parameters.ts'
import { appointments, medications } from '../db/schema/records.ts'
import { pauses } from '../platform/turns.ts'
import type { Answer } from '../sync/answer.ts'
import { tombstones } from '../sync/tables.ts'
import type { RecordKind, Writer } from '../sync/writes.ts'
import type { Edition, Made } from './edition.ts'

/** The body of a POST; everything except its content may be left out. */
export interface Addition {
  id?: string | undefined
  createdAt?: Instant | undefined
  allowDuplicate: boolean
}

/** A record with the sequence of the latest write to each of its units, where known. */
export interface Held<R> {
  record: R
  origins: OriginsOf<string>
}

/**
 * One of the lists that a device reads as a whole: where it is stored, and how its records behave. What all of them
 * share is in record-writes.ts for ordinary writes and in replay.ts after a restore.
 */
export interface RecordList<R extends AnyRecord, Add extends Addition, Edit extends Edition> {
  name: ListName
  kind: RecordKind
  table: typeof medications | typeof appointments
  /** 404: the user has no such record. */
  notFound: Answer
  /** 410 when a replayed record has been deleted meanwhile. */
  gone: Answer
  /** Returns the record as responses show it. */
  listed(record: R, user: Writer, now: number): object
  /** Creates a record; content that makes no sense is refused. */
  create(input: Add & { id: string; createdAt: Instant }, now: number): Result<R, Refusal>
  /** Returns what the user entered as a text for comparison, so that a repeated request is recognised. */
  contentOf(record: R): string
  /** Returns what a record shares exactly with its possible duplicates. */
  likenessOf(record: R): string
  /** Returns why a record may not be added or changed this way, given others of the same likeness; null if it may. */
  clash(after: R, others: readonly R[], at: { user: Writer; now: number }): Refusal | null
  /**
   * Returns why the record may not name another of the user's records as it does; null if it may. `before` is null for
   * a new one. Not applied to replays: what stood before a restore stands after it.
   */
  reference(tx: Database, userId: string, after: R, before: R | null): Promise<Refusal | null>
  /** Returns why the record may not be edited today; null if it may. Not applied to replays. */
  objection(before: R, edit: Edit): Refusal | null
  /**
   * Returns the record after an edit, and the units that the edit touches: all of them, or those that an edit of that
   * sequence may still change.
   */
  edit(
    held: Held<R>,
    edit: Edit,
    at: { now: number; countingFrom?: number },
  ): Result<{ record: R; units: string[] }, Refusal>
  /** Merges two states of one record unit by unit: takes what is not older from `given`, which is known up to `seq`. */
  merge(held: Held<R>, given: R, seq: number): Held<R>
  /** Returns the units that anyone who has the record knows of it. */
  unitsOf(record: R): readonly string[]
  /** Plans the reminders of a record that was added or changed. `made` is absent where it is replayed. */
  plan(tx: Database, userId: string, record: R, now: number, made?: Made<R>): Promise<void>
  /** Removes what belongs to a deleted record. */
  forget(tx: Database, userId: string, id: string, now: number): Promise<void>
}

/** Returns the refusal of an id that another record has: 409. */

/** Any list, for code that only uses what all of them have in common. */
// biome-ignore lint/suspicious/noExplicitAny: a list takes its own records only, which its callers know
export type AnyList = RecordList<any, any, any>

/** Returns the table of the list; all of them have the same form (db/schema/records.ts). */
export const tableOf = (list: AnyList): typeof medications => list.table as typeof medications

export const ownedBy = (list: AnyList, user: Pick<Writer, 'id'> | string, id: string): SQL | undefined => {
  const table = tableOf(list)
  return and(eq(table.userId, typeof user === 'string' ? user : user.id), eq(table.id, id))
}

/** Records per statement: on PGlite everyone waits for each one. */
const PORTION = 100

/**
 * Returns all records of the user, oldest first. A long list is read in portions; a record deleted meanwhile may or may
 * not be included, as if the list had been read a moment earlier or later.
 */
export async function recordsOf<R extends AnyRecord, Add extends Addition, Edit extends Edition>(
  db: Database,
  list: RecordList<R, Add, Edit>,
  userId: string,
): Promise<R[]> {
  const table = tableOf(list)
  const own = eq(table.userId, userId)
  const few = await db
    .select({ record: table.record })
    .from(table)
    .where(own)
    .limit(PORTION + 1)
  if (few.length <= PORTION) return few.map(({ record }) => record as unknown as R).sort(byAge)
  const ids = await db.select({ id: table.id }).from(table).where(own)
  const records: R[] = []
  const pause = pauses()
  for (let start = 0; start < ids.length; start += PORTION) {
    await pause()
    const portion = ids.slice(start, start + PORTION).map(({ id }) => id)
    const rows = await db
      .select({ record: table.record })
      .from(table)
      .where(and(own, among(table.id, portion)))
    for (const { record } of rows) records.push(record as unknown as R)
  }
  return records.sort(byAge)
}

/** Returns the user's record with this id, or null. */
export async function heldRecord<R extends AnyRecord, Add extends Addition, Edit extends Edition>(
  db: Database,
  list: RecordList<R, Add, Edit>,
  userId: string,
  id: string,
): Promise<Held<R> | null> {
  if (!uuidSchema.safeParse(id).success) return null
  const table = tableOf(list)
  const [row] = await db
    .select({ record: table.record, origins: table.origins })
    .from(table)
    .where(ownedBy(list, userId, id))
  return row ? { record: row.record as unknown as R, origins: row.origins } : null
}

/**
 * Returns the key of a record's row: the first 128 bits of a hash, because texts of any length would make a large
 * index.
 */
export const twinKeyOf = (list: AnyList, record: AnyRecord): string =>
  createHash('sha256').update(list.likenessOf(record)).digest('base64url').slice(0, 22)

/** Returns the columns of a record's row. */
export const recordRow = (list: AnyList, userId: string, { record, origins }: Held<AnyRecord>) => ({
  id: record.id,
  userId,
  record: record as never,
  origins,
  twinKey: twinKeyOf(list, record),
})

/** Saves the new state of an existing record. */
export async function storeRecord(
  tx: Database,
  list: AnyList,
  userId: string,
  { record, origins }: { record: AnyRecord; origins: OriginsOf<string> | SQL },
): Promise<void> {
  await tx
    .update(tableOf(list))
    .set({ record: record as never, origins, twinKey: twinKeyOf(list, record) })
    .where(ownedBy(list, userId, record.id))
}

export const byAge = (a: AnyRecord, b: AnyRecord): number =>
  a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1

/** Returns whether any user deleted a record with this id: it is never written again (docs/sync-spec.md, S11). */
export async function wasDeleted(tx: Database, id: string): Promise<boolean> {
  const rows = await tx.select({ id: tombstones.id }).from(tombstones).where(eq(tombstones.id, id)).limit(1)
  return rows.length > 0
}

/** Returns which of the ids belong to records of either list, whoever owns them. */
export async function sharedIds(tx: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: medications.id })
    .from(medications)
    .innerJoin(appointments, eq(appointments.id, medications.id))
    .where(among(medications.id, ids))
  return rows.map(({ id }) => id)
}

/**
 * Saves a new record. Returns false if any user's record has its id, in this list or the other one: the due index
 * identifies records by their id alone.
 */
export async function insertRecord(
  tx: Database,
  list: AnyList,
  userId: string,
  held: Held<AnyRecord>,
): Promise<boolean> {
  if (await isInOtherList(tx, list, held.record.id)) return false
  const table = tableOf(list)
  const inserted = await tx
    .insert(table)
    .values(recordRow(list, userId, held))
    .onConflictDoNothing()
    .returning({ id: table.id })
  return inserted.length > 0
}

/** Returns whether the id belongs to a record of the other list, whoever owns it. */
export async function isInOtherList(tx: Database, list: AnyList, id: string): Promise<boolean> {
  const other = list.kind === 'medication' ? appointments : medications
  const rows = await tx.select({ id: other.id }).from(other).where(eq(other.id, id))
  return rows.length > 0
}

/** Removes a record with everything that belongs to it and leaves a tombstone, whether the record exists or not. */
export async function bury(tx: Database, list: AnyList, userId: string, id: string, now: number): Promise<void> {
  await tx.delete(tableOf(list)).where(ownedBy(list, userId, id))
  await list.forget(tx, userId, id, now)
  await leaveTombstone(tx, list.kind, userId, id, now)
}

/** Records that the user deleted this id; only the first time counts. */
export async function leaveTombstone(
  tx: Database,
  kind: typeof tombstones.$inferInsert.kind,
  userId: string,
  id: string,
  now: number,
): Promise<void> {
  await tx
    .insert(tombstones)
    .values({ userId, id, kind, deletedAt: new Date(now) })
    .onConflictDoNothing()
}
