import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { scheduledSnapshots } from '../backup/scheduled-snapshots.ts'
import { listSnapshots } from '../backup/snapshots.ts'
import { fileCarrier } from '../mail/carrier.ts'
import { fileMailer } from '../mail/mailer.ts'
import { type MailWorker, mailWorker } from '../mail/worker.ts'
import { fileBlobStore } from '../pictures/blob-store.ts'
import { documentKey } from '../pictures/document-key.ts'
import { orphansJob } from '../pictures/orphans.ts'
import { systemRandom } from '../platform/clock.ts'
import { type Jobs, startJobs } from '../queue/jobs.ts'
import { erasureJournal } from '../sync/erasure-journal.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { type TestClock, testClock } from '../testing/clock.ts'
import { freshPglite } from '../testing/database.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { jpegOf, multipartOf } from '../testing/pictures.ts'
import { subscriptionBody } from '../testing/push.ts'
import { neverSetAside } from '../testing/set-aside.ts'
import * as schema from '../testing/tables.ts'
import { addAppointment, addMedication, doseBody, send } from '../testing/writes.ts'
import { housekeeping } from './housekeeping.ts'

/** Snapshots of 40 MB each. */
vi.setConfig({ testTimeout: 60_000 })

const HOUR = 3_600_000
const DAY = 24 * HOUR
const EMAIL = 'ada@example.org'
/** What must not be found any more; all of it was stored. */
const WORDS = [EMAIL, 'Adastatin', 'Lovelace', 'Phone of Ada', 'Dr Byron', 'A question of Ada']

let dataDir: string
let clock: TestClock
let server: TestApp
let jobs: Jobs
let mailQueue: MailWorker
let ada: Person
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'retention-'))
  // Files have the machine's time.
  clock = testClock(new Date().toISOString())
  const database = await freshPglite()
  const { pglite, db } = database
  if (!pglite) throw new Error('this is no PGlite')
  const journal = erasureJournal(dataDir)
  const blobs = fileBlobStore(dataDir, await documentKey(undefined, dataDir))
  const files = fileMailer(join(dataDir, 'outbox'), 'dosewell@example.org', clock, systemRandom)
  const mailer = {
    destination: 'files',
    send: async (mail: Parameters<typeof files.send>[0]) => {
      server.mails.push(mail)
      await files.send(mail)
    },
  }
  server = await testApp({ database, clock, journal, blobs, mailer })
  mailQueue = mailWorker({
    db,
    clock,
    random: systemRandom,
    carrier: fileCarrier(join(dataDir, 'outbox'), 'dosewell@example.org', { clock, random: systemRandom }),
    config: server.config,
    secret: 'secret',
    isAlone: true,
    onFault: (error) => {
      throw error
    },
    onMailFault: (error) => {
      throw error
    },
  })
  const onFault = (name: string, error: unknown) => {
    throw new Error(`the job ${name} failed`, { cause: error })
  }
  const snapshots = scheduledSnapshots({
    disk: { requireRoom: async () => {} },
    pglite,
    dataDir,
    clock,
    hours: 7 * 24,
    onFault: (error) => onFault('snapshot', error),
  })
  jobs = await startJobs(
    [
      ...snapshots.jobs,
      ...housekeeping({ db, clock, journal, dataDir, onSetAside: neverSetAside }),
      orphansJob({ db, blobs, clock }),
    ],
    { clock, onFault },
  )
  ada = await asAdult(server, EMAIL)
})
afterEach(async () => {
  await mailQueue.stop()
  await jobs.stop()
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Gives all fields, so that nothing is read from the picture. */
const DOCUMENT = { documentName: 'Adastatin', documentType: 'referral', documentDate: '2026-01-02' }

/** Creates something of every kind that a user can leave on a server. */
async function live(): Promise<void> {
  await send(ada, 'PATCH', '/api/user/profile', { firstName: 'Ada', lastName: 'Lovelace' })
  const { id } = await addMedication(ada, { name: 'Adastatin' })
  await send(ada, 'POST', '/api/doses', doseBody(id, { note: 'after Adastatin' }))
  await addAppointment(ada, { doctorName: 'Dr Byron' })
  const { payload, headers } = multipartOf(DOCUMENT, { bytes: await jpegOf() })
  await ada.inject({ method: 'POST', url: '/api/medical-documents/upload', payload, headers })
  await ada.inject({
    method: 'PUT',
    url: '/api/push/subscription',
    payload: subscriptionBody({ deviceName: 'Phone of Ada' }),
  })
  const message = { name: 'Ada', email: EMAIL, subject: 'A question of Ada', message: 'Is this private?' }
  await server.inject({ method: 'POST', url: '/api/contact', payload: message })
}

/** Returns which of the words any column of any table contains. */
async function wordsInTables(): Promise<string[]> {
  const texts: string[] = []
  for (const table of Object.values(schema)) {
    if (!is(table, PgTable)) continue
    const rows = await server.db.select().from(table)
    texts.push(`${getTableName(table)} ${JSON.stringify(rows)}`)
  }
  return WORDS.filter((word) => texts.some((text) => text.includes(word)))
}

/** Returns the files in the data directory, without snapshots, whose text contains one of the words. */
async function filesWithWords(): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile() || file.includes(`${sep}snapshots${sep}`)) continue
    const text = await readFile(file, 'latin1')
    if (WORDS.some((word) => text.includes(word))) found.push(file)
  }
  return found
}

/** Returns the names of devices that are or were signed in. */
const devices = async () => (await server.db.select().from(schema.sessions)).map(({ deviceName }) => deviceName)
const pictures = async () =>
  (await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    .length
const snapshotsBefore = async (instant: number) =>
  (await listSnapshots(dataDir)).filter(({ manifest }) => Date.parse(manifest.madeAt) < instant).length

it('30 days after an account was deleted nothing of it is left: no row, no mail, no picture, no snapshot', async () => {
  await live()
  await jobs.runDue()
  expect(await wordsInTables()).toEqual(WORDS)
  expect((await filesWithWords()).length).toBeGreaterThan(0)
  expect(await pictures()).toBe(2)
  expect(await devices()).toEqual([expect.stringMatching(/./)])
  clock.advance(HOUR)

  const deleted = clock.now()
  const gone = await ada.inject({ method: 'DELETE', url: '/api/user/account', payload: { email: EMAIL } })
  expect(gone.statusCode).toBe(204)
  // The address for the mail about it, until that is sent.
  expect(await wordsInTables()).toEqual([EMAIL])
  await mailQueue.pass()
  expect(await wordsInTables()).toEqual([])
  expect(await snapshotsBefore(deleted)).toBe(1)

  for (let hour = 0; clock.now() < deleted + 30 * DAY; hour += 1) {
    clock.set(Math.min(clock.now() + (hour < 3 ? HOUR : DAY), deleted + 30 * DAY))
    await jobs.runDue()
    if (hour === 2) expect(await pictures()).toBe(0)
  }
  expect(await wordsInTables()).toEqual([])
  expect(await filesWithWords()).toEqual([])
  expect(await snapshotsBefore(deleted)).toBe(0)
  expect(await devices()).toEqual([''])
  // What remains identifies no one: ids that devices and a restore need.
  const journal = await readFile(join(dataDir, 'erasures.jsonl'), 'utf8')
  expect(journal).toContain(ada.user.id)

  clock.set(deleted + 36 * DAY)
  await jobs.runDue()
  expect(await readFile(join(dataDir, 'erasures.jsonl'), 'utf8')).not.toContain(ada.user.id)
})
