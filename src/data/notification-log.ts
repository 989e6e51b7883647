import type { SlotView } from '#domain/doses/dose-views.ts'
import { msOf, toInstant } from '#domain/lib/instant.ts'
import { addDays, DAY, MINUTE } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { HEADS_UP } from '#domain/records/dose-notices.ts'
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

/** Longer than any reminder can matter: its last follow-up ends 255 minutes after its start. */
export const LOG_MEMORY = 2 * DAY

/** A dose can be snoozed as long as it is late (a day), and that snooze may end after another midnight. */
const DAYS_BACK = 2

/**
 * Returns every dose of the last days that may be due or coming up at `now` (ms); page and worker search these for
 * reminders.
 */
export async function readReminderViews(db: DosewellDatabase, zone: string, now: number): Promise<SlotView[]> {
  const from = addDays(localAt(now, zone).date, -DAYS_BACK)
  const to = localAt(now + HEADS_UP.most * MINUTE, zone).date
  return (await readDoseViews(db, { from, to, zone }, now)).slots
}

/**
 * Decides from this device's notification log and notes the decision, in one transaction: if tabs and worker ask at the
 * same time, only one of them is told to announce a reminder.
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

/**
 * Notes that the user dismissed these reminders, which silences their later stages in every tab and in the worker;
 * follow-ups still come.
 */
export const dismissReminders = (db: DosewellDatabase, reminders: readonly Reminder[], now: number): Promise<void> =>
  note(db, reminders.map(dismissalKey), now)

/** Notes announcements, and deletes entries that no longer matter. */
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
