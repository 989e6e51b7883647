import { errorBodySchema } from '#domain/protocol/errors.ts'
import { cancelAnswer } from '#domain/protocol/subscription.ts'
import type { Routes } from '../context.ts'
import { accountOf } from '../plugins/access.ts'
import { cancelSubscription } from '../services/subscription.ts'

/** What a person does with their plan. */
export const subscriptionRoutes: Routes = async (app, context) => {
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
          503: errorBodySchema,
        },
      },
    },
    async (request) => ({
      success: true as const,
      message: await cancelSubscription(context, accountOf(request).user),
    }),
  )
}
