import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { scheduledSnapshots } from './backup/scheduled-snapshots.ts'
import { type InboundListener, listenForMail } from './contact/inbound/listener.ts'
import { DataDirBusy, lockDataDir } from './db/data-dir-lock.ts'
import type { Database, OpenDatabase } from './db/database.ts'
import { serverFacts } from './db/meta.ts'
import type { App } from './http/context.ts'
import { faultForLog } from './http/plugins/errors.ts'
import { precompress } from './http/precompress.ts'
import { clearSpool } from './http/uploads/spool.ts'
import { fileCarrier, type MailCarrier, smtpCarrier } from './mail/carrier.ts'
import { fileMailer, type Mailer, smtpMailer } from './mail/mailer.ts'
import { mailWorker } from './mail/worker.ts'
import { housekeeping } from './maintenance/housekeeping.ts'
import { logRoomJob } from './maintenance/log-room.ts'
import { vacuumJob } from './maintenance/vacuum.ts'
import { watchDisk, watchPool } from './metrics/machine.ts'
import { serverMetrics } from './metrics/metrics.ts'
import { watchProcess } from './metrics/process.ts'
import { askedOrExit, openOrExit, refuseToStart } from './open-or-exit.ts'
import { paymentJobs } from './payments/jobs.ts'
import { stripePayments } from './payments/stripe.ts'
import type { BlobStore } from './pictures/blob-store.ts'
import { openBlobs, placeOf } from './pictures/open-blobs.ts'
import { orphansJob } from './pictures/orphans.ts'
import { duePlansJob } from './plans/due-plans.ts'
import { systemClock, systemRandom } from './platform/clock.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { diskWatch } from './platform/disk-watch.ts'
import { keysInDatabase, keysInFile } from './push/keys.ts'
import { type PushTransport, pushTransport } from './push/transport.ts'
import { vapid, vapidSubject } from './push/vapid.ts'
import { startJobs } from './queue/jobs.ts'
import type { OnSetAside } from './queue/set-aside.ts'
import { importantDosesJob } from './reminders/important-doses.ts'
import { silentDevicesJob } from './reminders/silent-devices.ts'
import { reminderWorker } from './reminders/worker.ts'
import { stopInOrder } from './stop.ts'
import { changeNotificationsOf } from './sync/change-notifications-postgres.ts'
import { erasureJournal } from './sync/erasure-journal.ts'

/** What a stop may take before the process ends anyway. */
const CLOSE_WITHIN = 10_000

const clientDir = fileURLToPath(new URL('../dist/client', import.meta.url))

/** Standard error. A log on a disk that is full loses lines: without a listener it would end the server, without a bound fill its memory. */
function logDestination() {
  const destination = pino.destination({ fd: 2, sync: true, maxLength: 1024 * 1024 })
  destination.on('error', () => {})
  return destination
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) refuseToStart(error.message)
    throw error
  }
}

function lockOrExit(dataDir: string) {
  try {
    return lockDataDir(dataDir)
  } catch (error) {
    if (error instanceof DataDirBusy) refuseToStart(error.message)
    const reason = error instanceof Error ? error.message : String(error)
    return refuseToStart(`DATA_DIR ${dataDir} cannot be used: ${reason}.`)
  }
}

const outboxOf = ({ DATA_DIR }: Config): string => join(DATA_DIR, 'outbox')

function mailerFor(config: Config): Mailer {
  return config.SMTP_URL
    ? smtpMailer(config.SMTP_URL, config.MAIL_FROM)
    : fileMailer(outboxOf(config), config.MAIL_FROM, systemClock, systemRandom)
}

/** Connections of its own: whoever waits for a code must not wait behind ten thousand mails. */
function carrierFor(config: Config): MailCarrier {
  return config.SMTP_URL
    ? smtpCarrier(config.SMTP_URL, config.MAIL_FROM)
    : fileCarrier(outboxOf(config), config.MAIL_FROM, { clock: systemClock, random: systemRandom })
}

async function inboxOrExit(config: Config, db: Database): Promise<InboundListener | null> {
  const { INBOUND_SMTP_PORT: port } = config
  if (port === undefined) return null
  try {
    return await listenForMail(port, {
      db,
      disk,
      clock: systemClock,
      random: systemRandom,
      config,
      onFault: (error) => logger.error({ fault: faultForLog(error) }, 'a mail could not be kept'),
    })
  } catch (error) {
    if (error instanceof ConfigError) refuseToStart(error.message)
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    refuseToStart(`INBOUND_SMTP_PORT ${port} cannot be listened to (${String(code)}). Set it to another one.`)
  }
}

async function listenOrExit(app: App, config: Config): Promise<number> {
  try {
    await app.listen({ port: config.PORT, host: config.HOST })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') refuseToStart(`PORT ${config.PORT} is in use. Set PORT to another one.`)
    if (code === 'EACCES') refuseToStart(`PORT ${config.PORT} may not be used by this account.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      refuseToStart(`HOST ${config.HOST} is not an address of this machine.`)
    throw error
  }
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : config.PORT
}

/** Without a subject nothing can be pushed; the calls for it say so (docs/operations.md). */
async function pushOrExit(config: Config, { db, pglite }: OpenDatabase): Promise<PushTransport> {
  const subject = vapidSubject(config)
  const keys = () => (pglite ? keysInFile(config.DATA_DIR) : keysInDatabase(db, systemClock))
  try {
    return pushTransport({
      clock: systemClock,
      vapid: subject === null ? null : vapid(await keys(), subject),
      extraService: config.PUSH_SERVICE,
    })
  } catch (error) {
    if (error instanceof ConfigError) refuseToStart(error.message)
    throw error
  }
}

/** Another key than before would make every saved picture unreadable. */
async function blobsOrExit(config: Config): Promise<BlobStore> {
  try {
    return await openBlobs(config, placeOf(config), () =>
      logger.warn('the service of S3_BUCKET does not answer; pictures are unavailable until it does'),
    )
  } catch (error) {
    if (error instanceof ConfigError) refuseToStart(error.message)
    throw error
  }
}

const config = configOrExit()
const logger = pino({ level: config.LOG_LEVEL, base: null, serializers: { err: faultForLog } }, logDestination())
const lock = lockOrExit(config.DATA_DIR)
await clearSpool(config.DATA_DIR)
const disk = diskWatch(config)
const database = await openOrExit(config, (error) =>
  logger.warn({ fault: faultForLog(error) }, 'a database connection broke'),
)
const mailer = mailerFor(config)
const push = await askedOrExit(pushOrExit(config, database))
if (push.publicKey === null) {
  logger.info('reminders cannot be pushed: set VAPID_SUBJECT, SUPPORT_EMAIL or an https PUBLIC_URL')
}
const metrics = serverMetrics()
watchProcess(metrics.registry)
watchDisk(metrics.registry, disk)
watchPool(metrics.registry, database.connections)
const { db, background } = database
const onSetAside: OnSetAside = ({ kind, error }) => {
  metrics.faults.happened(kind)
  logger.error({ fault: faultForLog(error), kind }, 'something of an account was set aside')
}
const reminders = reminderWorker({
  db,
  background,
  clock: systemClock,
  random: systemRandom,
  push,
  origin: config.PUBLIC_URL,
  isAlone: database.pglite !== undefined,
  onFault: (error) => logger.error({ fault: faultForLog(error) }, 'sending reminders failed'),
  onSetAside,
  onAttempted: metrics.reminders.attempted,
})
const blobs = await blobsOrExit(config)
const journal = erasureJournal(config.DATA_DIR)
const changeNotifications = changeNotificationsOf(db)
const facts = await askedOrExit(serverFacts(db, systemClock, systemRandom))
const payments = await stripePayments(config)
const mailQueue = mailWorker({
  db,
  clock: systemClock,
  random: systemRandom,
  carrier: carrierFor(config),
  config,
  secret: facts.secret,
  isAlone: database.pglite !== undefined,
  onFault: (error) => logger.warn({ fault: faultForLog(error) }, 'sending mails failed'),
  onMailFault: (error) => {
    metrics.faults.happened('mail')
    logger.error({ fault: faultForLog(error) }, 'a mail of the queue could not be made')
  },
})
const app = await buildApp({
  config,
  db,
  background,
  clock: systemClock,
  mailer,
  push,
  journal,
  blobs,
  disk,
  changeNotifications,
  onChange: reminders.wake,
  metrics,
  facts,
  payments,
  onMail: mailQueue.wake,
  logger,
  clientDir,
})
const onFault = (name: string, error: unknown) => logger.error({ fault: faultForLog(error) }, `job failed: ${name}`)
const snapshots =
  database.pglite &&
  scheduledSnapshots({
    pglite: database.pglite,
    dataDir: config.DATA_DIR,
    clock: systemClock,
    hours: config.SNAPSHOT_HOURS,
    disk,
    onFault: (error) => onFault('snapshot on request', error),
  })
const planned = [
  ...housekeeping({ db: background, clock: systemClock, journal, dataDir: config.DATA_DIR, onSetAside }),
  duePlansJob({ db: background, clock: systemClock, changeNotifications, facts, onSetAside }),
  ...paymentJobs({ db: background, clock: systemClock, changeNotifications, facts }, payments),
  importantDosesJob({ db: background, clock: systemClock, mailer, config, onSetAside }),
  silentDevicesJob({
    db: background,
    clock: systemClock,
    random: systemRandom,
    config,
    onSetAside,
    mailWaits: mailQueue.wake,
  }),
  orphansJob({ db: background, blobs, clock: systemClock }),
  ...(snapshots?.jobs ?? []),
  ...(database.pglite ? [vacuumJob(database.pglite, disk), logRoomJob(database.pglite, disk)] : []),
]
const jobs = await askedOrExit(startJobs(planned, { clock: systemClock, onFault, metrics: metrics.jobs }))
const requests = await snapshots?.answer()
if (push.publicKey !== null) reminders.start()
mailQueue.start()
const inbox = await inboxOrExit(config, db)

let stopping = false
/** Answers what has been asked, then closes the database and gives the directory back. */
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  setTimeout(() => {
    logger.error('the stop took too long; ending now')
    process.exit(1)
  }, CLOSE_WITHIN).unref()
  const parts = [
    () => app.close(),
    () => jobs.stop(),
    () => requests?.stop(),
    () => reminders.stop(),
    () => mailQueue.stop(),
    () => inbox?.close(),
  ]
  const isClean = await stopInOrder(
    [parts, [() => push.close(), () => database.close()], [() => lock.release()]],
    (error) => logger.error({ fault: faultForLog(error) }, 'a part of the server did not end well'),
  )
  process.exit(isClean ? 0 : 1)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

const port = await listenOrExit(app, config)
const address = process.env.PUBLIC_URL ? config.PUBLIC_URL : `http://localhost:${port}`
process.stdout.write(`Dosewell is at ${address}\nMails are ${mailer.destination}\n`)
if (existsSync(clientDir)) {
  precompress(clientDir).catch((error) => logger.warn({ fault: faultForLog(error) }, 'assets were not compressed'))
}
