import type { SlotView } from '#domain/doses/dose-views.ts'
import type { SlotId } from '#domain/lib/ids.ts'
import { addDays, type LocalDate } from '#domain/lib/local-time.ts'
import { endOfDay, localAt, startOfDay } from '#domain/lib/zone.ts'
import { planSlots } from '#domain/schedule/slots.ts'
import type { DosewellDatabase } from './database.ts'
import { readDoseViews, readSlotEvents } from './reads.ts'

/**
 * How far around today a slot without any event is looked for, in days: near first, since hashing every slot of a year
 * costs some hundred milliseconds. A missed dose of longer ago has no link anywhere.
 */
const SEARCHES = [
  { from: -1, to: 1 },
  { from: -35, to: 35 },
  { from: -400, to: -36 },
] as const

/** The dose of a slot as it stands at `now` (ms), on whatever day it is; null when no plan and no log knows it any more. */
export async function readSlotView(
  db: DosewellDatabase,
  slotId: SlotId,
  zone: string,
  now: number,
): Promise<SlotView | null> {
  const date = (await dateFromLog(db, slotId)) ?? (await dateFromPlans(db, slotId, zone, now))
  if (date === null) return null
  const { slots } = await readDoseViews(db, { from: date, to: date, zone }, now)
  return slots.find((view) => view.slot.id === slotId) ?? null
}

const dateFromLog = async (db: DosewellDatabase, slotId: SlotId): Promise<LocalDate | null> =>
  (await readSlotEvents(db, slotId))[0]?.snapshot.date ?? null

/** A slot's id is a hash: its date is found by planning the days around today again. */
async function dateFromPlans(
  db: DosewellDatabase,
  slotId: SlotId,
  zone: string,
  now: number,
): Promise<LocalDate | null> {
  const medications = await db.medications.toArray()
  const today = localAt(now, zone).date
  for (const { from, to } of SEARCHES) {
    const window = { from: startOfDay(addDays(today, from), zone), to: endOfDay(addDays(today, to), zone) }
    for (const medication of medications) {
      const slot = planSlots(medication, window, zone).find((candidate) => candidate.id === slotId)
      if (slot) return slot.date
    }
  }
  return null
}
