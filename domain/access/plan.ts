import type { Instant } from '../lib/instant.ts'
import { msOf } from '../lib/instant.ts'
import { DAY } from '../lib/local-time.ts'

export type SubscriptionStatus = 'trial' | 'active' | 'past_due' | 'canceled' | 'expired'
export type SubscriptionPlan = 'free' | 'premium'

export interface Subscription {
  subscriptionStatus: SubscriptionStatus | null
  subscriptionPlan: SubscriptionPlan
  /** When Premium ends if nothing else happens, null if it is renewed; afterwards, when it ended. */
  subscriptionEndsAt: Instant | null
}

/** 14 × 24 hours (readings, Trial). */
export const TRIAL_LENGTH = 14 * DAY

/**
 * Returns a plan as it is now, given the plan from an earlier response: what ends by itself (a trial, a promotion, a
 * cancelled subscription) is over at its end, even before the server has said so. The full rules are in domain/plans.
 */
export function subscriptionAt<S extends Subscription>(subscription: S, now: number): S {
  const { subscriptionEndsAt } = subscription
  if (!isPremium(subscription) || subscriptionEndsAt === null || now < msOf(subscriptionEndsAt)) {
    return subscription
  }
  return { ...subscription, subscriptionStatus: 'expired', subscriptionPlan: 'free' }
}

/** Returns whether it is Premium: status active or trial, and plan premium (specification, section 4). */
export const isPremium = (subscription: Pick<Subscription, 'subscriptionStatus' | 'subscriptionPlan'>): boolean =>
  (subscription.subscriptionStatus === 'active' || subscription.subscriptionStatus === 'trial') &&
  subscription.subscriptionPlan === 'premium'
