import type { FastifyBaseLogger, InjectOptions, LightMyRequestResponse } from 'fastify'
import { buildApp } from '../app.ts'
import type { Erasure, ErasureRecorder } from '../backup/erasure-journal.ts'
import { type Config, readConfig } from '../config.ts'
import type { App } from '../context.ts'
import type { Database, OpenDatabase } from '../db/database.ts'
import type { Mail, Mailer } from '../services/mail.ts'
import { type TestClock, testClock } from './clock.ts'
import { freshDatabase } from './database.ts'

export interface TestAppOptions {
  /** Environment variables over the defaults of a test (RATE_LIMIT_SCALE is 1000). */
  environment?: Record<string, string>
  clock?: TestClock
  /** Replaces the collector, for a mail server that fails. */
  mailer?: Mailer
  /** Replaces the collector, for a disk that is full. */
  journal?: ErasureRecorder
  logger?: FastifyBaseLogger
  clientDir?: string
}

export interface TestApp {
  readonly app: App
  config: Config
  db: Database
  database: OpenDatabase
  clock: TestClock
  /** What was sent, oldest first. */
  mails: Mail[]
  /** What a restore would not bring back, oldest first. */
  erasures: Erasure[]
  inject(options: InjectOptions | string): Promise<LightMyRequestResponse>
  /** Ends the app and builds it again on the same database, with something done to it in between. */
  restart(between?: () => Promise<unknown>): Promise<void>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The real app on a database of its own. Close it (or hold it with `await using`). */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clock = options.clock ?? testClock()
  const config = readConfig({ RATE_LIMIT_SCALE: '1000', ...options.environment })
  const mails: Mail[] = []
  const collector: Mailer = {
    destination: 'collected',
    send: async (mail) => {
      mails.push(mail)
    },
  }
  const erasures: Erasure[] = []
  const database = await freshDatabase()
  const start = async () => {
    const built = await buildApp({
      config,
      db: database.db,
      clock,
      mailer: options.mailer ?? collector,
      journal: options.journal ?? {
        hasErased: async (user) => erasures.some((one) => one.kind === 'account' && one.user === user),
        record: async (...erased) => {
          erasures.push(...erased)
        },
      },
      ...(options.logger ? { logger: options.logger } : {}),
      ...(options.clientDir ? { clientDir: options.clientDir } : {}),
    })
    await built.ready()
    return built
  }
  let app = await start()
  const close = async () => {
    await app.close()
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
    mails,
    erasures,
    inject: (request) => app.inject(request),
    restart: async (between) => {
      await app.close()
      await between?.()
      app = await start()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
