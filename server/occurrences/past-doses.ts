import { NOTIFY_AFTER } from '#domain/access/offers.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import type { Medication } from '#domain/records/medication.ts'
import { DROPPED_AFTER } from '#domain/reminders/alerts.ts'
import { planSlots } from '#domain/schedule/slots.ts'
import type { DoseLog } from '#domain/schedule/version-timetables.ts'
import { leadOf } from './next-slot.ts'
import { DOSES_FOLLOW_WITHIN, MADE_UP_FOR, TOLD_WITHIN } from './plan-since.ts'
import type { Reminded } from './reminded.ts'
import { rowOf, type SlotRow, type SlotRows } from './slot-rows.ts'

/** A medication with what its plan has to know of the log. */
export interface WithLog {
  medication: Medication
  log: DoseLog
}

/** What a write may bring up after its time. */
export interface Earlier {
  /** What was planned before it and may have been told about; null for nothing. */
  before: WithLog | null
  /** Since when (ms) a dose can have come up with it. */
  since: number
  /** The instant (ms) from which no server has materialised what was due, where the due index leaves that to the write. */
  overdue?: number | undefined
}

/**
 * Returns the rows of doses that were due longer ago than the due index reaches, 15 minutes: a write adds them itself,
 * because materialising them again would tell people of every dose of that time, also where it was not important then,
 * or nobody was to be told yet.
 * - Those of which a follow-up is still to come (R9.2) are announced.
 * - Those that come up with this write, after their time, are told about if they are important (R6.4, R11.3), once the
 *   device has had time to send what was logged of them. That holds for those of the last 15 minutes too, which the due
 *   index would have told about without a wait.
 * @param earlier absent if the write brings up nothing
 */
export function pastDoses(
  userId: string,
  after: WithLog,
  { zone, isSubscribed }: Reminded,
  now: number,
  earlier?: Earlier,
): SlotRows {
  const { medication } = after
  const reach = (medication.notices?.followUps.at(-1) ?? 0) * MINUTE
  const dropped = now - DROPPED_AFTER + 1
  const rowsSince = ({ medication: planned, log }: WithLog, since: number, to = dropped): SlotRow[] =>
    planSlots(planned, { from: since + 1, to }, zone, log).map((slot) => rowOf(userId, slot, leadOf(medication)))
  const followedUp = isSubscribed && reach > 0 ? rowsSince(after, now - DROPPED_AFTER - reach) : []
  if (medication.important !== true || !earlier) return { occurrences: followedUp, mails: [] }
  const { before, overdue } = earlier
  const unseen = overdue === undefined ? [] : rowsSince(after, Math.max(overdue - 1, now - MADE_UP_FOR))
  const since = Math.max(earlier.since, now - NOTIFY_AFTER.most * MINUTE - TOLD_WITHIN)
  const known = new Set(before ? rowsSince(before, since, now + 1).map(({ slot_id }) => slot_id) : [])
  const late = rowsSince(after, since, now + 1).filter(({ slot_id }) => !known.has(slot_id))
  const announced = [...followedUp, ...unseen, ...late.filter(({ slot_at }) => slot_at.getTime() < dropped)]
  const not_before = new Date(now + DOSES_FOLLOW_WITHIN)
  return { occurrences: isSubscribed ? announced : [], mails: late.map((row) => ({ ...row, not_before })) }
}
