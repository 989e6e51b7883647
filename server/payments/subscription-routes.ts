import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { cancelAnswer } from '#domain/protocol/subscription.ts'
import type { Routes } from '../http/context.ts'
import { faultForLog } from '../http/plugins/errors.ts'
import { LIMITS, requireWithin } from '../http/plugins/rate-limit.ts'
import { accountOf, perAsker } from '../http/who.ts'
import { cancelSubscription } from '../plans/cancel-plan.ts'
import { cancelPaid } from './cancel.ts'
import type { PaymentContext } from './context.ts'
import { noAnswer } from './stripe.ts'

/** Serves what a user does with their plan. */
export const subscriptionRoutes: Routes<PaymentContext> = async (app, context) => {
  const perPerson = app.limiter(LIMITS.subscribe, perAsker)

  app.post(
    '/api/cancel-subscription',
    {
      onRequest: app.requireUse('account'),
      schema: {
        response: {
          200: cancelAnswer,
          400: errorBodySchema,
          401: errorBodySchema,
          410: errorBodySchema,
          429: errorBodySchema,
          503: errorBodySchema,
        },
      },
    },
    async (request) => {
      await requireWithin(perPerson, request)
      const { user } = accountOf(request)
      const { payments } = context
      const onFault = (error: unknown) =>
        request.log.warn({ fault: faultForLog(error) }, 'what was cancelled at Stripe could not be read again')
      const paid = payments && (await noAnswer(cancelPaid(context, payments, user, onFault)))
      return { success: true as const, message: paid ?? (await cancelSubscription(context, user)) }
    },
  )
}
