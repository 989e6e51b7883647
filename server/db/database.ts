import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { turns } from '../platform/turns.ts'
import { migrate, migratePglite, pgliteMustMigrate } from './migrate.ts'
import { PgliteLine } from './pglite-line.ts'
import { PgliteStatements } from './pglite-statements.ts'
import { BACKGROUND, PROMPT, postgresPool } from './postgres-pool.ts'

/** Anything that runs queries: the database itself, or a transaction on it. The same on both engines. */
export type Database = PgDatabase<PgQueryResultHKT>

export interface OpenDatabase {
  /**
   * For work that someone waits for: it responds within seconds, or throws what `isUnavailable` recognises
   * (unavailable.ts).
   */
  db: Database
  /** The same database for jobs and long work: it may take minutes, over a few connections of its own. */
  background: Database
  /** Ends all connections after the work in progress. Calling it twice is harmless. */
  close(): Promise<void>
  /**
   * Only on PostgreSQL: how many connections there are, how many of them are idle, and how many requests are waiting
   * for one.
   */
  connections?: () => Record<'open' | 'idle' | 'waiting', number>
  /** Only on PGlite: the engine, for snapshots. */
  pglite?: PGlite
}

export interface PgliteOptions {
  /** Where it is stored; without it, the database is in memory. */
  dataDir?: string
  /** A dump of a migrated database to start with. */
  load?: Blob
  /** Called before an existing database is migrated. If it throws, nothing is changed. */
  beforeMigration?: (pglite: PGlite) => Promise<void>
}

/** Returns the database of an engine that is open and migrated. */
export function databasesOn(pglite: PGlite): Pick<OpenDatabase, 'db' | 'background'> {
  const inTurn = turns()
  const statements = new PgliteStatements(pglite)
  const lineWith = (patience: number | null) =>
    drizzlePglite(new PgliteLine(pglite, { inTurn, patience, statements }) as unknown as PGlite) as unknown as Database
  return { db: lineWith(PROMPT.statement), background: lineWith(null) }
}

/**
 * Opens PGlite on the directory (in memory without one) and migrates it. Takes 0.3 to 2 seconds. Throws NewerDatabase
 * without changing anything if a later version has migrated it.
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

/** Unpacks a dump into a directory that does not exist yet, and recovers it. */
export async function loadPglite(dump: Blob, dataDir: string): Promise<void> {
  const pglite = await PGlite.create({ dataDir, loadDataDir: dump })
  await pglite.close()
}

/** Opens the engine on an existing directory without migrating it, for a snapshot of it as it is. */
export const openUnchanged = (dataDir: string): Promise<PGlite> => PGlite.create({ dataDir })

/**
 * Opens PostgreSQL at the connection string and migrates it. Servers starting together wait for each other's migration.
 * A broken connection is replaced; `onIdleError` is called if it was idle. Throws NewerDatabase without changing
 * anything if a later version has migrated it.
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
