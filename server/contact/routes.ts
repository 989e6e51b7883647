import formbody from '@fastify/formbody'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { HOUR } from '#domain/lib/local-time.ts'
import { contactAnswer, contactBody } from '#domain/protocol/contact.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { CONTACT_FIELDS, contactProblems, trimmedContact } from '#domain/records/contact.ts'
import { isUnavailable } from '../db/unavailable.ts'
import type { Routes } from '../http/context.ts'
import { noticePage } from '../http/pages/notice-page.ts'
import { sendPage } from '../http/pages/pages.ts'
import { faultForLog, toApiError } from '../http/plugins/errors.ts'
import { take } from '../http/shared-limits.ts'
import type { MailContext } from '../mail/context.ts'
import { ApiError, invalid, tooMany } from '../platform/errors.ts'
import { newServerId } from '../platform/ids.ts'
import { networkOf } from '../platform/network.ts'
import { saveContactMessage } from './contact.ts'
import { contactFormPage } from './contact-page.ts'

const FAILED = msg('Failed to send message. Please try again.')
const sent = (): string => t('Thank you. We reply within 24-48 hours.')

interface Sent {
  id?: string | undefined
  name: string
  email: string
  subject: string
  message: string
}

const isForm = (request: FastifyRequest): boolean =>
  request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false

/** Messages of one account, or of one network without an account. A typed address says nothing about who is writing. */
const MESSAGES = { max: 5, window: HOUR }

function waitSentence(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return t(
    '{minutes, plural, one {You have sent several messages already. Please wait # minute and try again.} other {You have sent several messages already. Please wait # minutes and try again.}}',
    { minutes },
  )
}

/**
 * Serves the contact form: from the app as JSON, and from a visitor's page as a plain form, which gets a page in
 * response.
 */
export const contactRoutes: Routes<MailContext> = async (app, context) => {
  await app.register(formbody, { bodyLimit: 65_536 })

  /** Throws a refusal; resolves once the message is saved. */
  async function receive(request: FastifyRequest, reply: FastifyReply, { id, ...typed }: Sent): Promise<void> {
    const message = trimmedContact(typed)
    const problems = contactProblems(message)
    for (const field of CONTACT_FIELDS) if (problems[field]) throw invalid(field, problems[field])
    const user = await app.knownUser(request, reply)
    const who = user ? `account ${user.email}` : `network ${networkOf(request.ip)}`
    const wait = await take(context, { key: `messages to us by ${who}`, ...MESSAGES })
    if (wait !== null) throw tooMany(wait, waitSentence(wait))
    try {
      await saveContactMessage(context, { ...message, id }, user)
    } catch (error) {
      if (isUnavailable(error)) throw error
      request.log.error({ fault: faultForLog(error) }, 'a contact message could not be kept')
      throw new ApiError(500, 'internal', t(FAILED))
    }
  }

  /** What was typed stays in the fields, whatever went wrong. */
  function sendFormAgain(reply: FastifyReply, sent: Sent, error: unknown) {
    const refusal = toApiError(error)
    const problems = contactProblems(sent)
    const trouble = Object.keys(problems).length === 0 ? refusal.message : undefined
    const typed = { ...sent, id: sent.id ?? newServerId(context.clock, context.random) }
    return sendPage(reply.headers(refusal.headers), refusal.status, contactFormPage(typed, problems, trouble))
  }

  app.post(
    '/api/contact',
    {
      schema: {
        body: contactBody,
        response: { 200: contactAnswer, 400: errorBodySchema, 429: errorBodySchema, '5xx': errorBodySchema },
      },
      // A page does not match the response schema.
      serializerCompiler: () => (answer) => (typeof answer === 'string' ? answer : JSON.stringify(answer)),
    },
    async (request, reply) => {
      if (!isForm(request)) {
        await receive(request, reply, request.body)
        return { success: true as const, message: sent() }
      }
      try {
        await receive(request, reply, request.body)
      } catch (error) {
        return sendFormAgain(reply, request.body, error) as never
      }
      const link = { href: '/', words: t('Go to Dosewell') }
      return sendPage(reply, 200, noticePage({ title: t('Message Sent!'), sentence: sent(), link })) as never
    },
  )
}
