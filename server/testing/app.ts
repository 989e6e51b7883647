import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger, InjectOptions, LightMyRequestResponse } from 'fastify'
import { buildApp } from '../app.ts'
import type { Database, OpenDatabase } from '../db/database.ts'
import { type ServerMeta, serverFacts } from '../db/meta.ts'
import type { App } from '../http/context.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { BlobStore } from '../pictures/blob-store.ts'
import type { PictureWorkshop } from '../pictures/picture-workshop.ts'
import { type RandomBytes, systemRandom } from '../platform/clock.ts'
import { type Config, readConfig } from '../platform/config.ts'
import type { DiskWatch } from '../platform/disk-watch.ts'
import { type PushTransport, pushTransport } from '../push/transport.ts'
import { newVapidKeys, vapid, vapidSubject } from '../push/vapid.ts'
import type { Recogniser } from '../recognition/recogniser.ts'
import type { ChangeNotifications } from '../sync/change-notifications.ts'
import { changeNotificationsOf } from '../sync/change-notifications-postgres.ts'
import type { Erasure, ErasureRecorder } from '../sync/erasure-journal.ts'
import type { Speaker } from '../voice/speaker.ts'
import type { Transcriber } from '../voice/transcriber.ts'
import { memoryBlobs } from './blobs.ts'
import { type TestClock, testClock } from './clock.ts'
import { freshDatabase } from './database.ts'

export interface TestAppOptions {
  /** Environment variables on top of the test defaults (RATE_LIMIT_SCALE is 1000, and VAPID_SUBJECT is set). */
  environment?: Record<string, string>
  clock?: TestClock
  /** Replaces the fresh database; it is closed with the app. */
  database?: OpenDatabase
  /** Replaces the collector, for a mail server that fails. */
  mailer?: Mailer
  /** Replaces the real transport, which uses PUSH_SERVICE if the environment sets it. */
  push?: PushTransport
  /** Replaces the collector, for a full disk. */
  journal?: ErasureRecorder
  /** Replaces the blobs in memory, for files on disk. */
  blobs?: BlobStore
  /** Replaces the real workshop, which starts a process for its first picture. */
  workshop?: PictureWorkshop
  /** Replaces the real disk. */
  disk?: DiskWatch
  /** Replaces the real recogniser, which starts a process for its first picture. */
  recogniser?: Recogniser
  /** Replaces the real speaker, which starts a process for its first text. */
  speaker?: Speaker
  /** A speech model of this machine; there is none by default. */
  transcriber?: Transcriber
  /** Counters shared with something besides the app. */
  metrics?: Metrics
  onChange?: () => void
  onMail?: () => void
  logger?: FastifyBaseLogger
  clientDir?: string
}

export interface TestApp {
  readonly app: App
  config: Config
  db: Database
  database: OpenDatabase
  clock: TestClock
  random: RandomBytes
  facts: ServerMeta
  /** Those of the app that is currently running. */
  readonly changeNotifications: ChangeNotifications
  push: PushTransport
  blobs: BlobStore
  /** The mails sent, oldest first. */
  mails: Mail[]
  /** The recorded erasures, oldest first. */
  erasures: Erasure[]
  inject(options: InjectOptions | string): Promise<LightMyRequestResponse>
  /** Closes the app and builds it again on the same database, running `between` in the meantime. */
  restart(between?: () => Promise<unknown>): Promise<void>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const KEYS = newVapidKeys()

/** Starts the real app on its own database. Close it (or hold it with `await using`). */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clock = options.clock ?? testClock()
  const config = readConfig({
    RATE_LIMIT_SCALE: '1000',
    VAPID_SUBJECT: 'mailto:push@example.org',
    // Uploads in progress are stored there, in nameless files.
    DATA_DIR: join(tmpdir(), 'dosewell-tests'),
    // A test machine may have little disk space; other tests cover what happens then.
    MIN_FREE_DISK_MB: '0',
    ...options.environment,
  })
  const mails: Mail[] = []
  const collector: Mailer = {
    destination: 'collected',
    send: async (mail) => {
      mails.push(mail)
    },
  }
  const erasures: Erasure[] = []
  const database = options.database ?? (await freshDatabase())
  const subject = vapidSubject(config)
  const push =
    options.push ??
    pushTransport({
      clock,
      vapid: subject === null ? null : vapid(KEYS, subject),
      extraService: config.PUSH_SERVICE,
    })
  const blobs = options.blobs ?? memoryBlobs()
  const facts = await serverFacts(database.db, clock, systemRandom)
  let changeNotifications = changeNotificationsOf(database.db)
  const start = async () => {
    const built = await buildApp({
      config,
      db: database.db,
      background: database.background,
      clock,
      changeNotifications,
      mailer: options.mailer ?? collector,
      push,
      journal: options.journal ?? {
        hasErased: async (user) => erasures.some((one) => one.kind === 'account' && one.user === user),
        record: async (...erased) => {
          erasures.push(...erased)
        },
      },
      blobs,
      ...(options.workshop ? { workshop: options.workshop } : {}),
      ...(options.disk ? { disk: options.disk } : {}),
      ...(options.recogniser ? { recogniser: options.recogniser } : {}),
      ...(options.speaker ? { speaker: options.speaker } : {}),
      ...(options.transcriber ? { transcriber: options.transcriber } : {}),
      ...(options.metrics ? { metrics: options.metrics } : {}),
      ...(options.onChange ? { onChange: options.onChange } : {}),
      ...(options.onMail ? { onMail: options.onMail } : {}),
      ...(options.logger ? { logger: options.logger } : {}),
      ...(options.clientDir ? { clientDir: options.clientDir } : {}),
    })
    await built.ready()
    return built
  }
  let app = await start()
  const close = async () => {
    await app.close()
    push.close()
    await database.close()
  }
  return {
    get app() {
      return app
    },
    config,
    db: database.db,
    database,
    clock,
    random: systemRandom,
    facts,
    get changeNotifications() {
      return changeNotifications
    },
    push,
    blobs,
    mails,
    erasures,
    inject: (request) => app.inject(request),
    restart: async (between) => {
      await app.close()
      await between?.()
      changeNotifications = changeNotificationsOf(database.db)
      app = await start()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
