import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import { msOf } from '#domain/lib/instant.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import { instantAt } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { DROPPED_AFTER, STAGES } from '#domain/reminders/alerts.ts'
import type { Database } from '../db/database.ts'
import { pushSubscriptions, reminderRings } from '../db/schema/index.ts'
import type { Writer } from '../services/sync-writes.ts'

type RingRow = typeof reminderRings.$inferInsert

/**
 * Has the rings of slots looked at again whose doses are logged (R2.2), in the transaction that logs them. A snooze and an
 * undo may make a slot ring that has no ring any more: it gets one, unless nothing could ring any more or nobody is there to
 * be reached.
 */
export async function touchRings(
  tx: Database,
  user: Writer,
  events: readonly DoseEvent[],
  now: number,
): Promise<void> {
  const slotIds = new Set(events.flatMap(({ slotId }) => slotId ?? []))
  if (slotIds.size === 0) return
  await addRings(
    tx,
    user,
    events.flatMap((event) => revived(user, event, now)),
  )
  await tx
    .update(reminderRings)
    .set({ lookAt: new Date(now) })
    .where(
      and(
        eq(reminderRings.userId, user.id),
        inArray(reminderRings.slotId, [...slotIds]),
        gte(reminderRings.lookAt, new Date(now)),
      ),
    )
}

async function addRings(tx: Database, user: Writer, rings: readonly RingRow[]): Promise<void> {
  const bySlot = new Map(rings.map((ring) => [ring.slotId, ring]))
  if (bySlot.size === 0) return
  const [subscribed] = await tx
    .select({ one: sql`1` })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, user.id))
    .limit(1)
  if (!subscribed) return
  await tx
    .insert(reminderRings)
    .values([...bySlot.values()])
    .onConflictDoNothing()
}

/** The ring that a snooze or an undo may call back. Its stages of before now count as sent: the slot rested then. */
function revived({ id: userId, zone }: Writer, event: DoseEvent, now: number): RingRow[] {
  const { slotId, medicationId, kind, until } = event
  const { date, time } = event.snapshot
  if (slotId === null || date === null || time === null) return []
  if (kind !== 'snoozed' && kind !== 'undone') return []
  const slotAt = instantAt(date, time, zone)
  const start = Math.max(slotAt, until === null ? 0 : msOf(until))
  if (now >= start + DROPPED_AFTER) return []
  const rested = STAGES.filter((stage) => slotAt + stage * MINUTE <= now).slice(0, -1)
  const sentStage = rested.at(-1)
  return [
    {
      userId,
      slotId,
      medicationId,
      date,
      time,
      slotAt: new Date(slotAt),
      sentStart: sentStage === undefined ? null : new Date(slotAt),
      sentStage: sentStage ?? null,
      lookAt: new Date(now),
    },
  ]
}
