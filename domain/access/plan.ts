import type { Instant } from '../lib/instant.ts'
import { msOf } from '../lib/instant.ts'
import { DAY } from '../lib/local-time.ts'

export type SubscriptionStatus = 'trial' | 'active' | 'past_due' | 'canceled' | 'expired'
export type SubscriptionPlan = 'free' | 'premium'

export interface Subscription {
  subscriptionStatus: SubscriptionStatus | null
  subscriptionPlan: SubscriptionPlan
  /** When the trial or paid period ends; null when nothing ends by itself. */
  subscriptionEndsAt: Instant | null
}

/** 14 × 24 hours (READINGS, Trial). */
export const TRIAL_LENGTH = 14 * DAY

/** The plan as it stands at `now`: a trial that has ended is `expired` and `free`, whether or not a job noticed yet. */
export function subscriptionAt<S extends Subscription>(subscription: S, now: number): S {
  const { subscriptionStatus, subscriptionEndsAt } = subscription
  if (subscriptionStatus !== 'trial' || subscriptionEndsAt === null || now < msOf(subscriptionEndsAt)) {
    return subscription
  }
  return { ...subscription, subscriptionStatus: 'expired', subscriptionPlan: 'free' }
}

/** Premium: status active or trial, and plan premium (specification, section 4). */
export const isPremium = (
  subscription: Pick<Subscription, 'subscriptionStatus' | 'subscriptionPlan'>,
): boolean =>
  (subscription.subscriptionStatus === 'active' || subscription.subscriptionStatus === 'trial') &&
  subscription.subscriptionPlan === 'premium'
