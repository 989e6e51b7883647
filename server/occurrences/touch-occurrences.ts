import { and, eq, gte, inArray, type SQL } from 'drizzle-orm'
import { withMove } from '#domain/doses/moved-slot.ts'
import { foldSlot } from '#domain/doses/slot-outcome.ts'
import { ringStart } from '#domain/doses/slot-state.ts'
import type { SlotId } from '#domain/lib/ids.ts'
import type { LocalDate, LocalTime } from '#domain/lib/local-time.ts'
import { DAY, MINUTE } from '#domain/lib/local-time.ts'
import { instantAt } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { FOLLOW_UP } from '#domain/records/dose-notices.ts'
import { DROPPED_AFTER, STAGES } from '#domain/reminders/alerts.ts'
import type { Database } from '../db/database.ts'
import { eventsOfDates, snoozesSince } from '../sync/dose-rows.ts'
import type { Writer } from '../sync/writes.ts'
import { planCounting } from './due-index.ts'
import { remindedPeople } from './reminded.ts'
import { helperNotices, reminderOccurrences } from './tables.ts'

/** The time to which a dose was moved is another instant in another zone: a day later at most, and a few hours. */
const PUT_OFF_WITHIN = 2 * DAY

type NewOccurrence = typeof reminderOccurrences.$inferInsert

/**
 * Has the occurrences of logged doses processed again (R2.2), in the transaction that logs them, after the log, and
 * plans medications anew whose next dose counts from the last one (R2.1). A
 * snooze or an undo may open a slot that has no occurrence any longer: it gets one, unless it is too late for a
 * reminder or there is no device to reach.
 */
export async function touchOccurrences(
  tx: Database,
  user: Writer,
  events: readonly DoseEvent[],
  now: number,
): Promise<void> {
  if (events.length === 0) return
  const logged = [...new Set(events.map(({ medicationId }) => medicationId))]
  // The doses of these have come, moved or gone, so what was announced of them is looked at again.
  const counting = await planCounting(tx, user.id, logged, now)
  if (counting.length > 0) await lookAgain(tx, user, inArray(reminderOccurrences.medicationId, counting), now)
  // One that was snoozed or moved is asked for at that time, of which the due index knows nothing.
  const putOff = await snoozesSince(tx, user.id, counting, now - PUT_OFF_WITHIN)
  const slotIds = new Set(events.flatMap(({ slotId }) => slotId ?? []))
  const reopening = [...events.filter(({ kind }) => kind === 'snoozed' || kind === 'undone'), ...putOff]
  if (reopening.length > 0 && (await isSubscribed(tx, user))) await reopen(tx, user, reopening, now)
  if (slotIds.size === 0) return
  await lookAgain(tx, user, inArray(reminderOccurrences.slotId, [...slotIds]), now)
  // What helpers were told of is withdrawn once it is logged (R11.4).
  const wasTold = and(inArray(helperNotices.slotId, [...slotIds]), eq(helperNotices.outcome, 'told'))
  await tx
    .update(helperNotices)
    .set({ lookAt: new Date(now) })
    .where(and(eq(helperNotices.userId, user.id), wasTold))
}

/** Has these occurrences of the user processed again at `now` (ms). */
async function lookAgain(tx: Database, user: Writer, which: SQL, now: number): Promise<void> {
  await tx
    .update(reminderOccurrences)
    .set({ lookAt: new Date(now) })
    .where(and(eq(reminderOccurrences.userId, user.id), which, gte(reminderOccurrences.lookAt, new Date(now))))
}

async function isSubscribed(tx: Database, user: Writer): Promise<boolean> {
  return (await remindedPeople(tx, [user.id])).get(user.id)?.isSubscribed === true
}

async function reopen(tx: Database, user: Writer, reopening: readonly DoseEvent[], now: number): Promise<void> {
  const dates = new Set(reopening.flatMap(({ snapshot }) => snapshot.date ?? []))
  const log = Map.groupBy(await eventsOfDates(tx, user.id, [...dates]), ({ slotId }) => slotId)
  const slots = new Set(reopening.flatMap(({ slotId }) => slotId ?? []))
  const occurrences = [...slots].flatMap((slotId) => reopenedOccurrence(user, slotId, log.get(slotId) ?? [], now) ?? [])
  if (occurrences.length > 0) await tx.insert(reminderOccurrences).values(occurrences).onConflictDoNothing()
}

/**
 * Returns the occurrence of a slot that is still open according to its events, which must be all there are; null if it
 * is too late for a reminder. Earlier stages count as sent, because the slot was snoozed or settled then.
 */
export function reopenedOccurrence(
  { id: userId, zone }: Writer,
  slotId: SlotId,
  events: readonly DoseEvent[],
  now: number,
): NewOccurrence | null {
  const [event] = events
  const outcome = foldSlot(events)
  if (!event || outcome.kind === 'taken' || outcome.kind === 'skipped') return null
  const [date, time] = [event.snapshot.date as LocalDate, event.snapshot.time as LocalTime]
  const slotAt = instantAt(date, time, zone)
  const start = ringStart(withMove({ date, time, at: slotAt }, outcome, zone), outcome)
  const elapsed = now - start
  if (elapsed >= FOLLOW_UP.most * MINUTE + DROPPED_AFTER) return null
  const passed = STAGES.filter((stage) => elapsed >= stage * MINUTE)
  const sentStage = passed.at(elapsed >= DROPPED_AFTER ? -1 : -2) ?? null
  return {
    userId,
    slotId,
    medicationId: event.medicationId,
    date,
    time,
    slotAt: new Date(slotAt),
    sentStart: sentStage === null ? null : new Date(start),
    sentStage,
    lookAt: new Date(now),
  }
}
