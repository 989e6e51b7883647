import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { t } from '#domain/language/translate.ts'
import { signInLeadingTo } from '#domain/protocol/sign-in-address.ts'
import { isUnavailable } from '../db/unavailable.ts'
import type { Routes } from '../http/context.ts'
import { noticePage } from '../http/pages/notice-page.ts'
import { answerWithPages, sendPage } from '../http/pages/pages.ts'
import { faultForLog } from '../http/plugins/errors.ts'
import { LIMITS, requireWithin } from '../http/plugins/rate-limit.ts'
import { signedCookie } from '../http/signed-cookie.ts'
import { accountOfPerson } from './identities.ts'
import { OidcRefusal, oidcProvider, pendingOidcSchema } from './oidc.ts'
import { safeNext, signInBrowser } from './sign-in.ts'

/** How long a user may spend at the provider. */
const PENDING_SECONDS = 15 * 60
const page = { 303: z.string(), 400: z.string(), 503: z.string() }

/** @param next where the sign-in was meant to lead */
const refuse = (reply: FastifyReply, status: number, sentence: string, next?: string) =>
  sendPage(
    reply,
    status,
    noticePage({
      title: t('Signing in did not work'),
      sentence,
      link: { href: signInLeadingTo(next), words: t('Try again') },
    }),
  )

/**
 * Serves sign-in at the configured provider: authorization code flow with PKCE, by plain redirects (docs/security.md).
 */
export const oidcRoutes: Routes = async (app, context) => {
  const provider = oidcProvider(context.config)
  if (!provider) return
  answerWithPages(app)
  const pending = signedCookie(context.config, 'oidc', pendingOidcSchema, PENDING_SECONDS)
  const perAddress = app.limiter(LIMITS.signIn)

  app.get(
    '/api/login',
    { schema: { hide: true, querystring: z.object({ next: z.string().optional() }), response: page } },
    async (request, reply) => {
      const next = safeNext(request.query.next)
      if (await app.isSignedIn(request, reply)) return reply.redirect(next ?? '/', 303)
      await requireWithin(perAddress, request)
      try {
        const begun = await provider.begin(next)
        pending.set(reply, begun.pending)
        return reply.redirect(begun.url.href, 303)
      } catch (error) {
        request.log.error({ fault: faultForLog(error) }, 'the sign-in provider does not answer')
        return refuse(reply, 503, t('The sign-in provider does not answer. Please try again in a minute.'), next)
      }
    },
  )

  app.get(
    '/api/login/callback',
    { schema: { hide: true, querystring: z.record(z.string(), z.unknown()), response: page } },
    async (request, reply) => {
      const waiting = pending.read(request)
      if (!waiting) return refuse(reply, 400, t('This sign-in was not started here, or too long ago.'))
      pending.clear(reply)
      try {
        const who = await provider.finish(new URL(request.url, context.config.PUBLIC_URL), waiting)
        await signInBrowser(context, request, reply, () => accountOfPerson(context, who))
        return reply.redirect(waiting.next ?? '/', 303)
      } catch (error) {
        if (isUnavailable(error)) throw error
        if (error instanceof OidcRefusal) return refuse(reply, 400, error.message, waiting.next)
        request.log.warn({ fault: faultForLog(error) }, 'a sign-in at the provider failed')
        return refuse(reply, 400, t('The sign-in provider did not confirm who you are.'), waiting.next)
      }
    },
  )
}
