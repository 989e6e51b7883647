import { createHash } from 'node:crypto'
import { and, eq, type SQL } from 'drizzle-orm'
import type { OriginsOf } from '#domain/commands/origins.ts'
import type { Refusal } from '#domain/commands/refusal.ts'
import { uuidSchema } from '#domain/lib/ids.ts'
import type { Instant } from '#domain/lib/instant.ts'
import type { Result } from '#domain/lib/result.ts'
import type { AnyRecord, ListName } from '#domain/protocol/lists.ts'
import type { Database } from '../db/database.ts'
import { among } from '../db/parameters.ts'
import { appointments, medications } from '../db/schema/records.ts'
import { pauses } from '../platform/turns.ts'
import type { Answer } from '../sync/answer.ts'
import { refused } from '../sync/answer.ts'
import { tombstones } from '../sync/tables.ts'
import type { RecordKind, Writer } from '../sync/writes.ts'

/** The body of a POST: everything but its content may be left out. */
export interface Addition {
  id?: string | undefined
  createdAt?: Instant | undefined
  allowDuplicate: boolean
}

/** A record with the sequence of the last write to each of its units, where it is known. */
export interface Held<R> {
  record: R
  origins: OriginsOf<string>
}

/**
 * One of the lists that a device reads whole: where it is kept, and what its records do. What all of them have in common
 * when they are written is in record-writes.ts, and what after a restore in give-back.ts.
 */
export interface RecordList<R extends AnyRecord, Add extends Addition, Edit> {
  name: ListName
  kind: RecordKind
  table: typeof medications | typeof appointments
  /** 404: it is not among the user's. */
  notFound: Answer
  /** 410 to what is given back: it was deleted meanwhile. */
  gone: Answer
  /** What answers say of a record. */
  listed(record: R, user: Writer, now: number): object
  /** The new record; content that makes no sense is refused. */
  create(input: Add & { id: string; createdAt: Instant }, now: number): Result<R, Refusal>
  /** What the person entered, as a text to compare: the same request again finds the same. */
  contentOf(record: R): string
  /** What a record has in common exactly with those that could be its duplicates. */
  likenessOf(record: R): string
  /** Why a record is not added or changed so, beside others of the same likeness. */
  clash(after: R, others: readonly R[], at: { user: Writer; now: number }): Refusal | null
  /** Why the record may not be edited so today; null when it may. Not asked of what is given back. */
  objection(before: R, edit: Edit): Refusal | null
  /**
   * The record after an edit and the units that the edit touches: all of them, or those that still count when they are
   * of that sequence.
   */
  edit(
    held: Held<R>,
    edit: Edit,
    at: { now: number; countingFrom?: number },
  ): Result<{ record: R; units: string[] }, Refusal>
  /** Two states of one record, unit by unit: of `given`, known up to `seq`, what is not older. */
  merge(held: Held<R>, given: R, seq: number): Held<R>
  /** The units that whoever holds a record knows of it. */
  unitsOf(record: R): readonly string[]
  /** Plans the reminders of a record that was added or changed. */
  plan(tx: Database, userId: string, record: R, now: number): Promise<void>
  /** Takes away what goes with a record that is deleted. */
  forget(tx: Database, userId: string, id: string): Promise<void>
}

export const ID_CONFLICT = refused(409, 'id_conflict', 'Another record already has this id.', 'id')

/** Any list, where only what all have in common is asked for. */
// biome-ignore lint/suspicious/noExplicitAny: a list takes its own records only, which its callers know
export type AnyList = RecordList<any, any, any>

/** Every list has a table of the same form (db/schema/health.ts). */
export const tableOf = (list: AnyList): typeof medications => list.table as typeof medications

export const ownedBy = (list: AnyList, user: Pick<Writer, 'id'> | string, id: string): SQL | undefined => {
  const table = tableOf(list)
  return and(eq(table.userId, typeof user === 'string' ? user : user.id), eq(table.id, id))
}

/** Records of one statement: on PGlite everybody waits for it. */
const PORTION = 100

/**
 * Every record of the user, the oldest first. A long list is read in portions: one that was deleted meanwhile may be there or not, as with
 * a list that was read a moment earlier or later.
 */
export async function recordsOf<R extends AnyRecord, Add extends Addition, Edit>(
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

/** The record with that id; null when it is not among the user's. */
export async function heldRecord<R extends AnyRecord, Add extends Addition, Edit>(
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

/** The key of a record's row: the first 128 bits of a hash, since texts of any length would make a large index. */
export const twinKeyOf = (list: AnyList, record: AnyRecord): string =>
  createHash('sha256').update(list.likenessOf(record)).digest('base64url').slice(0, 22)

/** The columns of a record's row. */
export const recordRow = (list: AnyList, userId: string, { record, origins }: Held<AnyRecord>) => ({
  id: record.id,
  userId,
  record: record as never,
  origins,
  twinKey: twinKeyOf(list, record),
})

/** Stores a record that is there in its new state. */
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

/** Whether anyone deleted a record of this id: it is never written again (docs/sync-spec.md, S11). */
export async function wasDeleted(tx: Database, id: string): Promise<boolean> {
  const rows = await tx.select({ id: tombstones.id }).from(tombstones).where(eq(tombstones.id, id)).limit(1)
  return rows.length > 0
}

/** Which of the ids records of both lists have, whoever's they are. */
export async function sharedIds(tx: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: medications.id })
    .from(medications)
    .innerJoin(appointments, eq(appointments.id, medications.id))
    .where(among(medications.id, ids))
  return rows.map(({ id }) => id)
}

/**
 * Stores a new record. False when anybody's record has its id, in this list or the other one: the index of what is due knows a
 * record by its id alone.
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

/** Whether the id is that of a record of the other list, whoever's. */
export async function isInOtherList(tx: Database, list: AnyList, id: string): Promise<boolean> {
  const other = list.kind === 'medication' ? appointments : medications
  const rows = await tx.select({ id: other.id }).from(other).where(eq(other.id, id))
  return rows.length > 0
}

/** Takes a record with all that goes with it away and leaves a tombstone, whether the record is there or not. */
export async function bury(tx: Database, list: AnyList, userId: string, id: string, now: number): Promise<void> {
  await tx.delete(tableOf(list)).where(ownedBy(list, userId, id))
  await list.forget(tx, userId, id)
  await leaveTombstone(tx, list.kind, userId, id, now)
}

/** Notes that the user deleted this id; the first time counts. */
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
