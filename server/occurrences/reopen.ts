import { withMove } from '#domain/doses/moved-slot.ts'
import { foldSlot, settles } from '#domain/doses/slot-outcome.ts'
import { ringStart } from '#domain/doses/slot-state.ts'
import { msOf } from '#domain/lib/instant.ts'
import { DAY, MINUTE } from '#domain/lib/local-time.ts'
import { instantAt, localAt } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { FOLLOW_UP } from '#domain/records/dose-notices.ts'
import { DROPPED_AFTER, STAGES } from '#domain/reminders/alerts.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import type { DoseSlot } from '#domain/schedule/slots.ts'
import type { Database } from '../db/database.ts'
import { eventsOfDates, snoozesSince } from '../sync/dose-rows.ts'
import { reminderOccurrences } from './tables.ts'

/** The time to which a dose was moved is another instant in another zone: a day later at most, and a few hours. */
const PUT_OFF_WITHIN = 2 * DAY

type NewOccurrence = typeof reminderOccurrences.$inferInsert

/** Whose doses they are, and their plan zone. */
interface Whose {
  id: string
  zone: string
}

/**
 * Gives an occurrence to the open slots of these events that have none any longer, unless it is too late for a reminder
 * (R2.2). Only for who has a subscription.
 */
export async function reopen(tx: Database, whose: Whose, events: readonly DoseEvent[], now: number): Promise<void> {
  await addOccurrences(tx, await reopenedOccurrences(tx, whose, events, now))
}

/** Returns the snoozes and moves of doses of these medications that may not have ended yet. */
export const putOffOf = (
  tx: Database,
  { id }: Whose,
  medicationIds: readonly string[],
  now: number,
): Promise<DoseEvent[]> => snoozesSince(tx, id, medicationIds, now - PUT_OFF_WITHIN)

/**
 * Gives an occurrence to doses of these medications that were snoozed or moved, after something else than the log has
 * changed. They are asked for at that time, of which the due index knows nothing, and may not have been planned for a
 * while, or there was no subscription.
 */
export async function reopenPutOff(
  tx: Database,
  whose: Whose,
  medicationIds: readonly string[],
  now: number,
): Promise<void> {
  const occurrences = await reopenedOccurrences(tx, whose, await putOffOf(tx, whose, medicationIds, now), now)
  // Meanwhile nothing was sent that is not on record.
  await addOccurrences(
    tx,
    occurrences.map((one) => ({ ...one, sentStart: null, sentStage: null })),
  )
}

async function addOccurrences(tx: Database, occurrences: readonly NewOccurrence[]): Promise<void> {
  if (occurrences.length > 0)
    await tx
      .insert(reminderOccurrences)
      .values([...occurrences])
      .onConflictDoNothing()
}

async function reopenedOccurrences(
  tx: Database,
  whose: Whose,
  events: readonly DoseEvent[],
  now: number,
): Promise<NewOccurrence[]> {
  if (events.length === 0) return []
  const slots = new Map(events.flatMap((event) => slotsOf(event, whose.zone)).map((slot) => [slot.id, slot]))
  const dates = new Set([...slots.values()].map(({ date }) => date))
  const log = Map.groupBy(await eventsOfDates(tx, whose.id, [...dates]), ({ slotId }) => slotId)
  return [...slots.values()].flatMap((slot) => reopenedOccurrence(whose, slot, log.get(slot.id) ?? [], now) ?? [])
}

type Slot = Pick<DoseSlot, 'id' | 'medicationId' | 'date' | 'time'>

/**
 * Returns the slot of an entry; and the one that its planned instant has in this plan zone, where the device that logged
 * it had not heard of the zone (R1.4).
 */
function slotsOf({ slotId, medicationId, snapshot }: DoseEvent, zone: string): Slot[] {
  const { date, time, plannedAt } = snapshot
  if (slotId === null || date === null || time === null) return []
  const own = { id: slotId, medicationId, date, time }
  if (plannedAt === undefined) return [own]
  const there = localAt(msOf(plannedAt), zone)
  return [own, { id: slotIdOf(medicationId, there.date, there.time), medicationId, ...there }]
}

/**
 * Returns the occurrence of a slot that is still open according to its events, which must be all there are; null if it
 * is too late for a reminder. Earlier stages count as sent, because the slot was snoozed or settled then.
 */
export function reopenedOccurrence(
  { id: userId, zone }: Whose,
  { id: slotId, medicationId, date, time }: Slot,
  events: readonly DoseEvent[],
  now: number,
): NewOccurrence | null {
  const outcome = foldSlot(events)
  if (settles(outcome)) return null
  const slotAt = instantAt(date, time, zone)
  const start = ringStart(withMove({ date, time, at: slotAt }, outcome, zone), outcome)
  const elapsed = now - start
  if (elapsed >= FOLLOW_UP.most * MINUTE + DROPPED_AFTER) return null
  const passed = STAGES.filter((stage) => elapsed >= stage * MINUTE)
  const sentStage = passed.at(elapsed >= DROPPED_AFTER ? -1 : -2) ?? null
  return {
    userId,
    slotId,
    medicationId,
    date,
    time,
    slotAt: new Date(slotAt),
    sentStart: sentStage === null ? null : new Date(start),
    sentStage,
    lookAt: new Date(now),
  }
}
