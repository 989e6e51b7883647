import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import pg from 'pg'
import { isBehind, migrate, migratePglite, newestMigration } from './migrate.ts'
import * as schema from './schema/index.ts'

/** Everything that answers queries: the database itself, or a transaction on it. The same on both engines. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

export interface OpenDatabase {
  db: Database
  /** Ends all connections after what runs now. Calling it twice is harmless. */
  close(): Promise<void>
  /** Only on PostgreSQL: how many connections there are now, how many of them idle, and how many requests wait for one. */
  connections?: () => Record<'open' | 'idle' | 'waiting', number>
  /** Only on PGlite: the engine, for snapshots. */
  pglite?: PGlite
}

export interface PgliteOptions {
  /** Where it lies; without it, it is in memory. */
  dataDir?: string
  /** A dump of a migrated database to begin with. */
  load?: Blob
  /** Called before anything is changed in a database that was there and has to be migrated. What it throws is the end of it. */
  beforeMigration?: (pglite: PGlite) => Promise<void>
}

/** PGlite on the directory (in memory without one), migrated. Takes 0.3 to 2 seconds. */
export async function openPglite(options: PgliteOptions = {}): Promise<OpenDatabase> {
  const existed = options.dataDir !== undefined && existsSync(join(options.dataDir, 'PG_VERSION'))
  const pglite = await PGlite.create({
    ...(options.dataDir ? { dataDir: options.dataDir } : {}),
    ...(options.load ? { loadDataDir: options.load } : {}),
  })
  const db = drizzlePglite(pglite, { schema })
  if (existed && options.beforeMigration) {
    if (isBehind(await newestMigration(pglite))) await options.beforeMigration(pglite)
  }
  if (!options.load) await migratePglite(db)
  return {
    db: db as unknown as Database,
    pglite,
    close: async () => {
      if (!pglite.closed) await pglite.close()
    },
  }
}

/** Unpacks a dump into a directory that is not there yet, and recovers it. */
export async function loadPglite(dump: Blob, dataDir: string): Promise<void> {
  const pglite = await PGlite.create({ dataDir, loadDataDir: dump })
  await pglite.close()
}

/** The engine on a directory that is there, without migrating it: for a snapshot of it as it is. */
export const openUnchanged = (dataDir: string): Promise<PGlite> => PGlite.create({ dataDir })

/**
 * PostgreSQL at the connection string, migrated. Servers that start together wait for each other's migration.
 * A connection that breaks while idle is replaced by the pool; `onIdleError` hears about it.
 */
export async function openPostgres(
  url: string,
  onIdleError: (error: Error) => void = () => {},
): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 20, connectionTimeoutMillis: 10_000 })
  pool.on('error', onIdleError)
  try {
    await migrate(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  let closing: Promise<void> | undefined
  return {
    db: drizzlePg(pool, { schema }) as unknown as Database,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => {
      closing ??= pool.end()
      return closing
    },
  }
}
