import type { SlotView } from '#domain/doses/dose-views.ts'
import { addDays } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { DosewellDatabase } from './database.ts'
import { readDoseViews } from './reads.ts'

/** A dose can be snoozed for as long as it is late (a day), and that snooze may end after another midnight. */
const DAYS_BACK = 2

/** Every dose that may ring at `now` (ms), among those of the last days: what page and worker look through for due reminders. */
export async function readReminderViews(db: DosewellDatabase, zone: string, now: number): Promise<SlotView[]> {
  const { date } = localAt(now, zone)
  return (await readDoseViews(db, { from: addDays(date, -DAYS_BACK), to: date, zone }, now)).slots
}
