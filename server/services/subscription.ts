import { eq } from 'drizzle-orm'
import { isPremium, type Subscription, subscriptionAt } from '#domain/access/plan.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { Context } from '../context.ts'
import { users } from '../db/schema/index.ts'
import { ApiError } from '../errors.ts'

const NOTHING_TO_CANCEL = 'You have no Premium to cancel.'
const PAID_ELSEWHERE =
  'This server is not set up for payments, so the subscription cannot be cancelled here. Please write to us at /contact.'

/**
 * The plan as it stands at `now` (ms). One that was cancelled ends for good at its end, also a promotion, and is called
 * `canceled` then (READINGS, Trial); any other trial expires.
 */
export function planAt<S extends Subscription>(subscription: S, canceledAt: Date | null, now: number): S {
  const { subscriptionEndsAt: endsAt } = subscription
  if (canceledAt === null || endsAt === null || now < Date.parse(endsAt)) {
    return subscriptionAt(subscription, now)
  }
  return { ...subscription, subscriptionStatus: 'canceled', subscriptionPlan: 'free' }
}

/**
 * Cancels the person's trial or promotion: Premium stays until it ends, and nothing renews it. Again changes nothing and
 * answers the same. `user` is the account with its plan as it stands; answers the sentence for the person, which names the day.
 * Throws 400 without Premium, and 503 for one that a payment renews: that is the payment provider's to end.
 */
export async function cancelSubscription(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  user: Subscription & { id: string; timeZone: string | null },
): Promise<string> {
  if (!isPremium(user)) throw new ApiError(400, 'invalid', NOTHING_TO_CANCEL)
  if (user.subscriptionEndsAt === null) throw new ApiError(503, 'unavailable', PAID_ELSEWHERE)
  const now = new Date(clock.now())
  await db.update(users).set({ subscriptionCanceledAt: now, updatedAt: now }).where(eq(users.id, user.id))
  const { date } = localAt(Date.parse(user.subscriptionEndsAt), user.timeZone ?? 'UTC')
  return `Premium stays until ${formatDate(date)}. Nothing is charged.`
}
