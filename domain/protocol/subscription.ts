import * as z from 'zod/mini'

/**
 * What Premium costs (specification, section 9): Australian cents per month. If Stripe's price differs, it is not
 * charged.
 */
export const PREMIUM_PRICE = { amount: 999, currency: 'aud', interval: 'month' } as const

/**
 * POST /api/create-subscription. With `active` or `trialing` there is nothing to pay and no secret. Any other status
 * comes with the `clientSecret` for the payment and the publishable key for the provider.
 */
export const createSubscriptionAnswer = z.object({
  status: z.string(),
  clientSecret: z.optional(z.string()),
  publishableKey: z.optional(z.string()),
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
