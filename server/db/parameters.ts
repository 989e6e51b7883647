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
  // Whatever is not given is null, and most columns of most rows are.
  const plain = rows.map((row) => {
    const given: Record<string, unknown> = {}
    for (const [field, column] of columns) {
      const value = (row as Record<string, unknown>)[field]
      if (value !== null) given[column.name] = value
    }
    return given
  })
  const names = columns.map(([, column]) => sql.identifier(column.name))
  const types = columns.map(([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`)
  const list = (parts: SQL[] | ReturnType<typeof sql.identifier>[]) => sql.join(parts, sql.raw(', '))
  return sql`select ${list(names)} from json_to_recordset(${JSON.stringify(plain)}::json) as given (${list(types)})`
}

/** Returns the texts as one parameter, for `= any(…)`; that way an index finds each of them. */
export const textArray = (texts: Iterable<string>): SQL =>
  sql`${`{${[...texts].map((text) => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`).join(',')}}`}::text[]`

/** Returns a condition: the text column has one of these values. */
export const amongTexts = (column: PgColumn, texts: Iterable<string>): SQL => sql`${column} = any(${textArray(texts)})`

/** Returns a condition: the column has one of these instants (ms). */
export const amongInstants = (column: PgColumn, instants: Iterable<number>): SQL =>
  sql`${column} = any(${`{${[...instants].map((ms) => new Date(ms).toISOString()).join(',')}}`}::timestamptz[])`
