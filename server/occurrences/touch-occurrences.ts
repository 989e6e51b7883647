import { and, eq, gte, inArray, type SQL } from 'drizzle-orm'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Database } from '../db/database.ts'
import type { Writer } from '../sync/writes.ts'
import { planCounting } from './due-index.ts'
import { remindedPeople } from './reminded.ts'
import { putOffOf, reopen } from './reopen.ts'
import { helperNotices, reminderOccurrences } from './tables.ts'

/**
 * Has the occurrences of logged doses processed again (R2.2), in the transaction that logs them, after the log, and
 * plans medications anew whose next dose counts from the last one (R2.1). A snooze or an undo may open a slot that has
 * no occurrence any longer: it gets one, unless it is too late for a reminder or there is no device to reach.
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
  const putOff = await putOffOf(tx, user, counting, now)
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
