import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { bearers, visitors } from './accounts/visitors.ts'
import { type AppContext, AREAS } from './areas.ts'
import type { Database } from './db/database.ts'
import { serverFacts } from './db/meta.ts'
import { refuseBrokenRequest } from './http/broken-request.ts'
import type { App, Context } from './http/context.ts'
import access from './http/plugins/access.ts'
import client, { readShell } from './http/plugins/client.ts'
import errors, { answerError } from './http/plugins/errors.ts'
import language from './http/plugins/language.ts'
import notFound from './http/plugins/not-found.ts'
import openapi from './http/plugins/openapi.ts'
import { crossSiteWrites, httpsOnly } from './http/plugins/origin.ts'
import protocol from './http/plugins/protocol.ts'
import rateLimit from './http/plugins/rate-limit.ts'
import requestLog from './http/plugins/request-log.ts'
import requestMetrics from './http/plugins/request-metrics.ts'
import room from './http/plugins/room.ts'
import securityHeaders from './http/plugins/security-headers.ts'
import text from './http/plugins/text.ts'
import zod, { schemaController } from './http/plugins/zod.ts'
import { uploadAreas } from './http/uploads/areas.ts'
import type { Mailer } from './mail/mailer.ts'
import { hasMedications } from './medications/medications.ts'
import { type Metrics, serverMetrics } from './metrics/metrics.ts'
import { stripePayments } from './payments/stripe.ts'
import { personFinder } from './people/find-person.ts'
import type { BlobStore } from './pictures/blob-store.ts'
import { type PictureWorkshop, pictureWorkshop } from './pictures/picture-workshop.ts'
import { type Clock, type RandomBytes, systemRandom } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { type DiskWatch, diskWatch } from './platform/disk-watch.ts'
import { longWork } from './platform/long-work.ts'
import type { PushTransport } from './push/transport.ts'
import { recogniser as printReader, type Recogniser } from './recognition/recogniser.ts'
import type { ChangeNotifications } from './sync/change-notifications.ts'
import { changeNotificationsOf } from './sync/change-notifications-postgres.ts'
import type { ErasureRecorder } from './sync/erasure-journal.ts'
import { espeakSpeaker } from './voice/espeak-speaker.ts'
import type { Speaker } from './voice/speaker.ts'
import type { Transcriber } from './voice/transcriber.ts'

export interface AppOptions {
  config: Config
  /** Open and migrated. The caller closes it, after the app. */
  db: Database
  /** The same database for long work; `db` if absent. */
  background?: Database
  clock: Clock
  mailer: Mailer
  push: PushTransport
  journal: ErasureRecorder
  blobs: BlobStore
  /** Closed with the app; the real one if absent. */
  workshop?: PictureWorkshop
  recogniser?: Recogniser
  speaker?: Speaker
  /** The model of SPEECH_MODEL_DIR, loaded; closed with the app. */
  transcriber?: Transcriber | null
  /** Watches the disk of DATA_DIR; the real one if absent. */
  disk?: DiskWatch
  /** Counters shared with other code; new ones if absent. */
  metrics?: Metrics
  /** The database's own facts, if they have already been read. */
  facts?: Context['facts']
  /** The connection to Stripe, if it is already set up; by `config` if absent. */
  payments?: AppContext['payments']
  /** Called whenever a mail was queued here. */
  onMail?: () => void
  /** Called whenever an account changed, on this server or another one of the database. */
  onChange?: () => void
  random?: RandomBytes
  /** Closed with the app; by default those for the kind of database. */
  changeNotifications?: ChangeNotifications
  logger?: FastifyBaseLogger
  /** The built client. Without it, every page is the plain 404 page. */
  clientDir?: string
}

/**
 * Given a plain number of hops, Fastify trusts no proxy, because it cannot know the nearest one; here HOST decides
 * which that is.
 */
function trustedProxies(config: Config) {
  const { TRUST_PROXY } = config
  return typeof TRUST_PROXY === 'number' ? (_address: string, hop: number) => hop < TRUST_PROXY : TRUST_PROXY
}

/**
 * Builds the whole server except the process: nothing is listening yet, and nothing is global. `inject` works after
 * `ready()`.
 */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, db, clock, mailer, push, journal, blobs, random = systemRandom } = options
  const { facts = await serverFacts(db, clock, random) } = options
  const { payments = await stripePayments(config) } = options
  const { changeNotifications = changeNotificationsOf(db), workshop = pictureWorkshop() } = options
  const onPrintFault = (fault: string) => options.logger?.warn({ fault }, 'print was read by one recogniser only')
  const { recogniser = printReader(undefined, { onFault: onPrintFault }), speaker = espeakSpeaker() } = options
  const { metrics = serverMetrics() } = options
  const { disk = diskWatch(config) } = options
  if (options.onChange) changeNotifications.listen(options.onChange)
  const context: AppContext = {
    config,
    db,
    background: options.background ?? db,
    clock,
    random,
    mailer,
    mailWaits: options.onMail ?? (() => {}),
    push,
    facts,
    changeNotifications,
    journal,
    blobs,
    workshop,
    disk,
    uploads: uploadAreas(config.DATA_DIR, disk, metrics.uploads),
    recogniser,
    speaker,
    transcriber: options.transcriber ?? null,
    metrics,
    payments,
    longWork: longWork(),
  }

  const app = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    schemaController: schemaController as never,
    trustProxy: trustedProxies(config),
    // A picture takes minutes over a slow network.
    requestTimeout: 300_000,
    frameworkErrors: answerError,
    clientErrorHandler: refuseBrokenRequest,
  }).withTypeProvider<ZodTypeProvider>()
  app.addHook('onClose', () => changeNotifications.close())
  for (const part of [workshop, recogniser, speaker, options.transcriber])
    app.addHook('onClose', async () => part?.close())
  // Bodies are JSON. Plain text is what forms of other sites can send without asking for permission.
  app.removeContentTypeParser('text/plain')

  await app.register(zod)
  await app.register(errors)
  await app.register(language)
  await app.register(requestLog)
  await app.register(requestMetrics, { metrics: metrics.requests })
  await app.register(httpsOnly, { config })
  await app.register(securityHeaders, { config })
  await app.register(protocol)
  await app.register(crossSiteWrites, { config })
  await app.register(rateLimit, { config })
  await app.register(room, { disk })
  await app.register(cookie, { secret: context.facts.secret })
  await app.register(access, {
    context,
    findVisitor: visitors(context),
    findBearer: bearers(context),
    findPerson: personFinder(context),
  })
  await app.register(text)
  if (config.OPENAPI) await app.register(openapi, { config })
  for (const routes of AREAS) await app.register(async (area) => routes(area as App, context))
  if (options.clientDir)
    await app.register(client, {
      clientDir: options.clientDir,
      config,
      clock: context.clock,
      hasMedications: (userId) => hasMedications(context.db, userId),
    })
  await app.register(notFound, {
    shell: (request) => readShell(options.clientDir, request, config),
  })
  return app
}
