import type { Database } from './database.ts'
import { sqlState } from './unavailable.ts'

/** PostgreSQL's codes for "another transaction interfered, run again" (serialization failure, deadlock). */
const RETRYABLE = new Set(['40001', '40P01'])
const TRIES = 5

/**
 * Runs the work in one transaction: all of it or nothing. It may run again if the database asks for that, so it must
 * have no effects outside the database. Inside, only use `tx`: PGlite has one connection, and a query on the outer
 * database would wait for the transaction that is waiting for it. Never await CPU work or the network in it
 * (docs/architecture.md).
 */
export async function transaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction((tx) => work(tx as unknown as Database))
    } catch (error) {
      if (attempt === TRIES || !RETRYABLE.has(sqlState(error) ?? '')) throw error
    }
  }
}
