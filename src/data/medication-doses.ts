import { Dexie } from 'dexie'
import { settles, standingEvents } from '#domain/doses/slot-outcome.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { DosewellDatabase } from './database.ts'
import { readUndos } from './reads.ts'
import { eventsOf } from './whole-logs.ts'

/** Returns how many doses are deleted with a medication: the taken and skipped ones that still stand. */
export async function countLoggedDoses(db: DosewellDatabase, id: MedicationId): Promise<number> {
  const standing = standingEvents(await eventsOf(db, id).toArray())
  return standing.filter((event) => settles(event)).length
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

/** How many doses are read at a time: one of them nearly always stands. */
const FEW = 8

/**
 * Returns the last dose taken of a medication, for "last taken … ago". Walks back from the newest event instead of
 * reading all. An undo need not be newer than what it takes back: clocks differ, and the time of a dose is typed.
 */
export async function lastTaken(db: DosewellDatabase, id: MedicationId): Promise<DoseEvent | null> {
  const taken = eventsOf(db, id)
    .reverse()
    .filter(({ kind }) => kind === 'taken')
  for (let read = 0; ; read += FEW) {
    const some = await taken.clone().offset(read).limit(FEW).toArray()
    const undone = new Set((await readUndos(db, some)).map(({ undoes }) => undoes))
    const standing = some.find((event) => !undone.has(event.id))
    if (standing || some.length < FEW) return standing ?? null
  }
}
