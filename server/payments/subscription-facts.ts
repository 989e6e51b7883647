import type { Stripe } from 'stripe'
import { msOf, recordedInstant } from '#domain/lib/instant.ts'
import { isOpen, type PaymentFacts } from '#domain/plans/payment.ts'

/** Which of a customer's subscriptions counts: the one that gives most. */
const ORDER = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled']

/**
 * Returns the status as far as Premium rests on it. At Stripe a subscription whose first payment is due later runs before
 * there is a card for it; until there is, it gives nothing, and its end takes nothing away (docs/plans.md, P5.12).
 */
export function statusOf({ status, pending_setup_intent: card }: Stripe.Subscription): Stripe.Subscription.Status {
  if (!card) return status
  return { trialing: 'incomplete', canceled: 'incomplete_expired' }[status as string] ?? status
}

const rankOf = (subscription: Stripe.Subscription): number => {
  const rank = ORDER.indexOf(statusOf(subscription))
  return rank === -1 ? ORDER.length : rank
}

/**
 * Returns the subscription that determines the customer's status: the one that gives most and, among equals, the
 * newest. Null if there is none.
 */
export function countingSubscription(subscriptions: readonly Stripe.Subscription[]): Stripe.Subscription | null {
  const [first] = subscriptions.toSorted((one, other) => rankOf(one) - rankOf(other) || other.created - one.created)
  return first ?? null
}

/** Returns whether it gives Premium now. */
export const isGiving = (subscription: Stripe.Subscription): boolean =>
  ['active', 'trialing'].includes(statusOf(subscription))

/** Returns whether it was begun and is being or will be charged, so that it has to be cancelled. */
export const isRunning = (subscription: Stripe.Subscription): boolean =>
  isGiving(subscription) || ['past_due', 'unpaid', 'paused'].includes(subscription.status)

/**
 * Returns the facts of a subscription. An ended one always gives the same facts. An instant that cannot be displayed,
 * for example in the year 2300, is ignored: then the period has no known end, and an end counts as the time it was
 * first read (docs/plans.md, P5.11).
 * @param read.at the instant of the reading (ms)
 * @param read.known what earlier readings found
 */
export function factsOf(
  customerId: string,
  subscription: Stripe.Subscription,
  { at, known }: { at: number; known: readonly PaymentFacts[] },
): PaymentFacts {
  const currentPeriodEnd = periodEndOf(subscription)
  const { cancel_at: cancelAt, ended_at: endedAt } = subscription
  return {
    customerId,
    subscriptionId: subscription.id,
    status: statusOf(subscription),
    currentPeriodEnd,
    cancelAtPeriodEnd:
      subscription.cancel_at_period_end ||
      (cancelAt !== null && currentPeriodEnd !== null && cancelAt * 1000 <= currentPeriodEnd),
    occurredAt: msOfSeconds(endedAt) ?? knownEndOf(known, subscription.id) ?? at,
  }
}

/** Returns when the subscription ended (ms), if that is already known. */
const knownEndOf = (known: readonly PaymentFacts[], id: string): number | undefined =>
  known.find((facts) => facts.subscriptionId === id && !isOpen(facts))?.occurredAt

/**
 * Returns the facts of an open subscription whose customer was found gone at Stripe at this instant (ms): it is over,
 * as it is there.
 */
export const factsOfGone = (open: PaymentFacts, noticedAt: number): PaymentFacts => ({
  ...open,
  // A subscription that was never paid gave nothing that could end.
  status: open.status === 'incomplete' ? 'incomplete_expired' : 'canceled',
  occurredAt: noticedAt,
})

/** Periods belong to the items; we sell only one. */
function periodEndOf({ items, ended_at: endedAt }: Stripe.Subscription): number | null {
  if (items.data.length === 0) return msOfSeconds(endedAt)
  return msOfSeconds(Math.max(...items.data.map((item) => item.current_period_end)))
}

/** Returns an instant in milliseconds if a record may contain it, otherwise null. */
function msOfSeconds(seconds: number | null): number | null {
  const instant = recordedInstant(seconds === null ? null : seconds * 1000)
  return instant && msOf(instant)
}
