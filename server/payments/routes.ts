import type { FastifyRequest } from 'fastify'
import { isPremium } from '#domain/access/plan.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { createSubscriptionAnswer, createSubscriptionBody, webhookAnswer } from '#domain/protocol/subscription.ts'
import type { App, Routes } from '../http/context.ts'
import { LIMITS, requireWithin } from '../http/plugins/rate-limit.ts'
import { accountOf, perAsker } from '../http/who.ts'
import { ApiError } from '../platform/errors.ts'
import { beginSubscription, premiumAnswer } from './begin.ts'
import { coalesced } from './coalesced.ts'
import type { PaymentContext } from './context.ts'
import { type PaymentEvent, paymentEventOf, takeEvent } from './events.ts'
import { readAgain } from './read-again.ts'
import { noAnswer, type Payments } from './stripe.ts'

const NOT_SET_UP = msg('This server is not set up to take payments, so Premium cannot be bought here.')

/** Larger than any event: Stripe sends up to a few hundred kilobytes. */
const EVENT_BYTES = 1_000_000
/** How many seconds a signature is valid (Stripe's own recommendation). */
const SIGNATURE_AGE = 300

/** Serves buying Premium, and receives Stripe's events about it. */
export const paymentRoutes: Routes<PaymentContext> = async (app, context) => {
  const { payments } = context
  const perPerson = app.limiter(LIMITS.subscribe, perAsker)

  app.post(
    '/api/create-subscription',
    {
      onRequest: app.requireUse('health', 'account'),
      schema: {
        body: createSubscriptionBody,
        response: { 200: createSubscriptionAnswer, '4xx': errorBodySchema, 503: errorBodySchema },
      },
    },
    async (request) => {
      const { user } = accountOf(request)
      if (payments === null) {
        if (isPremium(user)) return premiumAnswer(user)
        throw new ApiError(503, 'payments_unavailable', t(NOT_SET_UP))
      }
      await requireWithin(perPerson, request)
      const afterTrial = request.body?.afterTrial ?? false
      return noAnswer(beginSubscription(context, payments, user, { afterTrial }))
    },
  )

  await app.register(async (scope) => {
    const area = scope as App
    // The signature covers the bytes as received.
    area.removeAllContentTypeParsers()
    area.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: EVENT_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    const read = payments && coalesced((customerId) => readAgain(context, payments, customerId))
    area.post(
      '/api/webhooks/stripe',
      { schema: { response: { 200: webhookAnswer, '4xx': errorBodySchema, 503: errorBodySchema } } },
      async (request) => {
        if (!payments || !read) throw new ApiError(404, 'not_found', t('There is nothing at this address.'))
        const event = eventOf(request, payments, context.clock.now())
        if (event) await noAnswer(takeEvent(context, payments, event, read))
        return { received: true as const }
      },
    )
  })
}

/** Returns the event of a request signed by Stripe, or null for one we do not handle. Throws 400 for anything else. */
function eventOf(
  { headers, body }: FastifyRequest,
  { stripe, webhookSecret }: Payments,
  now: number,
): PaymentEvent | null {
  const signature = headers['stripe-signature']
  if (typeof signature !== 'string' || !Buffer.isBuffer(body)) throw notFromStripe()
  try {
    return paymentEventOf(stripe.webhooks.constructEvent(body, signature, webhookSecret, SIGNATURE_AGE, undefined, now))
  } catch {
    throw notFromStripe()
  }
}

const notFromStripe = () => new ApiError(400, 'invalid', t('This is not an event that Stripe has signed.'))
