import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { PGlite } from '@electric-sql/pglite'
import { toInstant } from '#domain/lib/instant.ts'
import { newestMigration } from '../db/migrate.ts'
import type { Clock } from '../platform/clock.ts'
import { filesIn } from '../platform/data-dir.ts'
import { syncDirectory, syncTree } from '../platform/durable.ts'
import { linkTree, weighTree } from './link-tree.ts'
import { type Manifest, parseManifest, VERSION } from './manifest.ts'
import { superseded } from './rotation.ts'

const DATABASE_FILE = 'database.tar.gz'
const MANIFEST_FILE = 'manifest.json'
/** A snapshot in the making, or one that was interrupted. */
const DRAFT = '.draft-'
const CHUNK = 1024 * 1024

/** The instant it was made, as a name that sorts by time and that every file system accepts. */
const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z$/
export const stampOf = (at: number): string => toInstant(at).replaceAll(':', '-')

export interface Snapshot {
  /** Its name and that of its folder: `2026-03-02T09-00-00.000Z`. */
  name: string
  directory: string
  manifest: Manifest
}

export const snapshotsIn = (dataDir: string): string => join(dataDir, 'snapshots')
export const databaseFileOf = ({ directory }: Snapshot): string => join(directory, DATABASE_FILE)

/**
 * Takes a snapshot of the open database and the files of the same moment. It appears under its name only once all of it
 * is safely on disk. Requests wait while the data directory is read into memory (docs/operations.md has figures), but
 * not while it is compressed. The caller makes sure that only one runs at a time.
 */
export async function takeSnapshot(
  pglite: PGlite,
  { dataDir, clock, reason }: { dataDir: string; clock: Clock; reason: Manifest['reason'] },
): Promise<Snapshot> {
  const madeAt = clock.now()
  const name = stampOf(madeAt)
  const root = snapshotsIn(dataDir)
  const [draft, directory] = [join(root, `${DRAFT}${name}`), join(root, name)]
  await removeDrafts(root)
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    const { dump, ...moment } = await holdStill(pglite, dataDir, draft)
    const manifest: Manifest = {
      format: 1,
      madeAt: toInstant(madeAt),
      reason,
      version: VERSION,
      ...moment,
      database: await compress(dump, join(draft, DATABASE_FILE)),
    }
    await writeFile(join(draft, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    await syncTree(draft)
    await rename(draft, directory)
    await syncDirectory(root)
    return { name, directory, manifest }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/**
 * Captures database and files at the same moment. Inside a transaction on PGlite's one connection no other transaction
 * can be open, so the image contains only complete transactions. It is what a killed process would leave behind, and
 * PostgreSQL recovers from that. Uncompressed, because PGlite would hold the connection while compressing.
 */
async function holdStill(pglite: PGlite, dataDir: string, draft: string) {
  return pglite.transaction(async (tx) => ({
    migration: await newestMigration(tx),
    files: await linkTree(filesIn(dataDir), filesIn(draft)),
    dump: await pglite.dumpDataDir('none'),
  }))
}

async function compress(dump: Blob, file: string): Promise<Manifest['database']> {
  const bytes = Buffer.from(await dump.arrayBuffer())
  function* chunks() {
    for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
  }
  const seal = createHash('sha256')
  let length = 0
  async function* sealed(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      seal.update(chunk)
      length += chunk.length
      yield chunk
    }
  }
  await pipeline(Readable.from(chunks()), createGzip(), sealed, createWriteStream(file, { mode: 0o600 }))
  return { bytes: length, sha256: seal.digest('hex') }
}

async function removeDrafts(root: string): Promise<void> {
  for (const name of await namesIn(root)) {
    if (name.startsWith(DRAFT)) await rm(join(root, name), { recursive: true, force: true })
  }
}

/** Returns the snapshots of the data directory, newest first. Folders without a readable manifest do not count. */
export async function listSnapshots(dataDir: string): Promise<Snapshot[]> {
  const root = snapshotsIn(dataDir)
  const names = (await namesIn(root)).filter((name) => STAMP.test(name)).sort()
  const read = names.map(async (name): Promise<Snapshot[]> => {
    const directory = join(root, name)
    const text = await readFile(join(directory, MANIFEST_FILE), 'utf8').catch(() => '')
    const manifest = parseManifest(text)
    return manifest ? [{ name, directory, manifest }] : []
  })
  return (await Promise.all(read)).flat().reverse()
}

/** Removes what rotation no longer keeps (rotation.ts). */
export async function rotateSnapshots(dataDir: string, now: number): Promise<void> {
  const snapshots = await listSnapshots(dataDir)
  const madeAt = ({ manifest }: Snapshot) => Date.parse(manifest.madeAt)
  const gone = new Set(superseded(snapshots.map(madeAt), now))
  for (const snapshot of snapshots) {
    if (!gone.has(madeAt(snapshot))) continue
    // Renamed first, so that a half-removed folder is not taken for a snapshot.
    const draft = join(snapshotsIn(dataDir), `${DRAFT}${snapshot.name}`)
    await rename(snapshot.directory, draft)
    await rm(draft, { recursive: true, force: true })
  }
}

/** Checks that the snapshot is what was written. Returns a sentence about what is wrong, or null. */
export async function damageOf(snapshot: Snapshot): Promise<string | null> {
  const { database, files } = snapshot.manifest
  const seal = createHash('sha256')
  try {
    await pipeline(createReadStream(databaseFileOf(snapshot)), seal)
  } catch {
    return `its ${DATABASE_FILE} cannot be read`
  }
  if (seal.digest('hex') !== database.sha256) return `its ${DATABASE_FILE} is not the one that was written`
  const found = await weighTree(filesIn(snapshot.directory))
  if (found.count !== files.count || found.bytes !== files.bytes) {
    return `its files are not those that were written (${found.count} of ${files.count})`
  }
  return null
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
