import { z } from 'zod'
import { t } from '#domain/language/translate.ts'
import { isUuid } from '#domain/lib/ids.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { newWebhookAnswer, newWebhookBody, webhooksAnswer } from '#domain/protocol/webhooks.ts'
import type { Routes } from '../http/context.ts'
import { LIMITS, requireWithin } from '../http/plugins/rate-limit.ts'
import { accountOf, perAsker } from '../http/who.ts'
import { ApiError } from '../platform/errors.ts'
import { endWebhook, makeWebhook, webhooksOf } from './webhooks.ts'

/** Serves the webhooks of an account (decision 093). */
export const webhookRoutes: Routes = async (app, context) => {
  const mayMake = app.limiter(LIMITS.newWebhook, perAsker)
  const onRequest = app.requireUse('account')

  app.get(
    '/api/user/webhooks',
    { onRequest, schema: { response: { 200: webhooksAnswer, '4xx': errorBodySchema } } },
    async (request) => ({ webhooks: await webhooksOf(context, accountOf(request).user.id) }),
  )

  app.post(
    '/api/user/webhooks',
    {
      onRequest: app.requireUse('health', 'account'),
      schema: { body: newWebhookBody, response: { 201: newWebhookAnswer, '4xx': errorBodySchema } },
    },
    async (request, reply) => {
      await requireWithin(mayMake, request)
      return reply.code(201).send(await makeWebhook(context, accountOf(request).user, request.body))
    },
  )

  app.delete(
    '/api/user/webhooks/:id',
    {
      onRequest,
      schema: { params: z.object({ id: z.string() }), response: { 204: z.null(), '4xx': errorBodySchema } },
    },
    async (request, reply) => {
      const { id } = request.params
      if (!isUuid(id) || !(await endWebhook(context, accountOf(request).user.id, id)))
        throw new ApiError(404, 'not_found', t('There is no such webhook.'))
      return reply.code(204).send(null)
    },
  )
}
