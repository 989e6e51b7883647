import type { SlotView } from '#domain/doses/dose-views.ts'
import { conflictsOf, type SlotConflict } from '#domain/doses/slot-conflict.ts'
import type { SlotId } from '#domain/lib/ids.ts'
import { addDays, type LocalDate } from '#domain/lib/local-time.ts'
import { endOfDay, localAt, startOfDay } from '#domain/lib/zone.ts'
import { planSlots } from '#domain/schedule/slots.ts'
import type { DosewellDatabase } from './database.ts'
import { readDoseLog } from './dose-log-read.ts'
import { readDoseViews } from './reads.ts'

/**
 * How far around today to search log and plans for a slot, in days. Near dates come first, since hashing every slot of
 * a year takes some hundred milliseconds. Nothing links to a missed dose of longer ago; a logged one is in the log.
 */
const SEARCHES = [
  { from: -1, to: 1 },
  { from: -35, to: 35 },
  { from: -400, to: -36 },
] as const

/** The dates of slots found before. They never change: the date is part of what makes a slot's id. */
const found = new Map<SlotId, LocalDate>()

/** Returns the dose of a slot as it stands at `now` (ms), on any date; null if no plan or log knows it any more. */
export async function readSlotView(
  db: DosewellDatabase,
  slotId: SlotId,
  zone: string,
  now: number,
): Promise<SlotView | null> {
  const date = found.get(slotId) ?? (await findDate(db, slotId, zone, now))
  if (date === null) return null
  found.set(slotId, date)
  const { slots } = await readDoseViews(db, { from: date, to: date, zone }, now)
  const view = slots.find(({ slot }) => slot.id === slotId)
  if (view) return view
  // Its entries may count for the slot that the dose has in another plan zone, on a date beside.
  const around = await readDoseViews(db, { from: addDays(date, -2), to: addDays(date, 2), zone }, now)
  return around.slots.find(({ events }) => events.some((event) => event.slotId === slotId)) ?? null
}

/**
 * Finds a slot's date. Its id is a hash and the log is ordered by date, so the search goes through log and plans a
 * range of days at a time.
 */
async function findDate(db: DosewellDatabase, slotId: SlotId, zone: string, now: number): Promise<LocalDate | null> {
  const { medications, log } = await readDoseLog(db)
  const today = localAt(now, zone).date
  for (const search of SEARCHES) {
    const from = addDays(today, search.from)
    const to = addDays(today, search.to)
    const logged = await dateFromLog(db, slotId, from, to)
    if (logged !== null) return logged
    const window = { from: startOfDay(from, zone), to: endOfDay(to, zone) }
    for (const medication of medications) {
      const slot = planSlots(medication, window, zone, log).find((candidate) => candidate.id === slotId)
      if (slot) return slot.date
    }
  }
  return dateFromLog(db, slotId)
}

/** Searches the log between two dates; without dates, all of it. */
async function dateFromLog(
  db: DosewellDatabase,
  slotId: SlotId,
  from: string = '',
  to: string = '\uffff',
): Promise<LocalDate | null> {
  const events = await db.doseEvents.where('snapshot.date').between(from, to, true, true).toArray()
  return events.find((event) => event.slotId === slotId)?.snapshot.date ?? null
}

/** Returns the conflict as the log has it now; null if it is settled. */
export async function readConflict(db: DosewellDatabase, asked: SlotConflict): Promise<SlotConflict | null> {
  const ids = new Set(asked.taken.map(({ id }) => id))
  const dates = new Set(asked.taken.concat(asked.skipped).flatMap(({ snapshot: { date } }) => date ?? []))
  const events = await db.doseEvents
    .where('snapshot.date')
    .anyOf([...dates])
    .toArray()
  return conflictsOf(events).find(({ taken }) => taken.some(({ id }) => ids.has(id))) ?? null
}
