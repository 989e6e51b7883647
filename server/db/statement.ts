import { is, Placeholder, type Query, type SQL } from 'drizzle-orm'
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
  const prepared = db._.session.prepareQuery(withoutRepeats(dialect.sqlToQuery(query)), undefined, name, false)
  return async (values) => ((await prepared.execute(values)) as { rows: Row[] }).rows
}

/** Drizzle numbers a placeholder anew wherever it stands, and each number is a value to send and to read. */
function withoutRepeats({ sql, params, ...rest }: Query): Query {
  const sent: unknown[] = []
  const numbers = params.map((param) => {
    const known = sent.findIndex((one) => is(one, Placeholder) && is(param, Placeholder) && one.name === param.name)
    return known === -1 ? sent.push(param) : known + 1
  })
  return { ...rest, sql: sql.replaceAll(/\$(\d+)/g, (_, number) => `$${numbers[number - 1]}`), params: sent }
}
