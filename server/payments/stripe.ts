import type { Stripe } from 'stripe'
import { t } from '#domain/language/translate.ts'
import { isUnavailable } from '../db/unavailable.ts'
import type { Config } from '../platform/config.ts'
import { ApiError } from '../platform/errors.ts'

/** How this server reaches Stripe, and what it sells there. */
export interface Payments {
  stripe: Stripe
  /** Identifies the seller to Stripe's script in the browser; not a secret. */
  publishableKey: string
  priceId: string
  /** Verifies what Stripe sends here. */
  webhookSecret: string
}

/**
 * Milliseconds for one request to Stripe. With one retry it stays within the 30 s that a device waits for a response.
 */
const TIME_LIMIT = 10_000

/** Returns the connection to Stripe, or null without STRIPE_SECRET_KEY. The library is only loaded if it is needed. */
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

/** Returns whether Stripe says that the named object does not exist (any more). */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'resource_missing'

/**
 * Turns a failure of Stripe into a 503 for the user, so that trying again makes sense. Deliberate refusals stay as they
 * are.
 */
export async function noAnswer<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ApiError || isUnavailable(error)) throw error
    const refusal = new ApiError(
      503,
      'unavailable',
      t('The payment service did not answer. Please try again in a moment.'),
    )
    refusal.cause = error
    throw refusal
  }
}
