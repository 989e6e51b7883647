import type { Instant } from '../lib/instant.ts'
import { msOf } from '../lib/instant.ts'
import { DAY } from '../lib/local-time.ts'

export type SubscriptionStatus = 'trial' | 'active' | 'past_due' | 'canceled' | 'expired'
export type SubscriptionPlan = 'free' | 'premium'

export interface Subscription {
  subscriptionStatus: SubscriptionStatus | null
  subscriptionPlan: SubscriptionPlan
  /** When Premium ends if nothing else happens, null when it is renewed; afterwards when it ended. */
  subscriptionEndsAt: Instant | null
}

/** 14 × 24 hours (readings, Trial). */
export const TRIAL_LENGTH = 14 * DAY

/**
 * What a device or a gate makes of a plan that was true when it was said: what ends by itself (a trial, a promotion, a
 * cancelled subscription) is over at its end, whether or not anybody told so far. What stands in full, domain/plans says.
 */
export function subscriptionAt<S extends Subscription>(subscription: S, now: number): S {
  const { subscriptionEndsAt } = subscription
  if (!isPremium(subscription) || subscriptionEndsAt === null || now < msOf(subscriptionEndsAt)) {
    return subscription
  }
  return { ...subscription, subscriptionStatus: 'expired', subscriptionPlan: 'free' }
}

/** Premium: status active or trial, and plan premium (specification, section 4). */
export const isPremium = (subscription: Pick<Subscription, 'subscriptionStatus' | 'subscriptionPlan'>): boolean =>
  (subscription.subscriptionStatus === 'active' || subscription.subscriptionStatus === 'trial') &&
  subscription.subscriptionPlan === 'premium'
