import type { Stripe } from 'stripe'
import { msOf, recordedInstant } from '#domain/lib/instant.ts'
import { isOpen, type PaymentFacts } from '#domain/plans/payment.ts'

/** Which of several subscriptions of a customer counts: the one that gives most. */
const ORDER = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled']

const rankOf = ({ status }: Stripe.Subscription): number => {
  const rank = ORDER.indexOf(status)
  return rank === -1 ? ORDER.length : rank
}

/** The subscription that says how a customer stands: the one that gives most, of equals the newest; null without any. */
export function countingSubscription(subscriptions: readonly Stripe.Subscription[]): Stripe.Subscription | null {
  const [first] = subscriptions.toSorted((one, other) => rankOf(one) - rankOf(other) || other.created - one.created)
  return first ?? null
}

/** Whether it gives Premium now. */
export const isGiving = ({ status }: Stripe.Subscription): boolean => status === 'active' || status === 'trialing'

/** Whether it was begun and still charges or will: it has to be ended by somebody. */
export const isRunning = (subscription: Stripe.Subscription): boolean =>
  isGiving(subscription) || ['past_due', 'unpaid', 'paused'].includes(subscription.status)

/**
 * What it says. One that has ended says the same for ever. An instant that nobody can show, one of the year 2300 say, is not taken over: a
 * period has no known end then, and an end was when it was first read (docs/plans.md, P5.11).
 * @param read.at the instant of the reading (ms)
 * @param read.known what earlier readings have told
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
    status: subscription.status,
    currentPeriodEnd,
    cancelAtPeriodEnd:
      subscription.cancel_at_period_end ||
      (cancelAt !== null && currentPeriodEnd !== null && cancelAt * 1000 <= currentPeriodEnd),
    occurredAt: msOfSeconds(endedAt) ?? knownEndOf(known, subscription.id) ?? at,
  }
}

/** When the subscription ended (ms), as far as that is known already. */
const knownEndOf = (known: readonly PaymentFacts[], id: string): number | undefined =>
  known.find((facts) => facts.subscriptionId === id && !isOpen(facts))?.occurredAt

/** What was open of a customer who is gone at Stripe, noticed at that instant (ms): over, as it ends there too. */
export const factsOfGone = (open: PaymentFacts, noticedAt: number): PaymentFacts => ({
  ...open,
  // What was never paid gave nothing that could end.
  status: open.status === 'incomplete' ? 'incomplete_expired' : 'canceled',
  occurredAt: noticedAt,
})

/** Periods are those of the items; we sell one. */
function periodEndOf({ items, ended_at: endedAt }: Stripe.Subscription): number | null {
  if (items.data.length === 0) return msOfSeconds(endedAt)
  return msOfSeconds(Math.max(...items.data.map((item) => item.current_period_end)))
}

/** Milliseconds of an instant that a record may name; null for any other. */
function msOfSeconds(seconds: number | null): number | null {
  const instant = recordedInstant(seconds === null ? null : seconds * 1000)
  return instant && msOf(instant)
}
