import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { listSnapshots } from '#server/backup/snapshots.ts'
import { knownMigrations, migrationsFolder, newestMigration } from '#server/db/migrate.ts'
import { type ServerProcess, startServerProcess } from '../support/process.ts'

const [FIRST, NEWEST] = [knownMigrations().at(0)?.tag, knownMigrations().at(-1)?.tag]

/** The database as the first version left it: with the first migration only. */
let old: string
let dataDir: string
let running: ServerProcess | undefined
beforeAll(async () => {
  old = mkdtempSync(path.join(tmpdir(), 'dosewell-first-'))
  await makeOldDatabase()
})
afterAll(() => rmSync(old, { recursive: true, force: true }))
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'dosewell-old-'))
  cpSync(path.join(old, 'db'), path.join(dataDir, 'db'), { recursive: true })
})
afterEach(async () => {
  await running?.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

async function makeOldDatabase(): Promise<void> {
  const folder = path.join(old, 'migrations')
  cpSync(migrationsFolder, folder, { recursive: true })
  const journal = path.join(folder, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, 1) }))
  const pglite = await PGlite.create({ dataDir: path.join(old, 'db') })
  await migrate(drizzle(pglite), { migrationsFolder: folder })
  await pglite.close()
}

async function newest(): Promise<string | null> {
  const pglite = await PGlite.create({ dataDir: path.join(dataDir, 'db') })
  const tag = await newestMigration(pglite)
  await pglite.close()
  return tag
}

async function start(): Promise<ServerProcess> {
  running = startServerProcess(dataDir)
  await running.decided
  return running
}

it('an existing database is migrated only after a snapshot of it as it was; one that is up to date needs none', async () => {
  const first = await start()
  expect(first.report().outcome).toBe('serves')
  const snapshots = await listSnapshots(dataDir)
  expect(snapshots.map(({ manifest }) => [manifest.reason, manifest.migration])).toEqual([['migration', FIRST]])
  await first.kill()
  expect(await newest()).toBe(NEWEST)
  const second = await start()
  expect(second.report().outcome).toBe('serves')
  expect(await listSnapshots(dataDir)).toEqual(snapshots)
})

it('without that snapshot nothing is migrated, and the server says why it does not start', async () => {
  writeFileSync(path.join(dataDir, 'snapshots'), 'no folder')
  const refused = await start()
  expect(refused.report()).toMatchObject({ outcome: 'refused', code: 1, said: '' })
  expect(refused.report().complained).toMatch(
    /^This version has to migrate the database, and no snapshot could be taken before: E\w+: .*\. Nothing was changed\.\n$/,
  )
  expect(await newest()).toBe(FIRST)
})
