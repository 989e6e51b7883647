import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { t } from '#domain/language/translate.ts'
import type { Routes } from '../http/context.ts'
import { cookieName, cookieOptions, SIGNED_OUT_COOKIE } from '../http/cookies.ts'
import { noticePage } from '../http/pages/notice-page.ts'
import { answerWithPages, sendPage } from '../http/pages/pages.ts'
import type { Config } from '../platform/config.ts'
import { endSession } from './sessions.ts'

/** Long enough for the next page to read it, even when it has to load again after a failure. */
const SIGNED_OUT_SECONDS = 600

/**
 * Returns whether the user asked for it, not another site: signing out wipes the device. On plain http other than
 * localhost, browsers send no `Sec-Fetch-Site`, but our own pages still name themselves as the referrer.
 */
function isOwnWish(request: FastifyRequest, config: Config): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { referer } = request.headers
  if (referer === undefined || !URL.canParse(referer)) return false
  return [config.PUBLIC_URL, `${request.protocol}://${request.host}`].includes(new URL(referer).origin)
}

/** Serves signing out, which is a navigation (readings): it ends the session and tells the page so. */
export const signOutRoutes: Routes = async (app, context) => {
  const { config } = context
  const session = cookieName(config, 'session')
  answerWithPages(app)

  app.get(
    '/api/logout',
    { schema: { hide: true, response: { 303: z.string(), 403: z.string() } } },
    async (request, reply) => {
      if (!isOwnWish(request, config)) {
        const markup = noticePage({
          title: t('Sign out?'),
          sentence: t('Something outside Dosewell asked to sign you out. You are still signed in.'),
          link: { href: '/api/logout', words: t('Sign out') },
        })
        return sendPage(reply, 403, markup)
      }
      const token = request.cookies[session]
      const user = token ? await endSession(context, token) : null
      reply.clearCookie(session, cookieOptions(config, 0))
      // Names the user, because the device may have forgotten whom it knew: a page that was still open has received a
      // 401.
      reply.setCookie(SIGNED_OUT_COOKIE, user ?? 'somebody', {
        path: '/',
        sameSite: 'lax',
        secure: config.secure,
        maxAge: SIGNED_OUT_SECONDS,
      })
      return reply.redirect('/', 303)
    },
  )
}
