import { Dexie } from 'dexie'
import type { DoseEventId, MedicationId } from '#domain/lib/ids.ts'
import type { DosewellDatabase } from './database.ts'
import type { StoredDoseEvent } from './stored-dose.ts'

type Known = Map<DoseEventId, StoredDoseEvent>

const knownOf = new WeakMap<DosewellDatabase, Map<MedicationId, Known>>()

/** The whole log of a medication, by time. */
export const eventsOf = (db: DosewellDatabase, id: MedicationId) =>
  db.doseEvents.where('[medicationId+at]').between([id, Dexie.minKey], [id, Dexie.maxKey])

/**
 * Returns the whole log of these medications. What the server has acknowledged stays the same dose, so only ids are read
 * of what was read before: home asks after every write, of logs that grow for years. An amount or a move that an entry
 * gets after an update (S4.9) may be missing from entries of other days until the next start; where the next dose is does not depend on it.
 */
export const readLogs = async (db: DosewellDatabase, ids: readonly MedicationId[]): Promise<StoredDoseEvent[]> =>
  (await Promise.all(ids.map((id) => readWhole(db, id)))).flat()

async function readWhole(db: DosewellDatabase, id: MedicationId): Promise<StoredDoseEvent[]> {
  const logs = knownOf.get(db) ?? new Map<MedicationId, Known>()
  knownOf.set(db, logs)
  const before = logs.get(id)
  const events = before ? await readNew(db, id, before) : await eventsOf(db, id).toArray()
  logs.set(id, new Map(events.flatMap((event) => (event.seq === null ? [] : [[event.id, event]]))))
  return events
}

async function readNew(db: DosewellDatabase, id: MedicationId, known: Known): Promise<StoredDoseEvent[]> {
  const keys = await eventsOf(db, id).primaryKeys()
  const read = await db.doseEvents.bulkGet(keys.filter((key) => !known.has(key)))
  const found = new Map(read.flatMap((event) => (event ? [[event.id, event]] : [])))
  return keys.flatMap((key) => found.get(key) ?? known.get(key) ?? [])
}
