import { Dexie } from 'dexie'
import { standingEvents } from '#domain/doses/slot-outcome.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { DosewellDatabase } from './database.ts'
import { readUndos } from './reads.ts'
import { eventsOf } from './whole-logs.ts'

/** Returns how many doses are deleted with a medication: the taken and skipped ones that still stand. */
export async function countLoggedDoses(db: DosewellDatabase, id: MedicationId): Promise<number> {
  const standing = standingEvents(await eventsOf(db, id).toArray())
  return standing.filter((event) => event.kind === 'taken' || event.kind === 'skipped').length
}

/**
 * Returns the doses of a medication taken at or after `since` (ms), with what undoes them.
 */
export async function readTakenSince(db: DosewellDatabase, id: MedicationId, since: number): Promise<DoseEvent[]> {
  const events = await db.doseEvents
    .where('[medicationId+at]')
    .between([id, toInstant(since)], [id, Dexie.maxKey])
    .toArray()
  return events.length === 0 ? [] : [...events, ...(await readUndos(db, events))]
}

/**
 * Returns the last dose taken of a medication, for "last taken … ago". Walks back from the newest event instead of
 * reading all.
 */
export async function lastTaken(db: DosewellDatabase, id: MedicationId): Promise<DoseEvent | null> {
  let found: DoseEvent | null = null
  const undone = new Set<string>()
  await eventsOf(db, id)
    .reverse()
    .until(() => found !== null)
    .each((event) => {
      if (event.undoes !== null) undone.add(event.undoes)
      else if (event.kind === 'taken' && !undone.has(event.id)) found = event
    })
  return found
}
