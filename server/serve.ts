import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { scheduledSnapshots } from './backup/scheduled-snapshots.ts'
import { serverFacts } from './db/meta.ts'
import { faultForLog } from './http/plugins/errors.ts'
import { precompress } from './http/precompress.ts'
import { clearSpool } from './http/uploads/spool.ts'
import { mailWorker } from './mail/worker.ts'
import { housekeeping } from './maintenance/housekeeping.ts'
import { logRoomJob } from './maintenance/log-room.ts'
import { vacuumJob } from './maintenance/vacuum.ts'
import { watchDisk, watchPool } from './metrics/machine.ts'
import { serverMetrics } from './metrics/metrics.ts'
import { watchProcess } from './metrics/process.ts'
import { askedOrExit, openOrExit } from './open-or-exit.ts'
import {
  blobsOrExit,
  carrierFor,
  configOrExit,
  inboxOrExit,
  listenOrExit,
  lockOrExit,
  mailerFor,
  pushOrExit,
  transcriberOrExit,
} from './parts-or-exit.ts'
import { paymentJobs } from './payments/jobs.ts'
import { stripePayments } from './payments/stripe.ts'
import { orphansJob } from './pictures/orphans.ts'
import { duePlansJob } from './plans/due-plans.ts'
import { systemClock, systemRandom } from './platform/clock.ts'
import { diskWatch } from './platform/disk-watch.ts'
import { giveBackStartMemory } from './platform/start-memory.ts'
import { startJobs } from './queue/jobs.ts'
import type { OnSetAside } from './queue/set-aside.ts'
import { importantDosesJob } from './reminders/important-doses.ts'
import { missedDosesJob } from './reminders/missed-doses.ts'
import { silentDevicesJob } from './reminders/silent-devices.ts'
import { supplyPushJob } from './reminders/supply-job.ts'
import { reminderWorker } from './reminders/worker.ts'
import { stopInOrder } from './stop.ts'
import { changeNotificationsOf } from './sync/change-notifications-postgres.ts'
import { erasureJournal } from './sync/erasure-journal.ts'
import { webhookTransport } from './webhooks/transport.ts'
import { webhookWorker } from './webhooks/worker.ts'

/** How long a stop may take before the process ends anyway. */
const CLOSE_WITHIN = 10_000

/** How long after a start files are compressed that the build has not compressed (ms). */
const PRECOMPRESS_AFTER = 1_000

const clientDir = fileURLToPath(new URL('../dist/client', import.meta.url))

/**
 * Standard error. On a full disk a log loses lines: without a listener that would end the server, without a limit it
 * would fill the memory.
 */
function logDestination() {
  const destination = pino.destination({ fd: 2, sync: true, maxLength: 1024 * 1024 })
  destination.on('error', () => {})
  return destination
}

const config = configOrExit()
const logger = pino({ level: config.LOG_LEVEL, base: null, serializers: { err: faultForLog } }, logDestination())
const lock = lockOrExit(config.DATA_DIR)
await clearSpool(config.DATA_DIR)
const transcriber = await transcriberOrExit(config)
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
const blobs = await blobsOrExit(config, () =>
  logger.warn('the service of S3_BUCKET does not answer; pictures are unavailable until it does'),
)
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
const webhookDelivery = webhookTransport(config.WEBHOOK_ORIGIN)
const webhooks = webhookWorker({
  db: background,
  clock: systemClock,
  config,
  facts,
  transport: webhookDelivery,
  onFault: (error) => logger.error({ fault: faultForLog(error) }, 'telling webhooks failed'),
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
  transcriber,
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
  missedDosesJob({ db: background, clock: systemClock, random: systemRandom, mailer, push, config, onSetAside }),
  silentDevicesJob({
    db: background,
    clock: systemClock,
    random: systemRandom,
    config,
    onSetAside,
    mailWaits: mailQueue.wake,
  }),
  ...(push.publicKey === null
    ? []
    : [
        supplyPushJob({
          db: background,
          clock: systemClock,
          random: systemRandom,
          config,
          push,
          origin: config.PUBLIC_URL,
          onFault: (error) => logger.error({ fault: faultForLog(error) }, 'sending notices about supplies failed'),
          onSetAside,
          onAttempted: metrics.reminders.attempted,
        }),
      ]),
  orphansJob({ db: background, blobs, clock: systemClock }),
  ...(snapshots?.jobs ?? []),
  ...(database.pglite ? [vacuumJob(database.pglite, disk), logRoomJob(database.pglite, disk)] : []),
]
const jobs = await askedOrExit(startJobs(planned, { clock: systemClock, onFault, metrics: metrics.jobs }))
const requests = await snapshots?.answer()
if (push.publicKey !== null) reminders.start()
mailQueue.start()
webhooks.start()
const inbox = await inboxOrExit(config, {
  db,
  disk,
  clock: systemClock,
  random: systemRandom,
  onFault: (error) => logger.error({ fault: faultForLog(error) }, 'a mail could not be saved'),
})

let stopping = false
/** Finishes the requests in progress, then closes the database and unlocks the directory. */
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
    () => webhooks.stop(),
    () => inbox?.close(),
  ]
  const isClean = await stopInOrder(
    [parts, [() => push.close(), () => webhookDelivery.close(), () => database.close()], [() => lock.release()]],
    (error) => logger.error({ fault: faultForLog(error) }, 'a part of the server did not end well'),
  )
  process.exit(isClean ? 0 : 1)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

const port = await listenOrExit(app, config)
const address = process.env.PUBLIC_URL ? config.PUBLIC_URL : `http://localhost:${port}`
process.stdout.write(`Dosewell is at ${address}\nMails are ${mailer.destination}\n`)
giveBackStartMemory()
if (existsSync(clientDir)) {
  // Not while the first requests of a start are answered.
  setTimeout(() => {
    precompress(clientDir).catch((error) => logger.warn({ fault: faultForLog(error) }, 'assets were not compressed'))
  }, PRECOMPRESS_AFTER).unref()
}
