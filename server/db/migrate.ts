import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as migrateNodePostgres } from 'drizzle-orm/node-postgres/migrator'
import type { PgliteDatabase } from 'drizzle-orm/pglite'
import { migrate as migrateWithPglite } from 'drizzle-orm/pglite/migrator'
import type pg from 'pg'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Any number that nobody else locks in this database: "dose". */
const MIGRATION_LOCK = 0x646f7365

/** Brings a PGlite database up to date. It has one connection, so nobody can be in the way. */
export const migratePglite = (db: PgliteDatabase<Record<string, unknown>>) =>
  migrateWithPglite(db, { migrationsFolder })

/** Brings a PostgreSQL database up to date, one server at a time (advisory lock of the session). */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrateNodePostgres(drizzle(client), { migrationsFolder })
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    client.release()
  } catch (error) {
    // Closing the connection gives the lock back, whatever state it is in.
    client.release(true)
    throw error
  }
}
