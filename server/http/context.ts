import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Database } from '../db/database.ts'
import type { ServerMeta } from '../db/meta.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Clock, RandomBytes } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { DiskWatch } from '../platform/disk-watch.ts'
import type { LongWork } from '../platform/long-work.ts'
import type { ChangeNotifications } from '../sync/change-notifications.ts'
import type { ErasureRecorder } from '../sync/erasure-journal.ts'
import type { Uploads } from './uploads/areas.ts'

/**
 * What every feature is given; there are no globals. If a feature needs more, it declares that itself (push/context.ts
 * …), and app.ts joins them.
 */
export interface Context {
  config: Config
  db: Database
  /** The same database, for work that takes long by nature (OpenDatabase). */
  background: Database
  clock: Clock
  random: RandomBytes
  /** How much disk space is left for them. */
  disk: DiskWatch
  /** Files being uploaded. */
  uploads: Uploads
  /** The epoch and the secret, shared by all servers of this database. */
  facts: ServerMeta
  /** Tells open connections, on this server and others, what happened to an account. */
  changeNotifications: ChangeNotifications
  /** What this server measures about itself. */
  metrics: Metrics
  /** For long work: batches, imports, exports. */
  longWork: LongWork
  /** Records everything that a restore must not bring back (S11.8). */
  journal: ErasureRecorder
}

/**
 * Returns the context with `db` replaced by the database for long work: account deletions, exports, imports, mails to
 * many.
 */
export const withTime = <C extends Pick<Context, 'db' | 'background'>>(context: C): C => ({
  ...context,
  db: context.background,
})

/** The Fastify instance with zod schemas. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

/** One area of the API: called once with the app to add its routes. */
export type Routes<Extra = unknown> = (app: App, context: Context & Extra) => Promise<void>
