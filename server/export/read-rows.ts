import { and, asc, eq, getTableColumns, lte, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../db/database.ts'
import { pauses } from '../platform/turns.ts'
import { doseEvents, supplyEvents } from '../sync/tables.ts'
import type { ExportedTable, Row } from './tables.ts'

const PORTION = 100

/**
 * Reads a user's rows of a table in a fixed order and in portions, because on PGlite everyone waits for each statement.
 * Of a log, it reads those up to `seq`, which stay the same whatever is added meanwhile.
 */
export async function readRows(
  db: Database,
  exported: ExportedTable,
  { userId, seq }: { userId: string; seq: number },
): Promise<Row[]> {
  const { table, owner, portion = PORTION } = exported
  const key = sql`${keyOf(exported)}`
  const log = logOf(table)
  const own = and(eq(owner, userId), log && lte(log.seq, seq))
  const rows: Row[] = []
  const pause = pauses()
  for (let last: unknown = null; ; ) {
    const read = await db
      .select({ row: getTableColumns(table), key })
      .from(table)
      .where(last === null ? own : and(own, sql`${key} > ${last}`))
      .orderBy(asc(key))
      .limit(portion)
    for (const { row } of read) rows.push(row)
    if (read.length < portion) return rows
    last = read.at(-1)?.key
    await pause()
  }
}

/**
 * Returns the column that orders one user's rows: the one next to the owner in an index, else the key as text, so that
 * PostgreSQL does not go through everyone else's rows.
 */
function keyOf({ table, owner }: ExportedTable): PgColumn | SQL {
  const log = logOf(table)
  if (log) return log.seq
  const { primaryKeys, columns } = getTableConfig(table)
  const beside = primaryKeys[0]?.columns.find((column) => column !== owner)
  if (beside) return beside
  const key = columns.find((column) => column.primary)
  if (!key) throw new Error('a table of the export has no key')
  return sql`${key}::text`
}

const logOf = (table: ExportedTable['table']): typeof doseEvents | typeof supplyEvents | undefined =>
  [doseEvents, supplyEvents].find((log) => log === table)
