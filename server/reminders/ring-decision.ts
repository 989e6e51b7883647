import { DROPPED_AFTER, STAGES } from '#domain/reminders/alerts.ts'
import type { Decision, PersonView, RingRow } from './person-view.ts'
import { repeat } from './ring-repeats.ts'
import { SETTLED_WITHIN, shownAt } from './ring-sends.ts'
import { announce, expire } from './ring-stages.ts'
import { isRinging, type Standing, stageAt, stageInstant, standingOf } from './ring-standing.ts'
import { tellSettled } from './settled-elsewhere.ts'
import { decideVisits } from './visit-decision.ts'

/** How soon a slot that settled while its reminder was on its way is looked at again, to tell the device. */
const IN_FLIGHT = 5_000

/** What follows from looking at nothing. */
export const nothingDecided = (): Decision => ({
  note: [],
  claimAgain: [],
  close: [],
  keep: [],
  drop: [],
  dispatches: [],
})

/**
 * Looks at all rings of a person (R2.3): what has to be sent, repeated, given up, and when to look again. Depends on nothing
 * but what it is given, and doing it twice sends nothing twice: what was noted is in `sends`.
 * @param newId makes the id of a send
 */
export function decide(view: PersonView, now: number, newId: () => string): Decision {
  const decision = nothingDecided()
  const isOfDose = ({ medicationId }: RingRow) => !view.appointments.has(medicationId)
  const standings = view.rings.filter(isOfDose).map((ring) => standingOf(ring, view))
  const ringing = view.allowed ? standings.filter((standing) => isRinging(standing, view, now)) : []
  announce(ringing, view, now, newId, decision)
  expire(standings, view, now, newId, decision)
  tellSettled(standings, view, now, newId, decision)
  repeat(ringing, standings, view, now, decision)
  for (const standing of standings) settleRing(standing, ringing.includes(standing), view, now, decision)
  decideVisits(view, now, newId, decision)
  return decision
}

/** What becomes of the ring: kept until it has to be looked at next, or dropped. */
function settleRing(
  standing: Standing,
  isRingingNow: boolean,
  view: PersonView,
  now: number,
  decision: Decision,
): void {
  const { ring, start } = standing
  const next = nextLook(standing, isRingingNow, view, now, decision)
  if (next === null) {
    decision.drop.push(ring.slotId)
    return
  }
  const isSent = isRingingNow || (start !== null && now >= start)
  const sent =
    isSent && start !== null
      ? { sentStart: new Date(start), sentStage: stageAt(start, now) }
      : { sentStart: ring.sentStart, sentStage: ring.sentStage }
  decision.keep.push({ ...ring, ...sent, lookAt: new Date(next) })
}

/** When to look at a ring again (ms); null when never. */
function nextLook(
  { start, ring, outcome }: Standing,
  isRingingNow: boolean,
  { sends, subscriptions }: PersonView,
  now: number,
  { note, close }: Decision,
): number | null {
  if (start !== null && now < start) return start
  const nextStage = STAGES.find((stage) => start !== null && stageInstant(start, stage) > now)
  if (isRingingNow && start !== null) {
    return nextStage === undefined ? start + DROPPED_AFTER : stageInstant(start, nextStage)
  }
  if (subscriptions.length === 0) return null
  const closed = new Set(close.map(({ id }) => id))
  const own = [...sends, ...note].filter(({ slotIds }) => slotIds.includes(ring.slotId))
  const open = own.filter(({ id, outcome: what }) => what === 'pending' && !closed.has(id))
  if (open.length > 0) return now + IN_FLIGHT
  // Once more when a settling dose would not be news to any device; until then it is told.
  if (start === null || outcome.kind === 'taken' || outcome.kind === 'skipped') return null
  const shown = own.filter((send) => send.kind === 'reminder' && send.outcome === 'delivered').map(shownAt)
  const until = Math.max(...shown, 0) + SETTLED_WITHIN
  return until > now ? until : null
}
