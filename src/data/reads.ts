import { Dexie } from 'dexie'
import { countedAs } from '#domain/doses/counted-slot.ts'
import { type DoseViews, doseViews } from '#domain/doses/dose-views.ts'
import { conflictsOf, type SlotConflict } from '#domain/doses/slot-conflict.ts'
import { foldSlot, type SlotOutcome } from '#domain/doses/slot-outcome.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { addDays, type LocalDate } from '#domain/lib/local-time.ts'
import { endOfDay, startOfDay } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import { countFromLog, datesBeside } from '#domain/schedule/counting.ts'
import type { DoseSlot } from '#domain/schedule/slots.ts'
import { type DoseLog, NOTHING_LOGGED } from '#domain/schedule/version-timetables.ts'
import { getAll, getWhole, watch } from './bare-reads.ts'
import type { DosewellDatabase } from './database.ts'
import type { StoredDoseEvent } from './stored-dose.ts'
import { readLogs } from './whole-logs.ts'

/** Returns every medication, newest first. */
export async function readMedications(db: DosewellDatabase): Promise<Medication[]> {
  const all = await db.medications.toArray()
  return all.sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0))
}

export interface LogRange {
  from: LocalDate
  to: LocalDate
  zone: string
}

/**
 * Returns the events of the dates: by planned date, or by moment if there is no slot. Runs inside a transaction over
 * the log.
 */
export async function readEvents(db: DosewellDatabase, range: LogRange): Promise<StoredDoseEvent[]> {
  const begin = toInstant(startOfDay(range.from, range.zone))
  const end = toInstant(endOfDay(range.to, range.zone))
  watch(db.doseEvents, 'looseAt', begin, end)
  const [planned, loose] = await Promise.all([
    eventsOn(db, range.from, range.to),
    getAll<StoredDoseEvent>(db.doseEvents, 'looseAt', IDBKeyRange.bound(begin, end, false, true)),
  ])
  for (const { id } of loose) watch(db.doseEvents, '', id, id)
  return loose.length === 0 ? planned : [...planned, ...loose, ...(await readUndos(db, loose))]
}

/**
 * Returns the medications, and the events of the dates together with what else their doses depend on: the whole log of
 * those whose doses count from it or which others follow (`countFromLog`), and that of dates beside (`datesBeside`).
 * Runs inside a transaction over both.
 */
export async function readPlanned(
  db: DosewellDatabase,
  range: LogRange,
): Promise<{ medications: Medication[]; events: StoredDoseEvent[] }> {
  watch(db.medications, '', Dexie.minKey, Dexie.maxKey)
  const [medications, events] = await Promise.all([getWhole<Medication>(db.medications), readEvents(db, range)])
  const counting = countFromLog(medications)
  if (counting.length === 0) return { medications, events }
  const [beside, logs] = await Promise.all([
    Promise.all(datesBeside(range, medications).map((date) => eventsOn(db, date, date))),
    readLogs(db, counting),
  ])
  const ofDates = [...events, ...beside.flat()]
  // Those of the dates as they are now: of an entry that was replaced (S4.9), the whole log may have what it was.
  const ids = new Set(ofDates.map(({ id }) => id))
  const others = logs.filter(({ id }) => !ids.has(id))
  return { medications, events: [...ofDates, ...others] }
}

/**
 * Returns the events planned for these dates, in order. Read past Dexie, which for a live query would note each of them:
 * of a year that takes longer than reading it. The query watches the dates instead. Runs inside a transaction.
 */
async function eventsOn(db: DosewellDatabase, from: LocalDate, to: LocalDate): Promise<StoredDoseEvent[]> {
  watch(db.doseEvents, 'snapshot.date', from, to)
  const read = (range: IDBKeyRange) => getAll<StoredDoseEvent>(db.doseEvents, 'snapshot.date', range)
  // Of a year the browser would make all rows in one long task.
  const parts = to === LATEST || addDays(from, AT_ONCE) >= to ? [IDBKeyRange.bound(from, to)] : portionsOf(from, to)
  return (await Promise.all(parts.map(read))).flat()
}

/** More days than a screen of days reads. */
const AT_ONCE = 40

/** Returns the dates as ranges of so many days, in order. */
function portionsOf(from: LocalDate, to: LocalDate): IDBKeyRange[] {
  const portions: IDBKeyRange[] = []
  for (let first = from; first <= to; first = addDays(first, AT_ONCE)) {
    const last = addDays(first, AT_ONCE - 1)
    portions.push(IDBKeyRange.bound(first, last < to ? last : to))
  }
  return portions
}

/** Returns what the plans need of the log. Call it outside of transactions: few need the code, so it is loaded late. */
export async function foldLog(
  db: DosewellDatabase,
  medications: readonly Medication[],
  events: readonly DoseEvent[],
): Promise<DoseLog> {
  if (countFromLog(medications).length === 0) return NOTHING_LOGGED
  const { foldLogs } = await import('./folded-logs.ts')
  const known = new Set(medications.map(({ id }) => id))
  // The doses of a medication that was deleted are gone, for what followed it too.
  return foldLogs(db, { medications, events: events.filter(({ medicationId }) => known.has(medicationId)) })
}

/** Reads undos separately: the undo of a dose without a slot may be on another day than the dose. */
export const readUndos = (db: DosewellDatabase, events: readonly Pick<DoseEvent, 'id'>[]): Promise<StoredDoseEvent[]> =>
  db.doseEvents
    .where('undoes')
    .anyOf(events.map((event) => event.id))
    .toArray()

/** What the doses of dates follow from, read at one moment. */
export interface PlannedRead {
  range: LogRange
  medications: Medication[]
  events: DoseEvent[]
  log: DoseLog
}

/** Reads what the doses of the dates follow from. */
export async function readDoses(db: DosewellDatabase, range: LogRange): Promise<PlannedRead> {
  // One transaction, so that all reads start together and see the same moment.
  const { medications, events } = await db.transaction('r', [db.medications, db.doseEvents], () =>
    readPlanned(db, range),
  )
  return { range, medications, events, log: await foldLog(db, medications, events) }
}

/** Returns the doses of the dates of a read as they stand at `now` (ms). */
export function viewsOf({ range, medications, events, log }: Readonly<PlannedRead>, now: number): DoseViews {
  const known = new Set<MedicationId>(medications.map((medication) => medication.id))
  return doseViews({
    medications,
    log,
    events: events.filter((event) => known.has(event.medicationId)),
    ...range,
    now,
  })
}

/** Returns the doses of the dates as they stand at `now` (ms). */
export const readDoseViews = async (db: DosewellDatabase, range: LogRange, now: number): Promise<DoseViews> =>
  viewsOf(await readDoses(db, range), now)

/**
 * Returns the conflicts from `from` on that the user still has to decide, newest slot first, for medications that still
 * exist.
 */
export async function readConflicts(db: DosewellDatabase, from: LocalDate): Promise<SlotConflict[]> {
  const [events, medications] = await db.transaction('r', [db.doseEvents, db.medications], () =>
    Promise.all([eventsOn(db, from, LATEST), db.medications.toCollection().primaryKeys()]),
  )
  const known = new Set(medications)
  const conflicts = conflictsOf(events.filter((event) => known.has(event.medicationId)))
  return conflicts.sort((a, b) => (plannedOf(a) < plannedOf(b) ? 1 : -1))
}

/** After every date of a record. */
const LATEST = '9999-12-31' as LocalDate

const plannedOf = ({ taken: [first] }: SlotConflict): string =>
  `${first?.snapshot.date} ${first?.snapshot.time} ${first?.snapshot.name}`

type NamedDose = Pick<DoseSlot, 'id' | 'date'> & Partial<Pick<DoseSlot, 'medicationId' | 'plannedAt'>>

/**
 * Returns every event of one dose. All of them carry the date of its slot, but for a dose of a plan that counts from the
 * log: another device may have logged it in another plan zone, under another date and time (decision 072).
 */
export async function readSlotEvents(db: DosewellDatabase, slot: NamedDose): Promise<DoseEvent[]> {
  const { id, date, medicationId, plannedAt } = slot
  const around = plannedAt === undefined ? 0 : ZONES_APART
  const from = db.doseEvents.where('snapshot.date')
  const events = await from.between(addDays(date, -around), addDays(date, around), true, true).toArray()
  // Filtered here: with a filter in the query, the database would deliver row by row.
  if (plannedAt === undefined) return events.filter(({ slotId }) => slotId === id)
  const own = events.filter((event) => event.medicationId === medicationId)
  const counted = countedAs(own)
  const isOfInstant = ({ snapshot }: DoseEvent) => snapshot.plannedAt === toInstant(plannedAt)
  const names = new Set([id, ...own.filter(isOfInstant).map((event) => counted(event).slotId)])
  return own.filter((event) => names.has(counted(event).slotId))
}

/** Zones are up to 26 hours apart, so the dates that one instant has in two of them are at most so many days apart. */
const ZONES_APART = 2

/** Returns what the log says about a slot now. */
export const readSlotOutcome = async (db: DosewellDatabase, slot: NamedDose): Promise<SlotOutcome> =>
  foldSlot(await readSlotEvents(db, slot))
