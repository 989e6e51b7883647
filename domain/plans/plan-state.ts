import type { Subscription } from '../access/plan.ts'
import { recordedInstant } from '../lib/instant.ts'
import { claimOf, type PaymentFacts } from './payment.ts'

/**
 * Everything that a user's plan is based on. Instants are in milliseconds since the epoch. It is stored as it is, so
 * added fields must be optional.
 */
export interface PlanState {
  /** Null if there is none, or a promotion replaced it. */
  trialEndsAt: number | null
  promotion: Promotion | null
  /** When the user cancelled the trial or promotion, which continues until its end. */
  canceledAt: number | null
  /** What the payment provider last said about each subscription. */
  payments: readonly PaymentFacts[]
  /** As of the latest change: the next instant at which time alone changes the plan; null if there is none. */
  dueAt: number | null
}

export interface Promotion {
  startsAt: number
  /** All months granted since then. The end is counted from the start; otherwise month ends would lose days. */
  months: number
  endsAt: number
}

/** For a user who never had anything but the free plan. */
export const NO_PLAN: PlanState = {
  trialEndsAt: null,
  promotion: null,
  canceledAt: null,
  payments: [],
  dueAt: null,
}

/** Something that gives Premium, or gave it. */
interface Claim {
  status: 'trial' | 'active'
  /** It gives Premium until just before this instant. */
  until: number
  /** When it ends by itself, as shown to the user; null if it is renewed. */
  ends: number | null
  /** What the status is called once it is over. */
  after: 'expired' | 'canceled' | 'past_due'
}

function claimsOf({ trialEndsAt, promotion, canceledAt, payments }: PlanState): Claim[] {
  const given = (status: Claim['status'], ends: number): Claim => ({
    status,
    until: ends,
    ends,
    after: canceledAt === null ? 'expired' : 'canceled',
  })
  return [
    ...(trialEndsAt === null ? [] : [given('trial', trialEndsAt)]),
    ...(promotion === null ? [] : [given('active', promotion.endsAt)]),
    ...payments.flatMap((facts) => paidClaim(facts)),
  ]
}

function paidClaim(facts: PaymentFacts): Claim[] {
  const claim = claimOf(facts)
  if (claim.kind !== 'paid') return []
  const until = claim.until ?? Number.POSITIVE_INFINITY
  return [
    claim.renews
      ? { status: 'active', until, ends: null, after: 'past_due' }
      : { status: 'active', until, ends: until, after: 'canceled' },
  ]
}

/**
 * Returns the plan that the state gives at an instant (ms): the single source of truth about plans (docs/plans.md, P1
 * to P6). Premium means a status of `trial` or `active`. `subscriptionEndsAt` is then when Premium ends if nothing else
 * happens (null if it is renewed), and afterwards when it ended. It is also null if the stored value is not an instant
 * that a record may contain.
 */
export function standingAt(state: PlanState, at: number): Subscription {
  const claims = claimsOf(state)
  const standing = claims.filter(({ until }) => at < until)
  if (standing.length > 0) return premium(standing)
  const hasDebt = state.payments.some((facts) => claimOf(facts).kind === 'overdue')
  if (hasDebt || claims.some(({ after }) => after === 'past_due')) {
    return { subscriptionStatus: 'past_due', subscriptionPlan: 'premium', subscriptionEndsAt: null }
  }
  const over = [...claims.map(({ after, until }) => ({ after, until })), ...endedPayments(state)]
  const last = over.reduce<(typeof over)[number] | null>(
    (latest, one) => (latest === null || one.until > latest.until ? one : latest),
    null,
  )
  if (!last) return { subscriptionStatus: null, subscriptionPlan: 'free', subscriptionEndsAt: null }
  return {
    subscriptionStatus: last.after === 'canceled' ? 'canceled' : 'expired',
    subscriptionPlan: 'free',
    subscriptionEndsAt: recordedInstant(last.until),
  }
}

function premium(standing: readonly Claim[]): Subscription {
  const ends = standing.map((claim) => claim.ends ?? Number.POSITIVE_INFINITY)
  const last = Math.max(...ends)
  return {
    subscriptionStatus: standing.some(({ status }) => status === 'active') ? 'active' : 'trial',
    subscriptionPlan: 'premium',
    subscriptionEndsAt: recordedInstant(last),
  }
}

const endedPayments = ({ payments }: PlanState) =>
  payments.flatMap((facts) => {
    const claim = claimOf(facts)
    return claim.kind === 'ended' ? [{ after: 'canceled' as const, until: claim.at }] : []
  })

/** Returns the next instant after `at` at which time alone changes the plan; null if there is none. */
export function nextChange(state: PlanState, at: number): number | null {
  const now = standingAt(state, at)
  const ends = claimsOf(state).map(({ until }) => until)
  const ahead = ends.filter((end) => Number.isFinite(end) && end > at).sort((one, other) => one - other)
  return ahead.find((end) => !isSameStanding(standingAt(state, end), now)) ?? null
}

export const isSameStanding = (one: Subscription, other: Subscription): boolean =>
  one.subscriptionStatus === other.subscriptionStatus &&
  one.subscriptionPlan === other.subscriptionPlan &&
  one.subscriptionEndsAt === other.subscriptionEndsAt
