import type { Stripe } from 'stripe'
import { isUnavailable } from '../db/unavailable.ts'
import type { Config } from '../platform/config.ts'
import { ApiError } from '../platform/errors.ts'

/** How this server reaches Stripe, and what it sells there. */
export interface Payments {
  stripe: Stripe
  /** Identifies the seller to Stripe's script in the browser; no secret. */
  publishableKey: string
  priceId: string
  /** Signs what Stripe sends here. */
  webhookSecret: string
}

/** Milliseconds for one request to Stripe. With one repetition it stays within the 30 s that a device waits for an answer. */
const TIME_LIMIT = 10_000

/** Where payments go; null without STRIPE_SECRET_KEY. The library is loaded only where it is needed. */
export async function stripePayments(config: Config): Promise<Payments | null> {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_PRICE_ID, STRIPE_WEBHOOK_SECRET } = config
  // They are set together or not at all (server/platform/config.ts).
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_PRICE_ID || !STRIPE_WEBHOOK_SECRET) return null
  const { default: Client } = await import('stripe')
  return {
    stripe: new Client(STRIPE_SECRET_KEY, {
      ...addressOf(config.STRIPE_API_BASE),
      timeout: TIME_LIMIT,
      maxNetworkRetries: 1,
      telemetry: false,
    }),
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    priceId: STRIPE_PRICE_ID,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
  }
}

function addressOf(base: string | undefined) {
  if (base === undefined) return {}
  const { protocol, hostname, port } = new URL(base)
  const isPlain = protocol === 'http:'
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
  }
}

/** Whether Stripe says that what was named does not exist (any more). */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'resource_missing'

/**
 * What a person is told when Stripe did not do its part: 503, so that a repetition makes sense. What was refused on purpose
 * stays what it is.
 */
export async function noAnswer<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ApiError || isUnavailable(error)) throw error
    const refusal = new ApiError(
      503,
      'unavailable',
      'The payment service did not answer. Please try again in a moment.',
    )
    refusal.cause = error
    throw refusal
  }
}
