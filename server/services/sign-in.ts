import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { cookieName, cookieOptions, SIGNED_OUT_COOKIE } from './cookies.ts'
import { deviceName } from './device-name.ts'
import { endSession, openSession, SESSION_LENGTH } from './sessions.ts'
import { accountOf, type Name } from './users.ts'

/** Only paths of the app itself: anything else would let a link send people elsewhere after they signed in. */
export function safeNext(next: unknown): string | undefined {
  if (typeof next !== 'string' || !next.startsWith('/') || next.length > 500) return undefined
  const here = 'http://here.invalid'
  if (!URL.canParse(next, here)) return undefined
  const url = new URL(next, here)
  if (url.origin !== here || url.pathname.startsWith('/api/') || url.pathname.startsWith('//'))
    return undefined
  return `${url.pathname}${url.search}`
}

/** Signs the browser in as the owner of a proven address. A session it had before ends. */
export async function signInBrowser(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
  name?: Name,
): Promise<void> {
  const { config } = context
  const cookie = cookieName(config, 'session')
  const before = request.cookies[cookie]
  if (before) await endSession(context, before)
  const user = await accountOf(context, email, name)
  const token = await openSession(context, {
    userId: user.id,
    deviceName: deviceName(request.headers['user-agent']),
  })
  reply.setCookie(cookie, token, cookieOptions(config, SESSION_LENGTH / 1000))
  reply.clearCookie(SIGNED_OUT_COOKIE, { path: '/' })
}
