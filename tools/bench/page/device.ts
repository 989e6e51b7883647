import { Dexie } from 'dexie'
import { type DoseAuthor, type LoggableSlot, takeSlot } from '#domain/commands/dose-verbs.ts'
import { type DeviceId, newId, type UserId } from '#domain/lib/ids.ts'
import { msOf, toInstant } from '#domain/lib/instant.ts'
import { addDays } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { slotsOn } from '#domain/testing/slots-on.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import { databaseName } from '#src/data/database-names.ts'
import type { LogRange } from '#src/data/reads.ts'
import { type StoredDoseEvent, storedDose } from '#src/data/stored-dose.ts'
import type { WriteContext } from '#src/data/write.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { type BenchMedication, loggedEvents, recordOf } from '../events.ts'
import { type NewEntry, openBare } from './bare.ts'

export const author: DoseAuthor = {
  device: { id: newId<DeviceId>(deviceClock), name: 'Bench' },
  source: deviceClock,
}

/** Creates a database with the app's stores and indexes. */
export async function freshDatabase(user: UserId): Promise<DosewellDatabase> {
  await Dexie.delete(databaseName(user))
  const db = createDatabase(user)
  await db.open()
  return db
}

/** Creates the same stores and indexes in bare IndexedDB. */
export async function freshBare(user: UserId): Promise<IDBDatabase> {
  const db = await freshDatabase(user)
  db.close()
  return openBare(databaseName(user))
}

/** Creates the same stores and indexes in plain Dexie, with strict durability. */
export async function freshDexie(user: UserId): Promise<Dexie> {
  const db = await freshDatabase(user)
  db.close()
  return new Dexie(databaseName(user), { chromeTransactionDurability: 'strict' }).open()
}

export const contextOf = (db: DosewellDatabase, zone: string): WriteContext => ({
  db,
  source: deviceClock,
  zone,
})

/**
 * Puts medications where screens and engine look for them, with bare IndexedDB, so that it works for every kind of
 * database.
 */
export async function putMedications(db: DosewellDatabase | Dexie, medications: readonly BenchMedication[]) {
  const records = medications.map(recordOf)
  await db.table('medications').bulkPut(records)
  await db.table('medicationBase').bulkPut(records)
}

const CHUNK = 20_000

/**
 * Makes the log grow backwards from its oldest event, or from `until` (ms) if it has none: from `from` events to `to`.
 */
export async function growLog(
  db: Dexie,
  medications: readonly BenchMedication[],
  {
    from,
    to,
    largest,
    zone,
    until = Date.now(),
  }: { from: number; to: number; largest: number; zone: string; until?: number },
): Promise<void> {
  const log = db.table<StoredDoseEvent>('doseEvents')
  for (let held = from; held < to; ) {
    const count = Math.min(CHUNK, to - held)
    const oldest = await log.orderBy('seq').first()
    const end = oldest ? msOf(oldest.at) : until
    const events = loggedEvents(medications, count, end, zone, largest - held - count + 1)
    await log.bulkAdd(events.map(storedDose))
    held += count
  }
}

/** Creates a database with medications and a log of that length up to `until`, closes it, and returns its name. */
export async function fillDatabase(
  user: UserId,
  medications: readonly BenchMedication[],
  doses: number,
  zone: string,
  until = Date.now(),
): Promise<string> {
  const db = await freshDatabase(user)
  await putMedications(db, medications)
  await growLog(db, medications, { from: 0, to: doses, largest: doses, zone, until })
  const count = await db.doseEvents.count()
  db.close()
  if (count !== doses) throw new Error(`The database holds ${count} doses instead of ${doses}`)
  return databaseName(user)
}

/** Returns the planned doses of today, or of that many days ahead, as a screen that logs them has them. */
export function slotsOf(medications: readonly BenchMedication[], zone: string, ahead = 0): LoggableSlot[] {
  const date = addDays(localAt(Date.now(), zone).date, ahead)
  return medications.flatMap((medication) =>
    slotsOn(recordOf(medication), date, zone).map((slot) => ({
      slot,
      name: medication.name,
      dosage: medication.dosage,
    })),
  )
}

/** Returns a dose and its outbox entry as `write` stores them, for code that stores them by other means. */
export function rowsOf(slot: LoggableSlot): { event: StoredDoseEvent; entry: NewEntry } {
  const command = takeSlot(author, slot)
  return {
    event: storedDose({ ...command.args, seq: null }),
    entry: {
      key: newId(deviceClock),
      command,
      recordId: command.args.id,
      kind: 'dose',
      madeAt: toInstant(deviceClock.now()),
      state: 'waiting',
      refusal: null,
    },
  }
}

export interface Offline {
  count: number
  medications: BenchMedication[]
  zone: string
  /** Which days, counted from 0. */
  turn: number
}

/**
 * Before the log of the bench begins. What is logged for those days is not part of today, which every screen reads.
 */
const DAYS_BEFORE = 1500

/** Returns planned doses of days long ago, as many as are written without a network: other ones in each turn. */
export function offlineSlots({ count, medications, zone, turn }: Offline): LoggableSlot[] {
  const slots: LoggableSlot[] = []
  const days = Math.ceil(count / slotsOf(medications, zone, -DAYS_BEFORE).length)
  const first = -DAYS_BEFORE - days * turn
  for (let ahead = first; slots.length < count; ahead += 1) slots.push(...slotsOf(medications, zone, ahead))
  return slots.slice(0, count)
}

/** Returns the range that the home screen asks for. */
export function homeRange(zone: string): LogRange {
  const { date } = localAt(Date.now(), zone)
  return { from: addDays(date, -1), to: date, zone }
}

export interface TodaySlot {
  medications: BenchMedication[]
  zone: string
  /** Which of the doses that home shows. */
  index: number
}

/** Throws if home shows no such dose: to log one again is another matter, as the server looks up who took it first. */
export function pick({ medications, zone, index }: TodaySlot): LoggableSlot {
  const slot = [...slotsOf(medications, zone, -1), ...slotsOf(medications, zone)][index]
  if (!slot) throw new Error(`Home does not show ${index + 1} doses`)
  return slot
}

/**
 * Milliseconds since the epoch by this page's precise clock; the clocks of two pages on one machine differ by what the
 * bench measures.
 */
export const pageClock = (): number => performance.timeOrigin + performance.now()
