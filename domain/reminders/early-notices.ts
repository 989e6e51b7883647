import type { SlotView } from '../doses/dose-views.ts'
import { shownTime } from '../doses/moved-slot.ts'
import type { SlotId } from '../lib/ids.ts'
import { CLOCKS_DIFFER_BY, type DueReminder } from './alerts.ts'
import { extraStageOf } from './extra-notices.ts'
import { earlyNotice, type Notice, type NoticeOwner } from './notices.ts'

/** What this device knows of doses that are coming up. */
export interface EarlyState extends NoticeOwner {
  /** When it was read (ms). */
  now: number
  early: readonly DueReminder[]
  /** Those of them that were granted to the caller. */
  grantedEarly: ReadonlySet<SlotId>
}

/**
 * Returns the quiet notices to show now, one for each moment: those with a dose that was granted to the caller, or that
 * is asked for. Each has all doses of its moment, because it replaces the one before.
 */
export function earlyNotices(
  { early, grantedEarly, user, person }: EarlyState,
  isAsked: (id: SlotId) => boolean = () => false,
): Notice[] {
  const moments = Map.groupBy(early, ({ view: { slot } }) => `${slot.date} ${shownTime(slot)}`)
  return [...moments.values()]
    .filter((moment) => moment.some(({ view: { slot } }) => grantedEarly.has(slot.id) || isAsked(slot.id)))
    .map((moment) => earlyNotice(moment, { user, person }))
}

/**
 * Returns whether this device may decide about a push for doses that are coming up: it knows all of them, and its clock
 * is not just behind.
 * @param subject the doses here that the push names
 */
export const isEarlyCovered = (
  slotIds: readonly SlotId[],
  subject: readonly SlotView[],
  { now }: Pick<EarlyState, 'now'>,
): boolean =>
  subject.length > 0 &&
  subject.length >= slotIds.length &&
  !subject.some((view) => extraStageOf(view, now) === null && (extraStageOf(view, now + CLOCKS_DIFFER_BY) ?? 0) < 0)
