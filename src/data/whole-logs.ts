import { Dexie } from 'dexie'
import type { DoseEventId, MedicationId } from '#domain/lib/ids.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import { getAllKeys, watch } from './bare-reads.ts'
import { changedSince, changesSoFar } from './changed-doses.ts'
import type { DosewellDatabase } from './database.ts'
import type { StoredDoseEvent } from './stored-dose.ts'

interface Known {
  /** By time. */
  events: readonly StoredDoseEvent[]
  /** What changed up to this number is in it (`changesSoFar`). */
  upTo: number
  /** When all ids were read (`performance.now`). */
  checkedAt: number
}

const knownOf = new WeakMap<DosewellDatabase, Map<MedicationId, Known>>()

/** A tab that was frozen may have missed what another context wrote: so often, all ids are read. */
const TRUSTED = MINUTE

/** The whole log of a medication, by time. */
export const eventsOf = (db: DosewellDatabase, id: MedicationId) =>
  db.doseEvents.where('[medicationId+at]').between([id, Dexie.minKey], [id, Dexie.maxKey])

/**
 * Returns the whole log of these medications. Home asks after every write, of logs that grow for years, and even their
 * ids take a tenth of a second: of what was read before, only what changed since is read, and now and then the ids. What
 * the server has acknowledged stays the same dose. An amount or a move that an entry gets after an update (S4.9) in
 * another tab may be missing from entries of other days until the next start; where the next dose is does not depend on it.
 * Runs inside a transaction over the log.
 */
export const readLogs = async (db: DosewellDatabase, ids: readonly MedicationId[]): Promise<StoredDoseEvent[]> => {
  const logs = await Promise.all(ids.map((id) => readWhole(db, id)))
  return logs.flat()
}

async function readWhole(db: DosewellDatabase, id: MedicationId): Promise<readonly StoredDoseEvent[]> {
  const logs = knownOf.get(db) ?? new Map<MedicationId, Known>()
  knownOf.set(db, logs)
  const upTo = changesSoFar(db.name)
  const before = logs.get(id)
  const read = before ? await readSince(db, id, before) : await readAll(db, id)
  // Two reads at a time may end in either order.
  if (upTo >= (logs.get(id)?.upTo ?? 0)) logs.set(id, { ...read, upTo })
  return read.events
}

type Read = Pick<Known, 'events' | 'checkedAt'>

const readAll = async (db: DosewellDatabase, id: MedicationId): Promise<Read> => ({
  checkedAt: performance.now(),
  events: await eventsOf(db, id).toArray(),
})

async function readSince(db: DosewellDatabase, id: MedicationId, before: Known): Promise<Read> {
  const changed = changedSince(db.name, before.upTo)
  watch(db.doseEvents, '[medicationId+at]', [id, Dexie.minKey], [id, Dexie.maxKey])
  const { checkedAt } = before
  if (changed === null || performance.now() - checkedAt > TRUSTED) return readIds(db, id, before, changed ?? [])
  const pending = before.events.flatMap((event) => (event.seq === null ? event.id : []))
  const asked = new Set([...changed, ...pending])
  if (asked.size === 0) return { events: before.events, checkedAt }
  const read = await db.doseEvents.bulkGet([...asked])
  const fresh = read.flatMap((event) => (event?.medicationId === id ? event : []))
  const others = before.events.filter((event) => !asked.has(event.id))
  if (fresh.length === 0 && others.length === before.events.length) return { events: before.events, checkedAt }
  return { events: [...others, ...fresh].sort(byPlace), checkedAt }
}

/** Reads all ids, and what of it is not known or may have changed. */
async function readIds(
  db: DosewellDatabase,
  id: MedicationId,
  { events }: Known,
  changed: readonly DoseEventId[],
): Promise<Read> {
  const checkedAt = performance.now()
  const known = new Map(events.flatMap((event) => (event.seq === null ? [] : [[event.id, event]])))
  for (const one of changed) known.delete(one)
  const keys = await keysOf(db, id)
  const read = await db.doseEvents.bulkGet(keys.filter((key) => !known.has(key)))
  const found = new Map(read.flatMap((event) => (event ? [[event.id, event]] : [])))
  return { events: keys.flatMap((key) => found.get(key) ?? known.get(key) ?? []), checkedAt }
}

/** As the index has them. */
const byPlace = (a: StoredDoseEvent, b: StoredDoseEvent): number =>
  a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1

/** Returns the ids of a whole log, past Dexie: for a live query it would note each of thousands. */
const keysOf = (db: DosewellDatabase, id: MedicationId): Promise<DoseEventId[]> =>
  getAllKeys(db.doseEvents, '[medicationId+at]', IDBKeyRange.bound([id], [id, []]))
