import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../http/context.ts'
import { cookieName, cookieOptions, SIGNED_IN_COOKIE, SIGNED_OUT_COOKIE } from '../http/cookies.ts'
import { deviceName } from './device-name.ts'
import { endSession, openSession, SESSION_LENGTH, type UserRow } from './sessions.ts'

/** Long enough for the page that opens next. A longer-lived one could refer to a session that has ended since. */
const SIGNED_IN_SECONDS = 120

/** The longest return path (characters, encoded): the form that carries it takes 1,000. */
const LONGEST_NEXT = 500

/**
 * Allows only paths within the app; anything else would let a link send users elsewhere after they sign in. The path is
 * decoded before the check, as the router does.
 */
export function safeNext(next: unknown): string | undefined {
  if (typeof next !== 'string' || !next.startsWith('/')) return undefined
  const here = 'http://here.invalid'
  if (!URL.canParse(next, here)) return undefined
  const url = new URL(next, here)
  const path = decoded(url.pathname)
  if (url.origin !== here || path === null || path.startsWith('/api/') || path.startsWith('//')) return undefined
  const safe = `${url.pathname}${url.search}${url.hash}`
  return safe.length > LONGEST_NEXT ? undefined : safe
}

/** Returns null if it is malformed. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/**
 * Signs the browser in to the account that `find` returns for what was proven. A session it had before ends. If the
 * account is deleted meanwhile, it asks `find` again.
 */
export async function signInBrowser(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  find: () => Promise<Pick<UserRow, 'id'>>,
): Promise<void> {
  const { config } = context
  const cookie = cookieName(config, 'session')
  const before = request.cookies[cookie]
  if (before) await endSession(context, before)
  const { userId, token } = await openSessionOf(context, find, deviceName(request.headers['user-agent']))
  reply.setCookie(cookie, token, cookieOptions(config, SESSION_LENGTH / 1000))
  reply.clearCookie(SIGNED_OUT_COOKIE, { path: '/' })
  // Names the user, so that a device that knows someone else does not show their data meanwhile.
  reply.setCookie(SIGNED_IN_COOKIE, userId, {
    path: '/',
    sameSite: 'lax',
    secure: config.secure,
    maxAge: SIGNED_IN_SECONDS,
  })
}

async function openSessionOf(
  context: Context,
  find: () => Promise<Pick<UserRow, 'id'>>,
  deviceName: string,
): Promise<{ userId: string; token: string }> {
  const { id: userId } = await find()
  const token = await openSession(context, { userId, deviceName })
  return token === null ? openSessionOf(context, find, deviceName) : { userId, token }
}
