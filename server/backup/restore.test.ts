// On both databases: what a restore of each database is.
import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runCommand } from '#tests/server/support/command.ts'
import { until } from '#tests/support/wait.ts'
import { openPglite, openPostgres } from '../db/database.ts'
import { serverFacts } from '../db/meta.ts'
import { systemRandom } from '../platform/clock.ts'
import { changeNotificationsOf } from '../sync/change-notifications-postgres.ts'
import { erasureJournal } from '../sync/erasure-journal.ts'
import { testClock } from '../testing/clock.ts'
import { freshPglite, freshPostgresUrl } from '../testing/database.ts'
import { medications, serverMeta, tombstones } from '../testing/tables.ts'
import { finishRestore, listReplaced, removeReplaced, restore } from './restore.ts'
import { stampOf, takeSnapshot } from './snapshots.ts'

/** Whole databases are written, read and synced. */
vi.setConfig({ testTimeout: 90_000 })

const DAY = 86_400_000
const clock = testClock()
const random = systemRandom

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'restore-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

if (process.env.TEST_DATABASE === 'postgres') {
  it('S11.2 S11.7 S11.8 after pg_restore the command erases again what the journal names and begins a new epoch', async () => {
    const { url, drop } = await freshPostgresUrl(process.env.TEST_POSTGRES_URL ?? '')
    const open = await openPostgres(url)
    try {
      const { epoch } = await serverFacts(open.db, clock, random)
      const [user, id] = [randomUUID(), randomUUID()]
      await open.db
        .insert(medications)
        .values({ id, userId: user, record: { createdAt: '2026-03-01T09:00:00Z' } as never })
      const at = new Date(clock.now()).toISOString()
      await erasureJournal(dataDir).record({ kind: 'medication', user, id, at })
      const environment = { DATA_DIR: dataDir, DATABASE_URL: url }
      const ended = await runCommand('restore', ['--after-pg-restore'], environment)
      expect([ended.code, ended.complained]).toEqual([0, ''])
      expect(ended.said).toContain(
        'as the journal says: 0 accounts, 1 medication, 0 appointments, 0 signed-in devices.',
      )
      expect(await open.db.$count(medications)).toBe(0)
      expect(await open.db.select().from(tombstones)).toMatchObject([{ userId: user, id }])
      const [facts] = await open.db.select().from(serverMeta)
      expect(facts?.epoch).not.toBe(epoch)
    } finally {
      await open.close()
      await drop()
    }
  })

  it('after pg_restore nothing is done while a server is connected, which would go on in the old epoch', async () => {
    const { url, drop } = await freshPostgresUrl(process.env.TEST_POSTGRES_URL ?? '')
    const open = await openPostgres(url)
    const notifications = changeNotificationsOf(open.db)
    const environment = { DATA_DIR: dataDir, DATABASE_URL: url }
    try {
      const { epoch } = await serverFacts(open.db, clock, random)
      await until(() => notifications.hears())
      const refused = await runCommand('restore', ['--after-pg-restore'], environment)
      expect([refused.code, refused.complained]).toEqual([
        1,
        'A server is still connected to the database at DATABASE_URL. Stop every server, then run this again. Nothing was changed.\n',
      ])
      expect((await open.db.select().from(serverMeta)).map((facts) => facts.epoch)).toEqual([epoch])
      await notifications.close()
      expect((await runCommand('restore', ['--after-pg-restore'], environment)).code).toBe(0)
    } finally {
      await notifications.close()
      await open.close()
      await drop()
    }
  })
} else {
  describe('a restore that was interrupted', () => {
    const STAMP = '2026-03-02T09-00-00.000Z'

    /** Creates a database or files, told apart by one word. */
    async function put(place: string, word: string): Promise<void> {
      await mkdir(join(dataDir, place), { recursive: true })
      await writeFile(join(dataDir, place, 'word'), word)
    }
    const wordIn = (place: string) => readFile(join(dataDir, place, 'word'), 'utf8')

    it('before the new database was ready leaves the old one, and no rest', async () => {
      await put('db', 'old')
      await put('files', 'old')
      await put('restoring/db', 'half')
      expect(await finishRestore(dataDir)).toBe(null)
      expect([await wordIn('db'), await wordIn('files')]).toEqual(['old', 'old'])
      expect((await readdir(dataDir)).sort()).toEqual(['db', 'files'])
    })

    // What is stored where after each step of the swap.
    const aside = `replaced/${STAMP}`
    it.each([
      ['at once', { db: 'old', files: 'old', 'restoring/db': 'new', 'restoring/files': 'new' }],
      [
        'between the renames of the database',
        { [`${aside}/db`]: 'old', files: 'old', 'restoring/db': 'new', 'restoring/files': 'new' },
      ],
      ['between database and files', { [`${aside}/db`]: 'old', db: 'new', files: 'old', 'restoring/files': 'new' }],
      [
        'between the renames of the files',
        { [`${aside}/db`]: 'old', db: 'new', [`${aside}/files`]: 'old', 'restoring/files': 'new' },
      ],
      ['after the last rename', { [`${aside}/db`]: 'old', db: 'new', [`${aside}/files`]: 'old', files: 'new' }],
    ])('during its swap (%s) is finished: the new one in place, the old one whole beside it', async (_when, places) => {
      for (const [place, word] of Object.entries(places)) await put(place, word)
      await mkdir(join(dataDir, 'restoring'), { recursive: true })
      await writeFile(join(dataDir, 'restoring', 'ready.json'), JSON.stringify({ replaced: STAMP }))
      expect(await finishRestore(dataDir)).toBe(STAMP)
      for (const place of ['db', 'files']) {
        expect([await wordIn(place), await wordIn(`${aside}/${place}`)]).toEqual(['new', 'old'])
      }
      expect(await finishRestore(dataDir)).toBe(null)
      expect((await readdir(dataDir)).sort()).toEqual(['db', 'files', 'replaced'])
    })
  })

  it('a replaced database is kept for seven days', async () => {
    const [old, young] = [stampOf(clock.now() - 8 * DAY), stampOf(clock.now() - 6 * DAY)]
    for (const name of [old, young]) await mkdir(join(dataDir, 'replaced', name, 'db'), { recursive: true })
    await removeReplaced(dataDir, clock.now())
    expect((await listReplaced(dataDir)).map(({ name }) => name)).toEqual([young])
  })

  describe('a restore', () => {
    /** Takes a snapshot of a database with one row and one file. */
    async function snapshot() {
      const open = await freshPglite()
      if (!open.pglite) throw new Error('this is no PGlite')
      const { epoch } = await serverFacts(open.db, clock, random)
      await open.db.insert(tombstones).values({
        userId: randomUUID(),
        id: randomUUID(),
        kind: 'medication',
        deletedAt: new Date(clock.now()),
      })
      await mkdir(join(dataDir, 'files'))
      await writeFile(join(dataDir, 'files', 'letter.jpg'), 'a letter')
      const taken = await takeSnapshot(open.pglite, { dataDir, clock, reason: 'request' })
      await open.close()
      await rm(join(dataDir, 'files', 'letter.jpg'))
      return { snapshot: taken, epoch }
    }

    it('S11.2 S11.10 brings back database and files of one moment, under a new epoch; the replaced one can be brought back too', async () => {
      const { snapshot: taken, epoch } = await snapshot()
      const ports = { clock, random, journal: erasureJournal(dataDir) }
      const first = await restore(dataDir, { snapshot: taken }, ports)
      expect(first.replaced).toBe(null)
      expect(await readFile(join(dataDir, 'files', 'letter.jpg'), 'utf8')).toBe('a letter')

      // The second restore replaces the database from the first.
      clock.advance(1_000)
      const second = await restore(dataDir, { snapshot: taken }, ports)
      const [replaced] = await listReplaced(dataDir)
      expect(second.replaced).toBe(replaced?.name)
      clock.advance(1_000)
      await restore(dataDir, { replaced: replaced?.directory ?? '' }, ports)

      const epochs = new Set([epoch])
      for (const directory of [dataDir, ...(await listReplaced(dataDir)).map((one) => one.directory)]) {
        const open = await openPglite({ dataDir: join(directory, 'db') })
        const [facts] = await open.db.select().from(serverMeta)
        epochs.add(facts?.epoch ?? '')
        expect(await open.db.$count(tombstones)).toBe(1)
        await open.close()
      }
      expect(epochs.size).toBe(4)
    })

    it('that fails changes nothing', async () => {
      const { snapshot: taken } = await snapshot()
      await mkdir(join(dataDir, 'db'))
      await writeFile(join(dataDir, 'db', 'word'), 'old')
      const before = `${dataDir}-before`
      await cp(dataDir, before, { recursive: true })
      const journal = {
        read: () => Promise.reject(new Error('EIO')),
      }
      await expect(restore(dataDir, { snapshot: taken }, { clock, random, journal })).rejects.toThrow('EIO')
      expect(await readFile(join(dataDir, 'db', 'word'), 'utf8')).toBe('old')
      expect(await finishRestore(dataDir)).toBe(null)
      expect((await readdir(dataDir, { recursive: true })).sort()).toEqual(
        (await readdir(before, { recursive: true })).sort(),
      )
      await rm(before, { recursive: true })
    })
  })
}
