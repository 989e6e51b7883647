import * as z from 'zod/mini'
import { instantSchema } from '../lib/instant-schema.ts'

/**
 * What Premium costs (specification, section 9): Australian cents per month. If Stripe's price differs, it is not
 * charged.
 */
export const PREMIUM_PRICE = { amount: 999, currency: 'aud', interval: 'month' } as const

/** POST /api/create-subscription. `afterTrial`: the first payment is due when the user's trial ends. */
export const createSubscriptionBody = z.nullish(z.object({ afterTrial: z.optional(z.boolean()) }))

/**
 * POST /api/create-subscription. With `active` or `trialing` there is nothing to pay and no secret; `trialing` with
 * `firstPayment`, the end of the trial, is one that can be kept. Any other status comes with the `clientSecret` for the
 * payment and the publishable key for the provider; with `firstPayment` nothing is charged before.
 */
export const createSubscriptionAnswer = z.object({
  status: z.string(),
  clientSecret: z.optional(z.string()),
  publishableKey: z.optional(z.string()),
  firstPayment: z.optional(instantSchema),
})
export type CreateSubscriptionAnswer = z.infer<typeof createSubscriptionAnswer>

/** Returns whether the response says that the user already has Premium. */
export const isAlreadyPremium = ({ status }: Pick<CreateSubscriptionAnswer, 'status'>): boolean =>
  status === 'active' || status === 'trialing'

/** POST /api/cancel-subscription: `message` is for the user and names the day on which Premium ends. */
export const cancelAnswer = z.object({ success: z.literal(true), message: z.string() })
/** A response that explains why nothing was cancelled, whatever its status (specification, section 5). */
export const cancelRefused = z.object({ error: z.string().check(z.minLength(1)) })

/** POST /api/webhooks/stripe. */
export const webhookAnswer = z.object({ received: z.literal(true) })
