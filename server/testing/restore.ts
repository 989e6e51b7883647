import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../db/database.ts'
import { transaction } from '../db/transaction.ts'
import { PERSONAL } from '../erasure/personal-tables.ts'
import {
  billingRecords,
  paymentEndings,
  paymentEvents,
  paymentReconciliation,
  people,
  personalTokens,
  serverMeta,
  trialEmails,
  users,
  verifications,
} from './tables.ts'

/** Those that others refer to come before them. */
const TABLES: ReadonlySet<PgTable> = new Set([
  serverMeta,
  users,
  people,
  trialEmails,
  billingRecords,
  paymentEvents,
  paymentEndings,
  paymentReconciliation,
  verifications,
  personalTokens,
  ...Object.values(PERSONAL),
])

/** Remembers the rows of every table. Calling the returned function restores them. */
export async function rememberRows(db: Database): Promise<() => Promise<void>> {
  const kept: { table: PgTable; rows: Record<string, unknown>[] }[] = []
  for (const table of TABLES) kept.push({ table, rows: await db.select().from(table) })
  return () =>
    transaction(db, async (tx) => {
      for (const { table, rows } of kept) {
        await tx.delete(table)
        if (rows.length > 0) await tx.insert(table).values(rows)
      }
    })
}
