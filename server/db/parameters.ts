import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/**
 * Parameters for statements about many rows. Everything is passed as one parameter, because a statement with hundreds
 * of them costs more to build than to run.
 */

/** Returns a condition: the UUID column has one of these values. */
export const among = (column: PgColumn, ids: Iterable<string>): SQL =>
  sql`${column} = any(${`{${[...ids].join(',')}}`}::uuid[])`

/** Returns rows for `jsonb_to_recordset`. */
export const asRows = (rows: readonly unknown[]): SQL => sql`${JSON.stringify(rows)}::jsonb`

/** Returns an instant (ms) as a timestamp. */
export const toTimestamp = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`

/**
 * Returns rows as one parameter, for `insert(table).select(…)`. With a placeholder for each of many thousands of
 * values, drizzle and the driver take longer to write the statement than the database takes to store the rows. Every
 * column has to be given. A `json` column keeps its text as it is.
 */
export function rowsAsJson<Table extends PgTable>(table: Table, rows: readonly Table['$inferSelect'][]): SQL {
  const columns = Object.entries(getTableColumns(table))
  const plain = rows.map((row) =>
    Object.fromEntries(columns.map(([field, column]) => [column.name, (row as Record<string, unknown>)[field]])),
  )
  const names = columns.map(([, column]) => sql.identifier(column.name))
  const types = columns.map(([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`)
  const list = (parts: SQL[] | ReturnType<typeof sql.identifier>[]) => sql.join(parts, sql.raw(', '))
  return sql`select ${list(names)} from json_to_recordset(${JSON.stringify(plain)}::json) as given (${list(types)})`
}

/** Returns the texts as one parameter, for `in`. */
export const textsAsJson = (texts: readonly string[]): SQL =>
  sql`(select json_array_elements_text(${JSON.stringify(texts)}::json))`
