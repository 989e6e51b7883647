import { z } from 'zod'
import { readCode } from '#domain/access/offers.ts'
import { SERVER_PAGES } from '#domain/protocol/pages.ts'
import type { Routes } from '../http/context.ts'
import { answerWithPages } from '../http/pages/pages.ts'
import { LIMITS, requireWithin } from '../http/plugins/rate-limit.ts'
import { findOffer, offerOf } from './offers.ts'
import { nothingSharedPage, offerPage } from './shared-page.ts'

const query = z.object({ token: z.string().max(100).catch('') })
const page = { 200: z.string(), 404: z.string() }

/** Serves the page behind the link of an invitation, without script or session. Opening it changes nothing. */
export const sharedRoutes: Routes = async (app, context) => {
  answerWithPages(app, { href: '/', words: 'Go to Dosewell' })
  const mayLook = app.limiter(LIMITS.consentPage)

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    await requireWithin(mayLook, request)
  })

  app.get(
    SERVER_PAGES.shared,
    { schema: { hide: true, querystring: query, response: page } },
    async (request, reply) => {
      const { token } = request.query
      // A code is for the app, where tries are counted.
      const offer = readCode(token) ? null : await findOffer(context, token)
      reply.type('text/html; charset=utf-8')
      if (!offer) return reply.code(404).send(nothingSharedPage())
      return reply.send(offerPage(offerOf(offer), token, offer.owner.timeZone ?? 'UTC'))
    },
  )
}
