import { and, eq, gte, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Instant, msOf } from '#domain/lib/instant.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Database } from '../db/database.ts'
import { among, amongInstants, amongTexts } from '../db/parameters.ts'
import type { Writer } from '../sync/writes.ts'
import { planCounting } from './due-index.ts'
import { remindedPeople } from './reminded.ts'
import { putOffOf, reopen } from './reopen.ts'
import { helperNotices, reminderOccurrences } from './tables.ts'
import { lookAtPlanned, lookAtTold } from './told-helpers.ts'

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
  const counting = await planCounting(tx, user.id, logged, now, new Set(events.map(({ id }) => id)))
  if (counting.length > 0) await lookAgain(tx, user, among(reminderOccurrences.medicationId, counting), now)
  // A dose logged under another plan counts for the nearest one (R1.5).
  await lookAtPlanned(tx, user.id, [...logged, ...counting], now)
  // One that was snoozed or moved is asked for at that time, of which the due index knows nothing.
  const putOff = await putOffOf(tx, user, counting, now)
  const reopening = [...events.filter(({ kind }) => kind === 'snoozed' || kind === 'undone'), ...putOff]
  if (reopening.length > 0 && (await isSubscribed(tx, user))) await reopen(tx, user, reopening, now)
  const isLogged = loggedIn(events)
  if (!isLogged) return
  await lookAgain(tx, user, isLogged(reminderOccurrences), now)
  // What helpers were told of is withdrawn once it is logged (R11.4).
  await lookAtTold(tx, user.id, isLogged(helperNotices), now)
}

type OfSlots = Record<'slotId' | 'medicationId' | 'slotAt', PgColumn>

/**
 * Returns a condition on the rows of the slots of these events, also those that have another name since the plan zone
 * changed (R1.4); null if they have none.
 */
function loggedIn(events: readonly DoseEvent[]): ((table: OfSlots) => SQL | undefined) | null {
  const slotIds = new Set(events.flatMap(({ slotId }) => slotId ?? []))
  if (slotIds.size === 0) return null
  const withInstant = events.filter(({ snapshot }) => snapshot.plannedAt !== undefined)
  const ids = new Set(withInstant.map(({ medicationId }) => medicationId))
  const instants = new Set(withInstant.map(({ snapshot }) => msOf(snapshot.plannedAt as Instant)))
  return ({ slotId, medicationId, slotAt }) =>
    or(
      amongTexts(slotId, slotIds),
      // Whose instant it is does not matter: another one of these is only looked at once more.
      instants.size === 0 ? undefined : and(among(medicationId, ids), amongInstants(slotAt, instants)),
    )
}

/** Has these occurrences of the user processed again at `now` (ms). */
async function lookAgain(tx: Database, user: Writer, which: SQL | undefined, now: number): Promise<void> {
  await tx
    .update(reminderOccurrences)
    .set({ lookAt: new Date(now) })
    .where(and(eq(reminderOccurrences.userId, user.id), which, gte(reminderOccurrences.lookAt, new Date(now))))
}

async function isSubscribed(tx: Database, user: Writer): Promise<boolean> {
  return (await remindedPeople(tx, [user.id])).get(user.id)?.isSubscribed === true
}
