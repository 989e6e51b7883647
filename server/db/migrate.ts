import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Transaction } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as migrateNodePostgres } from 'drizzle-orm/node-postgres/migrator'
import type { PgliteDatabase } from 'drizzle-orm/pglite'
import { migrate as migrateWithPglite } from 'drizzle-orm/pglite/migrator'
import type pg from 'pg'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

interface Migration {
  /** `0001_health_data` */
  tag: string
  /** What the database remembers of it: when it was generated, in milliseconds since the epoch. */
  when: number
}

/** The migrations this version knows, oldest first. */
export function knownMigrations(): Migration[] {
  const journal = readFileSync(new URL('./migrations/meta/_journal.json', import.meta.url), 'utf8')
  return (JSON.parse(journal) as { entries: Migration[] }).entries
}

/**
 * The newest migration that a PGlite database holds: its tag, or a number when only a later version knows it. Null before the
 * first.
 */
export async function newestMigration(pglite: Pick<Transaction, 'query'>): Promise<string | null> {
  const table = await pglite.query<{ name: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations') as name`,
  )
  if (!table.rows[0]?.name) return null
  const { rows } = await pglite.query<{ when: string | null }>(
    'select max(created_at)::text as when from drizzle.__drizzle_migrations',
  )
  const when = rows[0]?.when ?? null
  return knownMigrations().find((migration) => String(migration.when) === when)?.tag ?? when
}

/** Whether a database with this newest migration (see newestMigration) has to be migrated by this version. */
export function isBehind(newest: string | null): boolean {
  const tags = knownMigrations().map(({ tag }) => tag)
  return newest === null || (tags.includes(newest) && newest !== tags.at(-1))
}

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
