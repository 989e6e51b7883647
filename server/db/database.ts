import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { turns } from '../platform/turns.ts'
import { migrate, migratePglite, pgliteMustMigrate } from './migrate.ts'
import { PgliteLine } from './pglite-line.ts'
import { BACKGROUND, PROMPT, postgresPool } from './postgres-pool.ts'

/** Everything that answers queries: the database itself, or a transaction on it. The same on both engines. */
export type Database = PgDatabase<PgQueryResultHKT>

export interface OpenDatabase {
  /** For whatever somebody waits for: it answers within seconds, or throws what `isUnavailable` knows (unavailable.ts). */
  db: Database
  /** The same database for jobs and for what takes long: it has minutes, over few connections of its own. */
  background: Database
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

/** The database of an engine that is open and migrated. */
export function databasesOn(pglite: PGlite): Pick<OpenDatabase, 'db' | 'background'> {
  const inTurn = turns()
  const lineWith = (patience: number | null) =>
    drizzlePglite(new PgliteLine(pglite, { inTurn, patience }) as unknown as PGlite) as unknown as Database
  return { db: lineWith(PROMPT.statement), background: lineWith(null) }
}

/**
 * PGlite on the directory (in memory without one), migrated. Takes 0.3 to 2 seconds. Throws NewerDatabase, and changes nothing, when a
 * later version has migrated it.
 */
export async function openPglite(options: PgliteOptions = {}): Promise<OpenDatabase> {
  const existed = options.dataDir !== undefined && existsSync(join(options.dataDir, 'PG_VERSION'))
  const pglite = await PGlite.create({
    ...(options.dataDir ? { dataDir: options.dataDir } : {}),
    ...(options.load ? { loadDataDir: options.load } : {}),
  })
  if (await pgliteMustMigrate(pglite)) {
    if (existed) await options.beforeMigration?.(pglite)
    await migratePglite(drizzlePglite(pglite))
  }
  return {
    ...databasesOn(pglite),
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
 * PostgreSQL at the connection string, migrated. Servers that start together wait for each other's migration. A connection that
 * breaks is replaced; `onIdleError` hears of one that nobody was using. Throws NewerDatabase, and changes nothing, when a later
 * version has migrated it.
 */
export async function openPostgres(url: string, onIdleError: (error: Error) => void = () => {}): Promise<OpenDatabase> {
  await migrate(url)
  const pools = [PROMPT, BACKGROUND].map((limits) => postgresPool(url, limits, onIdleError))
  const [db, background] = pools.map((pool) => drizzlePg(pool) as unknown as Database)
  const count = (what: 'totalCount' | 'idleCount' | 'waitingCount') => pools.reduce((sum, pool) => sum + pool[what], 0)
  let closing: Promise<unknown> | undefined
  return {
    db: db as Database,
    background: background as Database,
    connections: () => ({
      open: count('totalCount'),
      idle: count('idleCount'),
      waiting: count('waitingCount'),
    }),
    close: async () => {
      closing ??= Promise.all(pools.map((pool) => pool.end()))
      await closing
    },
  }
}
