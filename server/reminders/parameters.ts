import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Parameters for statements about many people at once. Everything goes in as one parameter, since a statement with hundreds of
 * them costs more to build than to run.
 */

/** Whether a column of UUIDs is one of those. */
export const among = (column: PgColumn, ids: Iterable<string>): SQL =>
  sql`${column} = any(${`{${[...ids].join(',')}}`}::uuid[])`

/** Rows for `jsonb_to_recordset`. */
export const asRows = (rows: readonly unknown[]): SQL => sql`${JSON.stringify(rows)}::jsonb`

/** An instant (ms). */
export const toTimestamp = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`
