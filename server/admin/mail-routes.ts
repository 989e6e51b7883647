import { z } from 'zod'
import { t } from '#domain/language/translate.ts'
import {
  adminDoneAnswer,
  adminMailAnswer,
  adminMailBody,
  incomingEmailParams,
  incomingEmailsAnswer,
  incomingEmailsQuery,
  mailingsAnswer,
} from '#domain/protocol/admin.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { IDEMPOTENCY_HEADER } from '#domain/protocol/headers.ts'
import { isEmail } from '#domain/records/contact.ts'
import { type Routes, withTime } from '../http/context.ts'
import { LIMITS, requireWithin } from '../http/plugins/rate-limit.ts'
import { keyHeaders } from '../http/write-route.ts'
import type { MailContext } from '../mail/context.ts'
import { ApiError, invalid } from '../platform/errors.ts'
import { deleteMessage, listInbox, markRead } from './inbox.ts'
import { listMailings, sendMailing } from './mailings.ts'
import { adminOf, requireAdmin } from './require-admin.ts'

const isId = (id: string): boolean => z.uuid().safeParse(id).success

const NO_MESSAGE = () => new ApiError(404, 'not_found', t('This email is not in the inbox any more.'))

/** Serves the mail of /admin: to users, and the inbox. */
export const adminMailRoutes: Routes<MailContext> = async (app, context) => {
  const { db } = context
  const onRequest = requireAdmin(app)
  const perAdmin = app.limiter(LIMITS.adminAct, (request) => adminOf(request).id)
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))

  app.post(
    '/api/admin/send-email',
    {
      onRequest,
      schema: {
        headers: keyHeaders,
        body: adminMailBody,
        response: { 200: adminMailAnswer, '4xx': errorBodySchema },
      },
    },
    async (request) => {
      await requireWithin(perAdmin, request)
      const { recipientEmail, ...mail } = request.body
      const send = (written: Parameters<typeof sendMailing>[1]) =>
        sendMailing(withTime(context), written, adminOf(request).id, request.headers[IDEMPOTENCY_HEADER])
      if (mail.recipientType !== 'individual') return send(mail)
      const to = recipientEmail?.trim() ?? ''
      if (!isEmail(to))
        throw invalid(
          'recipientEmail',
          t('The recipient does not look like an email address. Check it for typing errors.'),
        )
      return send({ ...mail, recipientEmail: to })
    },
  )

  app.get(
    '/api/admin/mailings',
    { onRequest, schema: { response: { 200: mailingsAnswer, '4xx': errorBodySchema } } },
    () => listMailings(db),
  )

  app.get(
    '/api/admin/incoming-emails',
    {
      onRequest,
      schema: {
        querystring: incomingEmailsQuery,
        response: { 200: incomingEmailsAnswer, '4xx': errorBodySchema },
      },
    },
    async ({ query: { before } }) => {
      if (before !== undefined && !isId(before)) throw invalid('before', 'before must be the id of an email.')
      return listInbox(db, before)
    },
  )

  const oneMessage = {
    onRequest,
    schema: { params: incomingEmailParams, response: { 200: adminDoneAnswer, '4xx': errorBodySchema } },
  }

  app.patch('/api/admin/incoming-emails/:id/read', oneMessage, async (request) => {
    const { id } = request.params
    if (!isId(id) || !(await markRead(context, adminOf(request).id, id))) throw NO_MESSAGE()
    return { success: true as const, message: 'The email is marked as read.' }
  })

  app.delete('/api/admin/incoming-emails/:id', oneMessage, async (request) => {
    const { id } = request.params
    if (!isId(id) || !(await deleteMessage(context, adminOf(request).id, id))) throw NO_MESSAGE()
    return { success: true as const, message: 'Email has been removed from inbox.' }
  })
}
