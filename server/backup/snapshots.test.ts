import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OpenDatabase, openPglite } from '../db/database.ts'
import { knownMigrations } from '../db/migrate.ts'
import { transaction } from '../db/transaction.ts'
import { type TestClock, testClock } from '../testing/clock.ts'
import { freshPglite, pgliteWithSmallDump } from '../testing/database.ts'
import { tombstones } from '../testing/tables.ts'
import { damageOf, databaseFileOf, listSnapshots, rotateSnapshots, type Snapshot, takeSnapshot } from './snapshots.ts'

let dataDir: string
let clock: TestClock
let open: OpenDatabase
/** Another database, for what does not depend on what is in it. */
let small: PGlite
beforeAll(async () => {
  open = await freshPglite()
  small = await pgliteWithSmallDump()
})
afterAll(() => Promise.all([open.close(), small.close()]))
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'snapshots-'))
  clock = testClock()
  await open.db.delete(tombstones)
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const USER = randomUUID()

/** Adds a row; which table it is in does not matter here. */
const mark = (db = open.db) =>
  db.insert(tombstones).values({ userId: USER, id: randomUUID(), kind: 'medication', deletedAt: new Date(clock.now()) })
const marks = async (db = open.db) => (await db.select().from(tombstones).where(eq(tombstones.userId, USER))).length

function take(pglite = open.pglite): Promise<Snapshot> {
  if (!pglite) throw new Error('this is no PGlite')
  return takeSnapshot(pglite, { dataDir, clock, reason: 'schedule' })
}

/** Returns how many marks the snapshot contains. */
async function marksIn(snapshot: Snapshot): Promise<number> {
  const load = new Blob([await readFile(databaseFileOf(snapshot))], { type: 'application/gzip' })
  const restored = await openPglite({ load })
  try {
    return await marks(restored.db)
  } finally {
    await restored.close()
  }
}

const snapshotFolder = () => readdir(join(dataDir, 'snapshots'))

describe('a snapshot', () => {
  it('S11.10 holds the database of its moment, and says what it holds', async () => {
    await mark()
    const snapshot = await take()
    await mark()
    expect(await marksIn(snapshot)).toBe(1)
    expect(snapshot.name).toBe('2026-03-02T09-00-00.000Z')
    expect(snapshot.manifest).toMatchObject({
      madeAt: '2026-03-02T09:00:00.000Z',
      reason: 'schedule',
      migration: knownMigrations().at(-1)?.tag,
    })
    expect(await listSnapshots(dataDir)).toEqual([snapshot])
    expect(await damageOf(snapshot)).toBe(null)
  })

  it('S11.10 taken amid writes it holds whole transactions only', async () => {
    let stopped = false
    const pairs = (async () => {
      while (!stopped) {
        await transaction(open.db, async (tx) => {
          await mark(tx)
          // A turn of the event loop, in which the snapshot could get in between; PGlite alone never gives one up.
          await turn()
          await mark(tx)
        })
      }
    })()
    const snapshot = await take()
    stopped = true
    await pairs
    expect((await marksIn(snapshot)) % 2).toBe(0)
  })

  it('S11.10 holds the files of its moment, without a second copy of their bytes', async () => {
    await mkdir(join(dataDir, 'files', 'ab'), { recursive: true })
    const file = join(dataDir, 'files', 'ab', 'letter.jpg')
    await writeFile(file, 'a letter')
    const snapshot = await take(small)
    await rm(file)
    const kept = join(snapshot.directory, 'files', 'ab', 'letter.jpg')
    expect(await readFile(kept, 'utf8')).toBe('a letter')
    expect(snapshot.manifest.files).toEqual({ count: 1, bytes: 8 })
    await writeFile(file, 'another')
    clock.advance(1)
    const next = await take(small)
    const [live, linked] = await Promise.all([stat(file), stat(join(next.directory, 'files', 'ab', 'letter.jpg'))])
    expect(linked.ino).toBe(live.ino)
  })

  it('is not in the list while half of it is there, and a failed one leaves nothing', async () => {
    await mkdir(join(dataDir, 'snapshots', '2026-03-01T09-00-00.000Z'), { recursive: true })
    await mkdir(join(dataDir, 'snapshots', '.draft-2026-03-01T10-00-00.000Z'))
    expect(await listSnapshots(dataDir)).toEqual([])
    const closed = await pgliteWithSmallDump()
    await closed.close()
    await expect(take(closed)).rejects.toThrow('closed')
    expect(await snapshotFolder()).toEqual(['2026-03-01T09-00-00.000Z'])
  })

  it.each([
    ['a changed byte', 'is not the one that was written'],
    ['no database file', 'cannot be read'],
    ['a missing file', 'its files are not those that were written (0 of 1)'],
  ])('with %s is found out', async (damage, sentence) => {
    await mkdir(join(dataDir, 'files'))
    await writeFile(join(dataDir, 'files', 'letter.jpg'), 'a letter')
    const snapshot = await take(small)
    const file = databaseFileOf(snapshot)
    if (damage === 'a changed byte') {
      const bytes = await readFile(file)
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
      await writeFile(file, bytes)
    } else if (damage === 'no database file') await rm(file)
    else await rm(join(snapshot.directory, 'files', 'letter.jpg'))
    expect(await damageOf(snapshot)).toContain(sentence)
  })

  it('goes with rotation, whole', async () => {
    await take(small)
    clock.advance(31 * 86_400_000)
    const young = await take(small)
    await rotateSnapshots(dataDir, clock.now())
    expect(await snapshotFolder()).toEqual([young.name])
  })
})
