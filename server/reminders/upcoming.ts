import { doseViews, type SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { DUE_WINDOW, isSettled } from '#domain/doses/slot-state.ts'
import { addDays, DAY, datesFrom, type LocalDate, type LocalTime } from '#domain/lib/local-time.ts'
import { endOfDay, instantAt, localAt, offsetAt, startOfDay } from '#domain/lib/zone.ts'
import type { DueReminder, UpcomingReminder } from '#domain/protocol/reminders.ts'
import { isActive } from '#domain/records/medication.ts'
import { countFromLog, datesBeside, eventsFor } from '#domain/schedule/counting.ts'
import { doseLogOf } from '#domain/schedule/dose-log.ts'
import { byTime } from '#domain/schedule/slots.ts'
import type { Database } from '../db/database.ts'
import { medicationsOf } from '../medications/medications.ts'
import { pauses } from '../platform/turns.ts'
import { eventsOfDates } from '../sync/dose-rows.ts'
import type { Writer } from '../sync/writes.ts'

/** The user whose reminders are requested, at `now` (milliseconds since the epoch). */
interface Asked {
  user: Writer
  now: number
}

/**
 * Returns the unsettled slots of active medications that are announced inside the window (both instants in ms), by
 * their start.
 */
async function openSlots(
  db: Database,
  { user, now }: Asked,
  window: { from: number; to: number },
): Promise<SlotView[]> {
  const { zone } = user
  // A slot of the evening before may be announced after midnight if it was snoozed.
  const from = addDays(localAt(window.from, zone).date, -1)
  const to = localAt(window.to, zone).date
  const all = await medicationsOf(db, user.id)
  const active = all.filter((medication) => isActive(medication, now, zone))
  const dates = [...datesFrom(from, to), ...datesBeside({ from, to }, active)]
  const rows = await eventsOfDates(db, user.id, dates, countFromLog(active))
  const eventsOf = Map.groupBy(rows, ({ medicationId }) => medicationId)
  const open: SlotView[] = []
  const pause = pauses()
  // A medication's doses depend only on its own plan and two logs at most, so they are computed one by one: even
  // thousands hold up no one.
  for (const medication of active) {
    const events = eventsOf.get(medication.id) ?? []
    const log = doseLogOf({ medications: [medication], events: eventsFor(medication, eventsOf) })
    const { slots } = doseViews({ medications: [medication], events, log, from, to, zone, now })
    for (const view of slots) {
      const isInside = view.ringStart >= window.from && view.ringStart < window.to
      if (isInside && !isSettled(view.state)) open.push(view)
    }
    await pause()
  }
  return open.sort((a, b) => a.ringStart - b.ringStart || byTime(a.slot, b.slot))
}

/**
 * Returns what is left of today in the plan zone: from 15 minutes ago to midnight, not settled (readings, Medications).
 * A snoozed dose counts from the end of its snooze.
 */
export async function upcomingReminders(db: Database, asked: Asked): Promise<UpcomingReminder[]> {
  const { zone } = asked.user
  const today = localAt(asked.now, zone).date
  const from = Math.max(startOfDay(today, zone), asked.now - DUE_WINDOW)
  const views = await openSlots(db, asked, { from, to: endOfDay(today, zone) })
  return views.map(({ slot, name, dosage, instructions }) => ({
    id: slot.id,
    medicationId: slot.medicationId,
    medicationName: name,
    dosage,
    instructions,
    time: shownTime(slot),
  }))
}

/**
 * Returns what became due within the last 15 minutes of the client's local time and is not settled (readings,
 * Medications).
 */
export async function dueReminders(db: Database, asked: Asked, time: LocalTime): Promise<DueReminder[]> {
  const at = nearestInstant(time, asked.user.zone, asked.now)
  const views = await openSlots(db, asked, { from: at - DUE_WINDOW + 1, to: at + 1 })
  return views.map(({ slot, name, dosage }) => ({
    id: slot.id,
    reminderTime: shownTime(slot),
    medication: { id: slot.medicationId, name, dosage },
  }))
}

/**
 * Returns the instant nearest to `now` at which clocks in the zone show this time (docs/reminders.md): yesterday's,
 * today's or tomorrow's. If a clock change makes the time occur twice, either one may be returned. A skipped time moves
 * forward by the gap.
 */
export function nearestInstant(time: LocalTime, zone: string, now: number): number {
  const today = localAt(now, zone).date
  const candidates = [-1, 0, 1].flatMap((days) => instantsOf(addDays(today, days), time, zone))
  return candidates.reduce((best, at) => (Math.abs(at - now) < Math.abs(best - now) ? at : best))
}

function instantsOf(date: LocalDate, time: LocalTime, zone: string): number[] {
  const first = instantAt(date, time, zone)
  const wall = Date.parse(`${date}T${time}:00Z`)
  const second = wall - offsetAt(wall + DAY, zone)
  const shown = localAt(second, zone)
  return shown.date === date && shown.time === time ? [first, second] : [first]
}
