import { z } from 'zod'
import { t } from '#domain/language/translate.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import {
  pushDevicesAnswer,
  pushKeyAnswer,
  pushReceiptBody,
  pushTestAnswer,
  putSubscriptionBody,
  whichSubscriptionBody,
} from '#domain/protocol/push.ts'
import type { Routes } from '../http/context.ts'
import { LIMITS, requireWithin } from '../http/plugins/rate-limit.ts'
import { answerWithSyncHeaders } from '../http/plugins/sync-headers.ts'
import { accountOf } from '../http/who.ts'
import { ApiError, tooMany } from '../platform/errors.ts'
import type { PushContext } from './context.ts'
import { recordReceipt, sendTest } from './sends.ts'
import { devicesOf, findSubscription, putSubscription, removeSubscription } from './subscriptions.ts'

const refusals = { '4xx': errorBodySchema }
const unknownDevice = () => new ApiError(404, 'not_found', t('This device is not set up for reminders.'))

/** Serves the devices that reminders are pushed to, and whether they arrive (docs/reminders.md, R4 and R5.4). */
export const pushRoutes: Routes<PushContext> = async (app, context) => {
  const { db, clock, push } = context
  const onRequest = app.requireUse('health', 'account')
  const perTester = app.limiter(LIMITS.pushTest, (request) => accountOf(request).sessionId)
  const perReporter = app.limiter(LIMITS.pushReceipt)
  answerWithSyncHeaders(app, context)

  function requireKey(): string {
    if (push.publicKey === null)
      throw new ApiError(
        503,
        'push_unavailable',
        t('This server is not set up to send reminders to devices. Only the people who run it can change that.'),
      )
    return push.publicKey
  }

  app.get(
    '/api/push/key',
    { onRequest, schema: { response: { 200: pushKeyAnswer, ...refusals, 503: errorBodySchema } } },
    async () => ({ key: requireKey() }),
  )

  app.get(
    '/api/push/subscription',
    { onRequest, schema: { response: { 200: pushDevicesAnswer, ...refusals } } },
    async (request) => ({ devices: await devicesOf(db, accountOf(request).user.id) }),
  )

  app.put(
    '/api/push/subscription',
    {
      onRequest,
      schema: {
        body: putSubscriptionBody,
        response: { 200: pushDevicesAnswer, ...refusals, 503: errorBodySchema },
      },
    },
    async (request) => {
      requireKey()
      const { user, sessionId } = accountOf(request)
      await putSubscription(context, { userId: user.id, sessionId }, request.body)
      return { devices: await devicesOf(db, user.id) }
    },
  )

  app.delete(
    '/api/push/subscription',
    {
      // A user who may no longer use health data can still switch reminders off.
      onRequest: app.requireUse('account'),
      schema: { body: whichSubscriptionBody, response: { 204: z.null(), ...refusals } },
    },
    async (request, reply) => {
      const removed = await removeSubscription(context, accountOf(request).user.id, request.body.endpoint)
      if (!removed) throw unknownDevice()
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/api/push/test',
    {
      onRequest,
      schema: {
        body: whichSubscriptionBody,
        response: { 200: pushTestAnswer, ...refusals, 503: errorBodySchema },
      },
    },
    async (request) => {
      requireKey()
      const wait = await perTester(request)
      if (wait !== null) throw tooMany(wait, t('You have sent many tests. Please wait a moment and try again.'))
      const subscription = await findSubscription(db, accountOf(request).user.id, request.body.endpoint)
      if (!subscription) throw unknownDevice()
      return sendTest(context, subscription)
    },
  )

  app.post(
    '/api/push/receipt',
    {
      onRequest: async (request) => {
        await requireWithin(perReporter, request)
      },
      schema: { body: pushReceiptBody, response: { 204: z.null(), ...refusals } },
    },
    async (request, reply) => {
      if (!(await recordReceipt(db, request.body.id, clock.now())))
        throw new ApiError(404, 'not_found', t('No such message was sent.'))
      return reply.code(204).send(null)
    },
  )
}
