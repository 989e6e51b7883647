import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { AnyRecord } from '#domain/protocol/lists.ts'
import type { Database } from '../db/database.ts'
import { amongTexts, asRows } from '../db/parameters.ts'
import type { Edition } from './edition.ts'
import { type Addition, type AnyList, byAge, type RecordList, tableOf, twinKeyOf } from './record-list.ts'

/**
 * Returns the user's records that resemble one of these, oldest first: all possible duplicates. Only call it under the
 * account's lock, since it fills in missing keys of rows.
 */
export async function recordsAlike<R extends AnyRecord, Add extends Addition, Edit extends Edition>(
  tx: Database,
  list: RecordList<R, Add, Edit>,
  userId: string,
  records: readonly R[],
): Promise<R[]> {
  const table = tableOf(list)
  const keys = records.map((record) => twinKeyOf(list, record))
  const isAlike = or(amongTexts(table.twinKey, keys), isNull(table.twinKey))
  const rows = await tx
    .select({ record: table.record, twinKey: table.twinKey })
    .from(table)
    .where(and(eq(table.userId, userId), isAlike))
  const found = rows.map(({ record, twinKey }) => ({ record: record as unknown as R, twinKey }))
  const without = found.flatMap(({ record, twinKey }) => (twinKey === null ? record : []))
  if (without.length > 0) await completeKeys(tx, list, without)
  return found
    .map(({ record }) => record)
    .filter((record) => keys.includes(twinKeyOf(list, record)))
    .sort(byAge)
}

async function completeKeys(tx: Database, list: AnyList, records: readonly AnyRecord[]): Promise<void> {
  const rows = records.map((record) => ({ id: record.id, twin_key: twinKeyOf(list, record) }))
  await tx.execute(sql`
    update ${tableOf(list)} set twin_key = row.twin_key
    from jsonb_to_recordset(${asRows(rows)}) as row (id uuid, twin_key text)
    where ${tableOf(list)}.id = row.id`)
}
