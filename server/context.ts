import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { ErasureRecorder } from './backup/erasure-journal.ts'
import type { Clock, RandomBytes } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { ServerMeta } from './db/meta.ts'
import type { DiskWatch } from './disk/disk-watch.ts'
import type { BlobStore } from './documents/blob-store.ts'
import type { PictureWorkshop } from './documents/picture-workshop.ts'
import type { LongWork } from './long-work.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Payments } from './payments/stripe.ts'
import type { PushTransport } from './push/transport.ts'
import type { Recogniser } from './recognition/recogniser.ts'
import type { Mailer } from './services/mail.ts'
import type { Pokes } from './services/sync-pokes.ts'
import type { Uploads } from './uploads/areas.ts'
import type { Speaker } from './voice/speaker.ts'

/** What routes and services are given; there are no globals. */
export interface Context {
  config: Config
  db: Database
  /** The same database for what takes long by its nature (OpenDatabase). */
  background: Database
  clock: Clock
  random: RandomBytes
  /** Sends at once, for answers that depend on it. Everything else goes through the queue (server/mail/queue.ts). */
  mailer: Mailer
  /** To be called when something was put into the queue of mails, after the commit. */
  mailWaits: () => void
  push: PushTransport
  /** Where pictures are kept, and where they are made ready for it. */
  blobs: BlobStore
  workshop: PictureWorkshop
  /** How much room there is where they are kept. */
  disk: DiskWatch
  /** What people send as files, on its way. */
  uploads: Uploads
  /** Null where this server takes no payments. */
  payments: Payments | null
  /** Reads the print on pictures. */
  recogniser: Recogniser
  /** Speaks on this machine. */
  speaker: Speaker
  /** The epoch and the secret that all servers of this database share. */
  facts: ServerMeta
  /** Tells open connections, here and on other servers, what happened to an account. */
  pokes: Pokes
  /** What this server counts about itself. */
  metrics: Metrics
  /** For what takes long: batches, imports, exports. */
  longWork: LongWork
  /** Hears of everything that a restore must not bring back (S11.8). */
  journal: ErasureRecorder
}

/** Returns the context in which `db` is the database for what takes long: deletions of accounts, exports, imports, mails to many. */
export const withTime = <C extends Pick<Context, 'db' | 'background'>>(context: C): C => ({
  ...context,
  db: context.background,
})

/** The Fastify instance with zod schemas. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

/** One area of the API: called once with the app to add its routes. */
export type Routes = (app: App, context: Context) => Promise<void>
