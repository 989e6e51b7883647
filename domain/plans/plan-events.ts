import { type Subscription, TRIAL_LENGTH } from '../access/plan.ts'
import { monthsAfter } from './months.ts'
import { isStillSo, type PaymentFacts, withFacts } from './payment.ts'
import { nextChange, type PlanState, standingAt } from './plan-state.ts'

/** The furthest ahead that Premium can be granted: `subscriptionEndsAt` has to stay a date that devices can read. */
export const PROMOTION_MONTHS_AHEAD = 120

/** What happens to a plan. */
export type PlanEvent =
  /** Only time has passed. */
  | { kind: 'time-passed' }
  | { kind: 'trial-started' }
  /** The user cancelled something that no payment renews. */
  | { kind: 'cancelled' }
  /** `zone` is the user's: a month ends at the same local time. */
  | { kind: 'promotion-granted'; months: number; zone: string }
  | { kind: 'payment-told'; facts: PaymentFacts }

export type PlanReason = PlanEvent['kind']

/** One line of the audit trail. */
export interface PlanLine {
  /** When it took effect (ms). For a change made by time, it is the due instant, however late it was noticed. */
  at: number
  why: PlanReason
  from: Subscription
  to: Subscription
}

/**
 * The one place where plans change. Returns the state after the event at this instant (ms), with a line for everything
 * that changed. Changes made by time until then come first. An event that changes nothing adds no line. Facts that are
 * still the same add none either, but the state records when they were last confirmed.
 */
export function planAfter(state: PlanState, event: PlanEvent, at: number): { state: PlanState; lines: PlanLine[] } {
  const lines = linesOfTime(state, at)
  const basis = basisAfter(state, event, at)
  const after = { ...basis, dueAt: nextChange(basis, at) }
  const isNews = event.kind !== 'payment-told' || !isStillSo(state.payments, event.facts)
  if (basis !== state && isNews) {
    lines.push({ at, why: event.kind, from: standingAt(state, at), to: standingAt(after, at) })
  }
  return { state: after, lines }
}

function linesOfTime(state: PlanState, at: number): PlanLine[] {
  const lines: PlanLine[] = []
  for (let due = state.dueAt; due !== null && due <= at; due = nextChange(state, due)) {
    const [from, to] = [standingAt(state, due - 1), standingAt(state, due)]
    lines.push({ at: due, why: 'time-passed', from, to })
  }
  return lines
}

/** Returns the very same state if the event says nothing new. */
function basisAfter(state: PlanState, event: PlanEvent, at: number): PlanState {
  switch (event.kind) {
    case 'time-passed':
      return state
    case 'trial-started':
      return { ...state, trialEndsAt: at + TRIAL_LENGTH, canceledAt: null }
    case 'cancelled':
      return state.canceledAt === null && givenUntil(state) > at ? { ...state, canceledAt: at } : state
    case 'promotion-granted':
      // It replaces a trial, and also cancels an earlier cancellation.
      return { ...state, trialEndsAt: null, canceledAt: null, promotion: promotionAfter(state, event, at) }
    case 'payment-told': {
      const payments = withFacts(state.payments, event.facts)
      return payments === state.payments ? state : { ...state, payments }
    }
  }
}

/** Returns when the unpaid trial or promotion ends; 0 without one. */
const givenUntil = ({ trialEndsAt, promotion }: PlanState): number => Math.max(trialEndsAt ?? 0, promotion?.endsAt ?? 0)

/**
 * Returns the promotion after a grant. A second one extends the first: all months are counted from the start of the
 * first.
 */
export function promotionAfter(
  { promotion }: PlanState,
  { months, zone }: Pick<Extract<PlanEvent, { kind: 'promotion-granted' }>, 'months' | 'zone'>,
  at: number,
): NonNullable<PlanState['promotion']> {
  const running = promotion && at < promotion.endsAt ? promotion : { startsAt: at, months: 0 }
  const all = running.months + months
  return {
    startsAt: running.startsAt,
    months: all,
    endsAt: monthsAfter(running.startsAt, all, zone),
  }
}
