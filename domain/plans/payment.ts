import { DAY } from '../lib/local-time.ts'

/**
 * What the payment provider says about one subscription at one moment. Instants are in milliseconds since the epoch. It
 * is stored as it is, so added fields must be optional.
 */
export interface PaymentFacts {
  customerId: string
  subscriptionId: string
  /** The provider's own status: `active`, `past_due`, … An unknown one gives nothing. */
  status: string
  /** When the paid or payable period ends; null if the provider does not say. */
  currentPeriodEnd: number | null
  /** Whether it ends then instead of being renewed. */
  cancelAtPeriodEnd: boolean
  /** When this was so, by the provider's clock. */
  occurredAt: number
}

/**
 * How long without news of a renewal before the payment counts as overdue: as long as the provider keeps sending
 * notices (docs/plans.md, P5).
 */
export const PAYMENT_GRACE = 3 * DAY

const PAID = new Set(['active', 'trialing'])
const UNPAID = new Set(['past_due', 'unpaid', 'paused'])
/** A subscription never comes back from these. */
const FINAL = new Set(['canceled', 'incomplete_expired'])

/**
 * How statuses rank among facts of the same instant: the provider counts in seconds, and a first payment takes less
 * than one.
 */
const RANKS = ['incomplete', 'paused', 'unpaid', 'past_due', 'trialing', 'active']

/** What a subscription entitles to. */
export type PaymentClaim =
  /** Nothing has been paid yet, or ever will be. */
  | { kind: 'none' }
  /**
   * Premium until `until`. With `renews` it continues by itself, and `until` is when missing news becomes overdue.
   * Null: no end is known.
   */
  | { kind: 'paid'; until: number | null; renews: boolean }
  | { kind: 'overdue' }
  /** It ended at `at`. */
  | { kind: 'ended'; at: number }

/** Returns what the subscription entitles to, according to the known facts. */
export function claimOf(facts: PaymentFacts): PaymentClaim {
  const { status, currentPeriodEnd: end, cancelAtPeriodEnd, occurredAt } = facts
  if (status === 'canceled') return { kind: 'ended', at: occurredAt }
  if (UNPAID.has(status)) return { kind: 'overdue' }
  if (!PAID.has(status)) return { kind: 'none' }
  if (cancelAtPeriodEnd && end !== null) return { kind: 'paid', until: end, renews: false }
  return { kind: 'paid', until: end === null ? null : end + PAYMENT_GRACE, renews: true }
}

/** Returns whether a subscription may still charge or be paid. */
export const isOpen = ({ status }: Pick<PaymentFacts, 'status'>): boolean => !FINAL.has(status)

/**
 * Compares two facts of one subscription, whatever order they arrive in: an end wins, otherwise the later one, and
 * within the same instant the one that is further along.
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

/**
 * Returns whether everything the facts say is already known, except that it is still so. For an end, when it happened
 * is part of what it says.
 */
export function isStillSo(known: readonly PaymentFacts[], facts: PaymentFacts): boolean {
  const before = known.find(({ subscriptionId }) => subscriptionId === facts.subscriptionId)
  if (!before || facts.status === 'canceled') return false
  return compareFacts({ ...facts, occurredAt: before.occurredAt }, before) === 0
}

/**
 * Returns the facts with one more, or the same array if it says nothing new. There is one entry per subscription,
 * ordered by id.
 */
export function withFacts(known: readonly PaymentFacts[], facts: PaymentFacts): readonly PaymentFacts[] {
  const before = known.find(({ subscriptionId }) => subscriptionId === facts.subscriptionId)
  if (before && compareFacts(facts, before) <= 0) return known
  return [...known.filter((one) => one !== before), facts].sort((one, other) =>
    compareTexts(one.subscriptionId, other.subscriptionId),
  )
}
