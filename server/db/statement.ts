import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'

const dialect = new PgDialect()

/**
 * Returns a function that runs a statement with values for its placeholders. It is written out once, and each connection
 * keeps it planned under this name: for what nearly every request asks.
 */
export function statement<Row>(
  db: Database,
  name: string,
  query: SQL,
): (values: Record<string, unknown>) => Promise<Row[]> {
  const prepared = db._.session.prepareQuery(dialect.sqlToQuery(query), undefined, name, false)
  return async (values) => ((await prepared.execute(values)) as { rows: Row[] }).rows
}
