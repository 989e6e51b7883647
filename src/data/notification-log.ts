import type { SlotView } from '#domain/doses/dose-views.ts'
import { msOf, toInstant } from '#domain/lib/instant.ts'
import { addDays, DAY } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { Reminder } from '#domain/reminders/alerts.ts'
import {
  decideReminders,
  dismissalKey,
  LOG_BEGAN,
  type ReminderDecision,
  type ReminderQuestion,
} from '#domain/reminders/decision.ts'
import type { DosewellDatabase } from './database.ts'
import { readDoseViews } from './reads.ts'

/** Longer than any reminder can matter: it is over 15 minutes after its start. */
export const LOG_MEMORY = 2 * DAY

/** A dose can be snoozed for as long as it is late (a day), and that snooze may end after another midnight. */
const DAYS_BACK = 2

/**
 * Every dose that may be due at `now` (ms), among those of the last days: what page and worker look through for
 * reminders.
 */
export async function readReminderViews(db: DosewellDatabase, zone: string, now: number): Promise<SlotView[]> {
  const { date } = localAt(now, zone)
  return (await readDoseViews(db, { from: addDays(date, -DAYS_BACK), to: date, zone }, now)).slots
}

/**
 * Decides by the notification log of this device, and notes what was decided, in one transaction: of tabs and worker
 * that ask at once, one is told to announce a reminder.
 */
export function askForReminders(db: DosewellDatabase, question: ReminderQuestion): Promise<ReminderDecision> {
  return db.transaction('rw', [db.rings], async () => {
    const log = new Map((await db.rings.toArray()).map(({ key, at }) => [key, msOf(at)]))
    const has = (key: string) => log.has(key)
    const decision = decideReminders(question, { has, began: log.get(LOG_BEGAN) ?? null })
    await note(db, decision.entries, question.now)
    return decision
  })
}

/** The person waved these reminders away: their later stages stay quiet, on every tab and in the worker. */
export const dismissReminders = (
  db: DosewellDatabase,
  reminders: readonly Pick<Reminder, 'slotId' | 'start'>[],
  now: number,
): Promise<void> => note(db, reminders.map(dismissalKey), now)

/** Forgets at the same time what cannot matter any more. */
async function note(db: DosewellDatabase, keys: readonly string[], now: number): Promise<void> {
  if (keys.length === 0) return
  const at = toInstant(now)
  await db.rings.bulkPut(keys.map((key) => ({ key, at })))
  await db.rings
    .where('at')
    .below(toInstant(now - LOG_MEMORY))
    .filter(({ key }) => key !== LOG_BEGAN)
    .delete()
}
