import type { PGlite } from '@electric-sql/pglite'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

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
