import type { Subscription } from '../access/plan.ts'
import { recordedInstant } from '../lib/instant.ts'
import { claimOf, type PaymentFacts } from './payment.ts'

/**
 * All that a person's plan rests on. Instants in milliseconds since the epoch. It is stored as it is: a field that is added
 * must be optional.
 */
export interface PlanState {
  /** Null: none, or replaced by a promotion. */
  trialEndsAt: number | null
  promotion: Promotion | null
  /** When the person cancelled the trial or promotion, which stays until its end. */
  canceledAt: number | null
  /** What the payment provider last said of each subscription. */
  payments: readonly PaymentFacts[]
  /** As of the last move: the next instant at which time alone changes what stands; null when it never does. */
  dueAt: number | null
}

export interface Promotion {
  startsAt: number
  /** All that was granted since then: the end is counted from the start, or month ends would lose days. */
  months: number
  endsAt: number
}

/** Of somebody who never had anything but the free plan. */
export const NO_PLAN: PlanState = {
  trialEndsAt: null,
  promotion: null,
  canceledAt: null,
  payments: [],
  dueAt: null,
}

/** What gives Premium, or gave it. */
interface Claim {
  status: 'trial' | 'active'
  /** It gives Premium before this instant. */
  until: number
  /** When it ends by itself, as far as a person should be told: null when it is renewed. */
  ends: number | null
  /** What it is called when it is over. */
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
 * What the state allows at an instant (ms), the one truth about plans (docs/plans.md, P1 to P6). Premium is a status of `trial` or
 * `active`; `subscriptionEndsAt` is then when Premium ends if nothing else happens (null when it is renewed), and afterwards
 * when it ended. It is null too where what is stored is no instant that a record may name.
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

/** The next instant after `at` at which time alone changes what stands; null when it never does. */
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
