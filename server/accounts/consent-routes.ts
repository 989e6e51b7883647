import formbody from '@fastify/formbody'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { msg } from '#domain/language/message.ts'
import { SERVER_PAGES } from '#domain/protocol/pages.ts'
import type { Routes } from '../http/context.ts'
import { answerWithPages, sendPage } from '../http/pages/pages.ts'
import { LIMITS, requireWithin } from '../http/plugins/rate-limit.ts'
import { CONSENT_ACTIONS, type ConsentView, decideConsent, viewConsent } from './consent-decision.ts'
import { consentPage } from './consent-page.ts'

const PATH = SERVER_PAGES.consent

const query = z.object({ token: z.string().max(200).catch('') })
const decision = z.object({ token: z.string().max(200), action: z.enum(CONSENT_ACTIONS) })
const page = { 200: z.string(), 303: z.string(), 404: z.string(), 410: z.string() }

const STATUS: Partial<Record<ConsentView['kind'], 404 | 410>> = { unknown: 404, expired: 410, replaced: 410 }

/**
 * Serves the page behind the link in a parent's mail, without script or session: whoever has the token counts as the
 * parent. Opening the page changes nothing, because mail scanners open links; the decision is posted by a form. No
 * cookie grants anything here, so another site cannot decide without knowing the token.
 */
export const consentRoutes: Routes = async (app, context) => {
  await app.register(formbody, { bodyLimit: 4096 })
  answerWithPages(app, { href: '/', words: msg('Go to Dosewell') })
  const mayLook = app.limiter(LIMITS.consentPage)

  app.addHook('onRequest', async (request, reply) => {
    // Pages and files opened from here get only the origin of this address, never the token. `no-referrer` would make
    // browsers send `Origin: null` with the form.
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'strict-origin' })
    await requireWithin(mayLook, request)
  })

  const show = async (reply: FastifyReply, token: string) => {
    const view = await viewConsent(context, token)
    return sendPage(reply, STATUS[view.kind] ?? 200, consentPage(view, token))
  }

  app.get(PATH, { schema: { hide: true, querystring: query, response: page } }, async (request, reply) =>
    show(reply, request.query.token),
  )

  app.post(PATH, { schema: { hide: true, body: decision, response: page } }, async (request, reply) => {
    const { token, action } = request.body
    await decideConsent(context, token, action)
    // Back to the page, so that a reload does not post the decision again.
    return reply.redirect(`${PATH}?token=${encodeURIComponent(token)}`, 303)
  })
}
