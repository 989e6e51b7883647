import {
  adminDoneAnswer,
  adminStatsAnswer,
  adminUserParams,
  adminUsersAnswer,
  adminUsersQuery,
  grantPromotionAnswer,
  grantPromotionBody,
  setAsideAnswer,
} from '#domain/protocol/admin.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { IDEMPOTENCY_HEADER } from '#domain/protocol/headers.ts'
import type { Routes } from '../http/context.ts'
import { LIMITS, requireWithin } from '../http/plugins/rate-limit.ts'
import { keyHeaders } from '../http/write-route.ts'
import type { MailContext } from '../mail/context.ts'
import type { PaymentContext } from '../payments/context.ts'
import { countSetAside } from '../queue/set-aside.ts'
import { adminOf, requireAdmin } from './require-admin.ts'
import { adminStats } from './stats.ts'
import { deleteUser, grantPremium, resetUser } from './user-acts.ts'
import { findUsers } from './user-search.ts'

const done = (message: string) => ({ success: true as const, message })
const acted = { 200: adminDoneAnswer, '4xx': errorBodySchema }

/**
 * Serves the administration: figures, accounts and actions on them (specification, /admin). Mail has its own routes.
 */
export const adminRoutes: Routes<MailContext & PaymentContext> = async (app, context) => {
  const onRequest = requireAdmin(app)
  const perAdmin = app.limiter(LIMITS.adminAct, (request) => adminOf(request).id)
  /** A runaway script or a stolen session must not delete a thousand accounts before anyone notices. */
  const preHandler = async (request: Parameters<typeof perAdmin>[0]) => {
    await requireWithin(perAdmin, request)
  }

  app.get(
    '/api/admin/stats',
    { onRequest, schema: { response: { 200: adminStatsAnswer, '4xx': errorBodySchema } } },
    () => adminStats(context),
  )

  app.get(
    '/api/admin/set-aside',
    { onRequest, schema: { response: { 200: setAsideAnswer, '4xx': errorBodySchema } } },
    () => countSetAside(context.db),
  )

  app.get(
    '/api/admin/users',
    {
      onRequest,
      schema: { querystring: adminUsersQuery, response: { 200: adminUsersAnswer, '4xx': errorBodySchema } },
    },
    (request) => findUsers(context, request.query),
  )

  app.delete(
    '/api/admin/users/:id',
    { onRequest, preHandler, schema: { params: adminUserParams, response: acted } },
    async (request) => {
      await deleteUser(context, adminOf(request).id, request.params.id)
      return done('User and all associated data have been removed.')
    },
  )

  app.post(
    '/api/admin/users/:id/reset-password',
    { onRequest, preHandler, schema: { params: adminUserParams, response: acted } },
    async (request) => {
      await resetUser(context, adminOf(request).id, request.params.id)
      return done('User sessions have been revoked. They will need to log in again.')
    },
  )

  app.post(
    '/api/admin/grant-promotion',
    {
      onRequest,
      preHandler,
      schema: {
        headers: keyHeaders,
        body: grantPromotionBody,
        response: { 200: grantPromotionAnswer, '4xx': errorBodySchema },
      },
    },
    async (request) => {
      const key = request.headers[IDEMPOTENCY_HEADER]
      const endsAt = await grantPremium(context, adminOf(request).id, request.body, key)
      return { ...done('User has been granted promotional premium access.'), endsAt }
    },
  )
}
