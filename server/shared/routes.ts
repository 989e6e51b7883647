import formbody from '@fastify/formbody'
import { z } from 'zod'
import { readCode } from '#domain/access/offers.ts'
import { msg } from '#domain/language/message.ts'
import { localAt } from '#domain/lib/zone.ts'
import { SERVER_PAGES } from '#domain/protocol/pages.ts'
import type { Context, Routes } from '../http/context.ts'
import { answerWithPages } from '../http/pages/pages.ts'
import { LIMITS, requireWithin } from '../http/plugins/rate-limit.ts'
import { writerOf } from '../http/who.ts'
import { findListLink, type ListLink, mayBeLink, openListLink } from '../people/list-links.ts'
import { findOffer, offerOf } from '../people/offers.ts'
import { plannedViews } from '../reminders/planned-slots.ts'
import { listPage } from './list-page.ts'
import { nothingSharedPage, offerPage } from './offer-page.ts'

const PATH = SERVER_PAGES.shared

const query = z.object({ token: z.string().max(100).catch('') })
const decision = z.object({ token: z.string().max(100), action: z.literal('show') })
const page = { 200: z.string(), 303: z.string(), 404: z.string() }

/** How often a browser asks for a shown list again, in seconds. */
const RELOADED_EVERY = 300

/**
 * Serves the page behind the link of an invitation, and today's list for whoever used one without an account: no
 * script, no session, nothing but reading. Opening an invitation changes nothing, because mail scanners open links.
 */
export const sharedRoutes: Routes = async (app, context) => {
  await app.register(formbody, { bodyLimit: 4096 })
  answerWithPages(app, { href: '/', words: msg('Go to Dosewell') })
  const mayLook = app.limiter(LIMITS.consentPage)

  app.addHook('onRequest', async (request, reply) => {
    // As for a parent's consent: with `no-referrer`, browsers would send `Origin: null` with the form.
    reply.headers({
      'cache-control': 'no-store',
      'referrer-policy': 'strict-origin',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    })
    await requireWithin(mayLook, request)
  })

  app.get(PATH, { schema: { hide: true, querystring: query, response: page } }, async (request, reply) => {
    const { token } = request.query
    reply.type('text/html; charset=utf-8')
    const offer = await openOffer(context, token)
    if (offer) {
      const zone = offer.owner.timeZone ?? 'UTC'
      return reply.send(offerPage(offerOf(offer), { token, zone, mayShowHere: mayBeLink(offer) }))
    }
    const link = await findListLink(context, token)
    if (!link) return reply.code(404).send(nothingSharedPage())
    return reply
      .headers({ 'referrer-policy': 'no-referrer', refresh: String(RELOADED_EVERY) })
      .send(await todaysList(context, link))
  })

  app.post(PATH, { schema: { hide: true, body: decision, response: page } }, async (request, reply) => {
    const offer = await openOffer(context, request.body.token)
    const shown = offer && mayBeLink(offer) ? await openListLink(context, offer) : null
    // To a page of its own, whose address can be kept. The link of the invitation leads nowhere from now on.
    return reply.redirect(`${PATH}?token=${encodeURIComponent(shown ?? request.body.token)}`, 303)
  })
}

/** A code is for the app, where tries are counted. */
const openOffer = async (context: Context, token: string) => (readCode(token) ? null : findOffer(context, token))

async function todaysList({ db, clock }: Context, { person, name, endsAt }: ListLink): Promise<string> {
  const user = writerOf(person)
  const now = clock.now()
  const { date } = localAt(now, user.zone)
  const views = await plannedViews(db, { user, now }, { from: date, to: date })
  return listPage({ name, views, zone: user.zone, endsAt, now })
}
