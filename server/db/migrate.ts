import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PGlite, Transaction } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import type { PgliteDatabase } from 'drizzle-orm/pglite'
import pg from 'pg'
import type { Database } from './open-database.ts'
import { sqlState } from './unavailable.ts'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

interface Migration {
  /** `0001_health_data` */
  tag: string
  /** What the database stores about it: when it was generated, in milliseconds since the epoch. */
  when: number
}

/** Returns the migrations that this version knows, oldest first. */
export function knownMigrations(): Migration[] {
  const journal = readFileSync(new URL('./migrations/meta/_journal.json', import.meta.url), 'utf8')
  return (JSON.parse(journal) as { entries: Migration[] }).entries
}

/**
 * Returns the newest migration in a PGlite database: its tag, or a number if only a later version knows it. Null before
 * the first.
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

/**
 * A later version has migrated the database, and this one does not know its schema. The message is written for the
 * operator.
 */
export class NewerDatabase extends Error {
  constructor() {
    super('The database was migrated by a newer version of Dosewell. Start that version. Nothing was changed.')
  }
}

const newestKnown = (): number => Math.max(...knownMigrations().map(({ when }) => when))

const HELD = `select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`
const NEWEST_HELD = 'select max(created_at)::text as newest from drizzle.__drizzle_migrations'

/**
 * Returns whether the database is behind this version. Throws NewerDatabase if it is ahead.
 * @param ask runs a statement and returns its first row
 */
async function mustMigrate(ask: (statement: string) => Promise<unknown>): Promise<boolean> {
  const { isThere } = (await ask(HELD)) as { isThere: boolean }
  const { newest } = isThere ? ((await ask(NEWEST_HELD)) as { newest: string | null }) : { newest: null }
  return isBehind(newest)
}

/** Returns whether a database with this newest migration is behind this version. Throws NewerDatabase if it is ahead. */
function isBehind(newest: string | null): boolean {
  const held = Number(newest ?? Number.NEGATIVE_INFINITY)
  const known = newestKnown()
  if (held > known) throw new NewerDatabase()
  return held < known
}

/**
 * Returns whether this version has to migrate a PGlite database. Throws NewerDatabase if a later one has migrated it.
 */
export const pgliteMustMigrate = (pglite: PGlite): Promise<boolean> =>
  mustMigrate(async (statement) => (await pglite.query(statement)).rows[0])

/**
 * Returns whether a PostgreSQL database has exactly the schema of this version. Throws NewerDatabase if a later version
 * has migrated it.
 */
export async function isMigrated(db: Database): Promise<boolean> {
  const found = await db.execute(sql.raw(NEWEST_HELD)).catch((error: unknown) => {
    if (sqlState(error) === NO_SUCH_TABLE) return null
    throw error
  })
  return found !== null && !isBehind((found as unknown as { rows: [{ newest: string | null }] }).rows[0].newest)
}

/** PostgreSQL's code for a table that does not exist. */
const NO_SUCH_TABLE = '42P01'

/** Any number that nothing else locks in this database: "dose". */
const MIGRATION_LOCK = 0x646f7365
/** How long a starting server waits for a connection (ms). */
export const CONNECT_WITHIN = 10_000

/** Brings a PGlite database up to date. It has only one connection, so nothing can interfere. */
export async function migratePglite(db: PgliteDatabase<Record<string, unknown>>): Promise<void> {
  const { migrate } = await import('drizzle-orm/pglite/migrator')
  await migrate(db, { migrationsFolder })
}

/**
 * Brings a PostgreSQL database up to date, one server at a time (session advisory lock), over a connection without time
 * limits. Throws NewerDatabase without changing anything if a later version has migrated it.
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN })
  // A broken connection rejects the pending query; an emitter without a listener would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    if (!(await mustMigrate(async (statement) => (await client.query(statement)).rows[0]))) return
    const [{ drizzle }, migrator] = await Promise.all([
      import('drizzle-orm/node-postgres'),
      import('drizzle-orm/node-postgres/migrator'),
    ])
    await migrator.migrate(drizzle(client), { migrationsFolder })
  } finally {
    // Ending the session releases the lock, whatever its state.
    await client.end()
  }
}
