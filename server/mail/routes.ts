import formbody from '@fastify/formbody'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { msg } from '#domain/language/message.ts'
import { SERVER_PAGES } from '#domain/protocol/pages.ts'
import type { Context, Routes } from '../http/context.ts'
import { answerWithPages, sendPage } from '../http/pages/pages.ts'
import { LIMITS, requireWithin } from '../http/plugins/rate-limit.ts'
import { mailboxOfToken, refusesMails, setRefusesMails } from './refusals.ts'
import { setWantsMailings, userOfToken, wantsMailings } from './unsubscribe.ts'
import { type UnsubscribeView, unsubscribePage } from './unsubscribe-page.ts'

const token = z.string().max(200)
/** The page's form, or what mail programs post to the address in the header (RFC 8058). */
const body = z.object({
  token: token.optional(),
  action: z.enum(['unsubscribe', 'subscribe']).optional(),
  'List-Unsubscribe': z.string().max(100).optional(),
})
const BODY_LIMIT = 4096
const page = { 200: z.string(), 303: z.string(), 404: z.string() }

/** What a link is about, and what its holder may decide. */
interface Topic {
  view(): Promise<UnsubscribeView>
  choose(wants: boolean): Promise<void>
}

/**
 * Returns the topic: mails to many for an account, or mails that others send to an address. Null for a link that this
 * server did not issue.
 */
function topicOf(context: Context, token: string): Topic | null {
  const { db, facts } = context
  const mailbox = mailboxOfToken(token, facts.secret)
  if (mailbox !== null) {
    return {
      view: async () => ((await refusesMails(db, mailbox)) ? 'refusing' : 'open'),
      choose: (wants) => setRefusesMails(context, mailbox, !wants),
    }
  }
  const userId = userOfToken(token, facts.secret)
  if (userId === null) return null
  return {
    view: async () => {
      const wants = await wantsMailings(db, userId)
      return wants === null ? 'unknown' : wants ? 'subscribed' : 'unsubscribed'
    },
    choose: (wants) => setWantsMailings(context, userId, wants),
  }
}

/**
 * Serves the page behind the links in mails to many and in mails that users send with Dosewell, without script or
 * session: whoever has the token counts as the recipient. Opening the page changes nothing, because mail scanners open
 * links.
 */
export const unsubscribeRoutes: Routes = async (app, context) => {
  await app.register(formbody, { bodyLimit: BODY_LIMIT })
  // Only for mail programs, as RFC 8058 recommends: their token is in the address, and the only possible request is to
  // unsubscribe.
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    (_request, _body, done) => done(null, {}),
  )
  answerWithPages(app, { href: '/', words: msg('Go to Dosewell') })
  // Mail services unsubscribe many users from one address.
  const mayAsk = app.limiter(LIMITS.unsubscribe)

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'strict-origin' })
    await requireWithin(mayAsk, request)
  })

  const show = async (reply: FastifyReply, given: string) => {
    const view = (await topicOf(context, given)?.view()) ?? 'unknown'
    return sendPage(reply, view === 'unknown' ? 404 : 200, unsubscribePage(view, given))
  }

  app.get(
    SERVER_PAGES.unsubscribe,
    { schema: { hide: true, querystring: z.object({ token: token.catch('') }), response: page } },
    async (request, reply) => show(reply, request.query.token),
  )

  app.post(
    SERVER_PAGES.unsubscribe,
    { schema: { hide: true, querystring: z.object({ token: token.optional() }), body, response: page } },
    async (request, reply) => {
      const { action, token: typed } = request.body
      const given = typed ?? request.query.token ?? ''
      await topicOf(context, given)?.choose(action === 'subscribe')
      // A mail program gets a plain response. A user is sent back to the page, where a reload repeats nothing.
      if (action === undefined) return show(reply, given)
      return reply.redirect(`${SERVER_PAGES.unsubscribe}?token=${encodeURIComponent(given)}`, 303)
    },
  )
}
