import { type Subscription, TRIAL_LENGTH } from '../access/plan.ts'
import { monthsAfter } from './months.ts'
import { isStillSo, type PaymentFacts, withFacts } from './payment.ts'
import { nextChange, type PlanState, standingAt } from './plan-state.ts'

/** Further ahead than this nobody is granted anything: `subscriptionEndsAt` has to stay a date that devices can read. */
export const PROMOTION_MONTHS_AHEAD = 120

/** What happens to a plan. */
export type PlanEvent =
  /** Nothing but that time passed. */
  | { kind: 'time-passed' }
  | { kind: 'trial-started' }
  /** The person cancelled what no payment renews. */
  | { kind: 'cancelled' }
  /** `zone` is the person's: a month ends at the same time on their wall. */
  | { kind: 'promotion-granted'; months: number; zone: string }
  | { kind: 'payment-told'; facts: PaymentFacts }

export type PlanReason = PlanEvent['kind']

/** One line of the audit trail. */
export interface PlanLine {
  /** When it took effect (ms); of what time did, the due instant, however late it was noticed. */
  at: number
  why: PlanReason
  from: Subscription
  to: Subscription
}

/**
 * The one place where plans change: the state after the event at that instant (ms), with a line for everything that changed.
 * What time did up to then comes first. An event that changes nothing leaves no line; facts that are still so leave none
 * either, but the state remembers when they last were.
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

/** The very same state when the event says nothing new. */
function basisAfter(state: PlanState, event: PlanEvent, at: number): PlanState {
  switch (event.kind) {
    case 'time-passed':
      return state
    case 'trial-started':
      return { ...state, trialEndsAt: at + TRIAL_LENGTH, canceledAt: null }
    case 'cancelled':
      return state.canceledAt === null && givenUntil(state) > at ? { ...state, canceledAt: at } : state
    case 'promotion-granted':
      // In the place of a trial, and also of somebody's wish to have no more of the last one.
      return { ...state, trialEndsAt: null, canceledAt: null, promotion: promotionAfter(state, event, at) }
    case 'payment-told': {
      const payments = withFacts(state.payments, event.facts)
      return payments === state.payments ? state : { ...state, payments }
    }
  }
}

/** When the trial or promotion ends that nobody pays for; 0 without one. */
const givenUntil = ({ trialEndsAt, promotion }: PlanState): number => Math.max(trialEndsAt ?? 0, promotion?.endsAt ?? 0)

/** A second promotion extends the first: all its months are counted from the first one's start. */
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
