import type { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { whenNeeded } from '../platform/when-needed.ts'
import { isMigrated, migrate } from './migrate.ts'
import type { Database, OpenDatabase, PgliteOptions } from './open-database.ts'
import { BACKGROUND, PROMPT, postgresPool } from './postgres-pool.ts'

export type { Database, OpenDatabase, PgliteOptions } from './open-database.ts'

const pglite = whenNeeded(() => import('./pglite.ts'))

/**
 * Opens PGlite on the directory (in memory without one) and migrates it. Takes 0.3 to 2 seconds. Throws NewerDatabase
 * without changing anything if a later version has migrated it.
 */
export const openPglite = async (options: PgliteOptions = {}): Promise<OpenDatabase> =>
  (await pglite()).openPglite(options)

/** Unpacks a dump into a directory that does not exist yet, and recovers it. */
export const loadPglite = async (dump: Blob, dataDir: string): Promise<void> =>
  (await pglite()).loadPglite(dump, dataDir)

/** Opens the engine on an existing directory without migrating it, for a snapshot of it as it is. */
export const openUnchanged = async (dataDir: string): Promise<PGlite> => (await pglite()).openUnchanged(dataDir)

/**
 * Opens PostgreSQL at the connection string and migrates it. Servers starting together wait for each other's migration.
 * A broken connection is replaced; `onIdleError` is called if it was idle. Throws NewerDatabase without changing
 * anything if a later version has migrated it.
 */
export async function openPostgres(url: string, onIdleError?: (error: Error) => void): Promise<OpenDatabase> {
  const opened = connectPostgres(url, onIdleError)
  try {
    // Of both pools it waits longer for a connection. For most starts this question is all.
    if (!(await isMigrated(opened.background))) await migrate(url)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** As `openPostgres`, for a database that is known to have been migrated: connects when the first query needs it. */
export function connectPostgres(url: string, onIdleError: (error: Error) => void = () => {}): OpenDatabase {
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
