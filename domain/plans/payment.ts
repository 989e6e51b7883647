import { DAY } from '../lib/local-time.ts'

/**
 * What the payment provider says of one subscription at one moment. Instants in milliseconds since the epoch.
 * It is stored as it is: a field that is added must be optional.
 */
export interface PaymentFacts {
  customerId: string
  subscriptionId: string
  /** The provider's own word: `active`, `past_due`, … One that is not known gives nothing. */
  status: string
  /** When the period ends that is paid or to be paid; null when the provider does not say. */
  currentPeriodEnd: number | null
  /** Whether it ends then instead of being renewed. */
  cancelAtPeriodEnd: boolean
  /** When this was so, by the provider's clock. */
  occurredAt: number
}

/**
 * How long a renewal may go unheard of before the payment counts as overdue: as long as the provider goes on telling of it
 * (docs/plans.md, P5).
 */
export const PAYMENT_GRACE = 3 * DAY

const PAID = new Set(['active', 'trialing'])
const UNPAID = new Set(['past_due', 'unpaid', 'paused'])
/** From these a subscription never comes back. */
const FINAL = new Set(['canceled', 'incomplete_expired'])

/** How a status ranks among facts of one instant: the provider counts in seconds, and a first payment takes less than one. */
const RANKS = ['incomplete', 'paused', 'unpaid', 'past_due', 'trialing', 'active']

/** What a subscription is good for. */
export type PaymentClaim =
  /** Nothing was paid yet, or never will be. */
  | { kind: 'none' }
  /** Premium until `until`; `renews` if it goes on by itself, and then `until` is when silence becomes overdue. Null: no end is known. */
  | { kind: 'paid'; until: number | null; renews: boolean }
  | { kind: 'overdue' }
  /** It ended at `at`. */
  | { kind: 'ended'; at: number }

/** What the subscription is good for, by what is known of it. */
export function claimOf(facts: PaymentFacts): PaymentClaim {
  const { status, currentPeriodEnd: end, cancelAtPeriodEnd, occurredAt } = facts
  if (status === 'canceled') return { kind: 'ended', at: occurredAt }
  if (UNPAID.has(status)) return { kind: 'overdue' }
  if (!PAID.has(status)) return { kind: 'none' }
  if (cancelAtPeriodEnd && end !== null) return { kind: 'paid', until: end, renews: false }
  return { kind: 'paid', until: end === null ? null : end + PAYMENT_GRACE, renews: true }
}

/** Whether a subscription may still ask for money or be paid. */
export const isOpen = ({ status }: Pick<PaymentFacts, 'status'>): boolean => !FINAL.has(status)

/**
 * Which of two facts of one subscription stands, whatever order they arrive in: an end, else the later one; of one
 * instant the one that is further on.
 */
function compareFacts(one: PaymentFacts, other: PaymentFacts): number {
  return (
    Number(FINAL.has(one.status)) - Number(FINAL.has(other.status)) ||
    one.occurredAt - other.occurredAt ||
    (one.currentPeriodEnd ?? 0) - (other.currentPeriodEnd ?? 0) ||
    RANKS.indexOf(one.status) - RANKS.indexOf(other.status) ||
    Number(one.cancelAtPeriodEnd) - Number(other.cancelAtPeriodEnd) ||
    compareTexts(one.status, other.status) ||
    compareTexts(one.customerId, other.customerId)
  )
}

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Whether all that the facts say is known, only not that it is so still. Of an end, when it was is what it says. */
export function isStillSo(known: readonly PaymentFacts[], facts: PaymentFacts): boolean {
  const before = known.find(({ subscriptionId }) => subscriptionId === facts.subscriptionId)
  if (!before || facts.status === 'canceled') return false
  return compareFacts({ ...facts, occurredAt: before.occurredAt }, before) === 0
}

/** The facts with one more; the same array when it says nothing new. One entry for each subscription, ordered by their ids. */
export function withFacts(known: readonly PaymentFacts[], facts: PaymentFacts): readonly PaymentFacts[] {
  const before = known.find(({ subscriptionId }) => subscriptionId === facts.subscriptionId)
  if (before && compareFacts(facts, before) <= 0) return known
  return [...known.filter((one) => one !== before), facts].sort((one, other) =>
    compareTexts(one.subscriptionId, other.subscriptionId),
  )
}
