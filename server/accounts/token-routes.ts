import { z } from 'zod'
import { t } from '#domain/language/translate.ts'
import { isUuid } from '#domain/lib/ids.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { newTokenAnswer, newTokenBody, tokensAnswer } from '#domain/protocol/tokens.ts'
import type { Routes } from '../http/context.ts'
import { LIMITS, requireWithin } from '../http/plugins/rate-limit.ts'
import { accountOf, perAsker } from '../http/who.ts'
import { ApiError } from '../platform/errors.ts'
import { makeToken, revokeToken, tokensOf } from './personal-tokens.ts'

/** Serves the personal tokens of an account. A token itself may call none of these. */
export const tokenRoutes: Routes = async (app, context) => {
  const mayMake = app.limiter(LIMITS.newToken, perAsker)
  const onRequest = app.requireUse('account')

  app.get(
    '/api/user/tokens',
    { onRequest, schema: { response: { 200: tokensAnswer, '4xx': errorBodySchema } } },
    async (request) => ({ tokens: await tokensOf(context, accountOf(request).user.id) }),
  )

  app.post(
    '/api/user/tokens',
    {
      onRequest: app.requireUse('health', 'account'),
      schema: { body: newTokenBody, response: { 201: newTokenAnswer, '4xx': errorBodySchema } },
    },
    async (request, reply) => {
      await requireWithin(mayMake, request)
      return reply.code(201).send(await makeToken(context, accountOf(request).user.id, request.body))
    },
  )

  app.delete(
    '/api/user/tokens/:id',
    {
      onRequest,
      schema: { params: z.object({ id: z.string() }), response: { 204: z.null(), '4xx': errorBodySchema } },
    },
    async (request, reply) => {
      const { id } = request.params
      if (!isUuid(id) || !(await revokeToken(context, accountOf(request).user.id, id)))
        throw new ApiError(404, 'not_found', t('There is no such token.'))
      return reply.code(204).send(null)
    },
  )
}
