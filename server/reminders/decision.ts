import { settles } from '#domain/doses/slot-outcome.ts'
import { DROPPED_AFTER, STAGES } from '#domain/reminders/alerts.ts'
import { decideAppointments } from './appointment-decision.ts'
import { SETTLED_WITHIN, shownAt } from './claimed-sends.ts'
import { announceExtras, extrasAt, nextExtraOf } from './extra-stages.ts'
import type { Decision, OccurrenceRow, PersonView } from './person-view.ts'
import { repeat } from './repeats.ts'
import { tellSettled } from './settled-elsewhere.ts'
import { announce, expire } from './stages.ts'
import { isDue, isReached, type Standing, stageAt, stageInstant, standingOf } from './standing.ts'

/**
 * How soon (ms) to process a slot again that was settled while its reminder was being sent, so that the device is told.
 */
const IN_FLIGHT = 5_000

/** Returns a decision that changes nothing. */
export const nothingDecided = (): Decision => ({
  note: [],
  claimAgain: [],
  close: [],
  keep: [],
  drop: [],
  dispatches: [],
})

/**
 * Decides about all occurrences of an account (R2.3): what to send, repeat and give up, and when to decide again.
 * Depends only on its arguments. Deciding twice sends nothing twice, because earlier sends are in `sends`.
 * @param newId makes the id of a send
 */
export function decide(view: PersonView, now: number, newId: () => string): Decision {
  const decision = nothingDecided()
  const isOfDose = ({ medicationId }: OccurrenceRow) => !view.appointments.has(medicationId)
  const standings = view.occurrences.filter(isOfDose).map((occurrence) => standingOf(occurrence, view))
  // R3.6: nothing goes to who may not use health data, not even that a dose was logged.
  const told = view.allowed ? standings : []
  const due = told.filter((standing) => isDue(standing, view, now))
  const extras = extrasAt(standings, view, now)
  announce(due, view, now, newId, decision)
  announceExtras(extras, view, now, newId, decision)
  expire(standings, view, now, newId, decision)
  tellSettled(told, view, now, newId, decision)
  repeat(due, extras, told, view, now, decision)
  const extraOf = new Map(extras.map(({ standing, stage }) => [standing, stage]))
  for (const standing of standings) {
    settleOccurrence(
      standing,
      { isDueNow: due.includes(standing), extra: extraOf.get(standing) ?? null },
      view,
      now,
      decision,
    )
  }
  decideAppointments(view, now, newId, decision)
  return decision
}

/** Saves the occurrence until it next has to be processed, or drops it. */
function settleOccurrence(
  standing: Standing,
  { isDueNow, extra }: { isDueNow: boolean; extra: number | null },
  view: PersonView,
  now: number,
  decision: Decision,
): void {
  const { occurrence, start } = standing
  const next = nextInstantOf(standing, isDueNow, view, now, decision)
  if (next === null) {
    decision.drop.push(occurrence.slotId)
    return
  }
  const isSent = extra !== null || (start !== null && now >= start && isReached(standing, view))
  const sent =
    isSent && start !== null
      ? { sentStart: new Date(start), sentStage: latestStage(occurrence, start, extra ?? stageAt(start, now)) }
      : { sentStart: occurrence.sentStart, sentStage: occurrence.sentStage }
  decision.keep.push({ ...occurrence, ...sent, lookAt: new Date(next) })
}

/** Of one start, a follow-up may have been sent after the stage that its time says. */
const latestStage = ({ sentStart, sentStage }: OccurrenceRow, start: number, stage: number): number =>
  sentStart?.getTime() === start && sentStage !== null ? Math.max(sentStage, stage) : stage

/** Returns when to process an occurrence again (ms), or null for never. */
function nextInstantOf(
  standing: Standing,
  isDueNow: boolean,
  view: PersonView,
  now: number,
  { note, close }: Decision,
): number | null {
  const { start, occurrence, outcome } = standing
  const { sends, subscriptions } = view
  const nextExtra = subscriptions.length > 0 && isReached(standing, view) ? nextExtraOf(standing, now) : null
  if (start !== null && now < start) return Math.min(start, nextExtra ?? start)
  const nextStage = STAGES.find((stage) => start !== null && stageInstant(start, stage) > now)
  if (isDueNow && start !== null) {
    return nextStage === undefined ? start + DROPPED_AFTER : stageInstant(start, nextStage)
  }
  if (subscriptions.length === 0) return null
  const closed = new Set(close.map(({ id }) => id))
  const own = [...sends, ...note].filter(({ slotIds }) => slotIds.includes(occurrence.slotId))
  const open = own.filter(({ id, outcome: what }) => what === 'pending' && !closed.has(id))
  if (open.length > 0) return now + IN_FLIGHT
  // Processed once more when no device needs to know any longer that the dose was settled. Until then devices are told.
  if (start === null || settles(outcome)) return null
  const shown = own.filter((send) => send.kind === 'reminder' && send.outcome === 'delivered').map(shownAt)
  const until = Math.max(...shown, 0) + SETTLED_WITHIN
  const later = until > now && (nextExtra ?? until) >= until ? until : nextExtra
  // One that was moved to before its planned time stays until its slot has come up there: it would get another row, as
  // if nothing had been sent.
  const comesUp = standing.atPlan + DROPPED_AFTER
  return later ?? (standing.atPlan > start && comesUp > now ? comesUp : null)
}
