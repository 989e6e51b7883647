import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { DAY } from '#domain/lib/local-time.ts'
import { type Database, loadPglite, openPglite } from '../db/database.ts'
import { appointments, medications } from '../db/schema/records.ts'
import { users } from '../db/schema/users.ts'
import { applyErasures, type Erased } from '../erasure/erasures.ts'
import type { Clock, RandomBytes } from '../platform/clock.ts'
import { filesIn } from '../platform/data-dir.ts'
import { syncDirectory, syncTree, writeWhole } from '../platform/durable.ts'
import type { ErasureJournal } from '../sync/erasure-journal.ts'
import { doseEvents } from '../sync/tables.ts'
import { beginEpoch } from './begin-epoch.ts'
import { linkTree } from './link-tree.ts'
import { databaseFileOf, type Snapshot, stampOf } from './snapshots.ts'

/** How long the replaced database is kept after a restore. */
export const REPLACED_KEPT = 7 * DAY

const databaseIn = (directory: string): string => join(directory, 'db')
/** Where the next database is prepared. */
const restoringIn = (dataDir: string): string => join(dataDir, 'restoring')
/** If it exists, the database next to it is complete: from then on a restore is finished, never undone. */
const readyFile = (dataDir: string): string => join(restoringIn(dataDir), 'ready.json')
const replacedIn = (dataDir: string): string => join(dataDir, 'replaced')

const readySchema = z.object({ replaced: z.string() })

/** What a restore goes back to: a snapshot, or the folder of a database that an earlier restore replaced. */
export type Source = { snapshot: Snapshot } | { replaced: string }

/** What a restore needs besides the data directory, which the caller has locked. */
export interface RestorePorts {
  clock: Clock
  random: RandomBytes
  journal: Pick<ErasureJournal, 'read'>
}

/** What was done to the restored database. */
export interface Reconciled {
  erased: Erased
  /** Journal lines that could not be read. */
  unreadable: number
  holds: { accounts: number; medications: number; appointments: number; doses: number }
}

/**
 * Replaces the database and the files with those of the source: prepares the new ones next to the old ones, repeats the
 * erasures in the journal, begins a new epoch (S11.2, S11.8), and swaps them. If it is interrupted at any point, either
 * the old or the new database remains, complete (see finishRestore). Also returns the name under which the replaced one
 * is kept, or null if there was none.
 */
export async function restore(
  dataDir: string,
  source: Source,
  ports: RestorePorts,
): Promise<Reconciled & { replaced: string | null }> {
  const restoring = restoringIn(dataDir)
  await rm(restoring, { recursive: true, force: true })
  await mkdir(restoring, { mode: 0o700 })
  await unpack(source, restoring)
  // No snapshot before migrations here: this very database comes from one.
  const open = await openPglite({ dataDir: databaseIn(restoring) })
  const reconciled = await reconcile(open.background, ports).finally(() => open.close())
  await syncTree(restoring)
  await writeWhole(readyFile(dataDir), JSON.stringify({ replaced: stampOf(ports.clock.now()) }))
  return { ...reconciled, replaced: await finishRestore(dataDir) }
}

async function unpack(source: Source, restoring: string): Promise<void> {
  if ('snapshot' in source) {
    const dump = await readFile(databaseFileOf(source.snapshot))
    await loadPglite(new Blob([dump], { type: 'application/gzip' }), databaseIn(restoring))
    await linkTree(filesIn(source.snapshot.directory), filesIn(restoring))
  } else {
    await cp(databaseIn(source.replaced), databaseIn(restoring), { recursive: true })
    await linkTree(filesIn(source.replaced), filesIn(restoring))
  }
}

/**
 * Prepares a restored database for its devices: repeats the erasures in the journal and begins a new epoch. Call it
 * while no server uses the database. Running it twice costs the devices another full sync, but no data.
 */
export async function reconcile(db: Database, { clock, random, journal }: RestorePorts): Promise<Reconciled> {
  const { erasures, unreadable } = await journal.read()
  const erased = await applyErasures(db, erasures)
  await beginEpoch(db, { clock, random })
  const [accounts, meds, dates, doses] = [
    await db.$count(users),
    await db.$count(medications),
    await db.$count(appointments),
    await db.$count(doseEvents),
  ]
  return { erased, unreadable, holds: { accounts, medications: meds, appointments: dates, doses } }
}

/**
 * Finishes a restore that was interrupted during its swap, and cleans up one that was interrupted before. Call it with
 * the lock held, before the database is opened. Any step may be the last one that an interrupted run took. Returns the
 * name under which the replaced database is kept, or null if nothing was replaced.
 */
export async function finishRestore(dataDir: string): Promise<string | null> {
  const restoring = restoringIn(dataDir)
  const ready = await readFile(readyFile(dataDir), 'utf8').catch(() => null)
  if (ready === null) {
    await rm(restoring, { recursive: true, force: true })
    return null
  }
  const { replaced } = readySchema.parse(JSON.parse(ready))
  const aside = join(replacedIn(dataDir), replaced)
  await mkdir(aside, { recursive: true, mode: 0o700 })
  for (const place of [databaseIn, filesIn]) {
    if (!(await exists(place(restoring)))) continue
    // The old one has already been moved aside if the earlier run was interrupted between the two renames.
    if (await exists(place(dataDir))) await rename(place(dataDir), place(aside))
    await rename(place(restoring), place(dataDir))
  }
  for (const directory of [aside, replacedIn(dataDir), dataDir]) await syncDirectory(directory)
  await rm(restoring, { recursive: true, force: true })
  if (await exists(databaseIn(aside))) return replaced
  await rm(aside, { recursive: true, force: true })
  return null
}

/**
 * Returns the replaced databases that still exist, newest first; `name` is their folder, as used by `Source.replaced`.
 */
export async function listReplaced(dataDir: string): Promise<{ name: string; directory: string }[]> {
  const names = await readdir(replacedIn(dataDir)).catch(() => [])
  const folders = names.sort().reverse()
  return folders.map((name) => ({ name, directory: join(replacedIn(dataDir), name) }))
}

/** Removes replaced databases older than seven days. Only call it from a server that runs on the new one. */
export async function removeReplaced(dataDir: string, now: number): Promise<void> {
  for (const { name, directory } of await listReplaced(dataDir)) {
    if (name < stampOf(now - REPLACED_KEPT)) await rm(directory, { recursive: true, force: true })
  }
}

async function exists(path: string): Promise<boolean> {
  return readdir(path).then(
    () => true,
    () => false,
  )
}
