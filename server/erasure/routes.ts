import { z } from 'zod'
import { t } from '#domain/language/translate.ts'
import { uuidSchema } from '#domain/lib/ids-schema.ts'
import { deleteAccountBody, devicesAnswer, isSameAddress } from '#domain/protocol/account.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { deletedPersonAnswer } from '#domain/protocol/people.ts'
import { storageAnswer } from '#domain/protocol/storage.ts'
import { devicesOf, endDevice, endOtherDevices } from '../accounts/sessions.ts'
import { type App, type Routes, withTime } from '../http/context.ts'
import { answerWithSyncHeaders } from '../http/plugins/sync-headers.ts'
import { accountOf } from '../http/who.ts'
import { writeRoute } from '../http/write-route.ts'
import type { MailContext } from '../mail/context.ts'
import { enqueueMail } from '../mail/queue.ts'
import type { PaymentContext } from '../payments/context.ts'
import { storageOf } from '../pictures/storage.ts'
import { ApiError, invalid } from '../platform/errors.ts'
import { deleteAccount, deletionMail } from './account-deletion.ts'
import { deletePersonCall } from './person-deletion.ts'

/** Serves what users do with the account itself: listing signed-in devices, and deleting the account. */
export const accountRoutes: Routes<MailContext & PaymentContext> = async (app, context) => {
  const onRequest = app.requireUse('account')

  app.get(
    '/api/user/sessions',
    { onRequest, schema: { response: { 200: devicesAnswer, '4xx': errorBodySchema } } },
    async (request) => {
      const { user, sessionId } = accountOf(request)
      return { devices: await devicesOf(context, { userId: user.id, here: sessionId }) }
    },
  )

  app.get(
    '/api/user/storage',
    { onRequest, schema: { response: { 200: storageAnswer, '4xx': errorBodySchema } } },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store')
      return storageOf(context.db, accountOf(request).user.id, context.config)
    },
  )

  app.delete(
    '/api/user/sessions/:id',
    {
      onRequest,
      schema: { params: z.object({ id: z.string() }), response: { 204: z.null(), '4xx': errorBodySchema } },
    },
    async (request, reply) => {
      const { id } = request.params
      const isEnded = uuidSchema.safeParse(id).success && (await endDevice(context, accountOf(request).user.id, id))
      if (!isEnded) throw new ApiError(404, 'not_found', t('This device is not signed in.'))
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/api/user/sessions',
    { onRequest, schema: { response: { 204: z.null(), '4xx': errorBodySchema } } },
    async (request, reply) => {
      const { user, sessionId } = accountOf(request)
      await endOtherDevices(context, { userId: user.id, sessionId })
      return reply.code(204).send(null)
    },
  )

  app.register(async (scope) => {
    const area = scope as App
    answerWithSyncHeaders(area, context)
    area.addHook('onResponse', async (request, reply) => {
      const { id } = request.params as { id: string }
      // Whoever shows the person at the moment stops at once.
      if (reply.statusCode === 200) context.changeNotifications.publish({ kind: 'all-sessions-ended', userId: id })
    })
    writeRoute(area, context, deletePersonCall, {
      params: z.object({ id: z.string() }),
      response: { 200: deletedPersonAnswer },
    })
  })

  app.delete(
    '/api/user/account',
    { onRequest, schema: { body: deleteAccountBody, response: { 204: z.null(), '4xx': errorBodySchema } } },
    async (request, reply) => {
      const { user } = accountOf(request)
      if (!isSameAddress(request.body.email, user.email))
        throw invalid('email', t('This is not the address of your account. Nothing was deleted.'))
      await deleteAccount(withTime(context), user.id, (tx) => enqueueMail(tx, context, deletionMail(user)))
      context.mailWaits()
      return reply.code(204).send(null)
    },
  )
}
