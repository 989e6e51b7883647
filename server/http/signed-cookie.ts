import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ZodType, z } from 'zod'
import type { Config } from '../platform/config.ts'
import { type CookieKind, cookieName, cookieOptions } from './cookies.ts'

export interface SignedCookie<T> {
  set(reply: FastifyReply, value: T): void
  clear(reply: FastifyReply): void
  /**
   * Returns the value that was set; null if there is none, someone else made it, or it belongs to another kind of
   * cookie or an older version.
   */
  read(request: FastifyRequest): T | null
}

/** Keeps a small value in the browser between two pages. The browser can read it, but only this server can make it. */
export function signedCookie<T>(
  config: Config,
  kind: CookieKind,
  schema: ZodType<T>,
  seconds: number,
): SignedCookie<T> {
  const name = cookieName(config, kind)
  // The signature proves who made it, but not for which of our cookies; the content does.
  const content = z.object({ kind: z.literal(kind), value: schema })
  return {
    set: (reply, value) => {
      reply.setCookie(name, Buffer.from(JSON.stringify({ kind, value })).toString('base64url'), {
        ...cookieOptions(config, seconds),
        signed: true,
      })
    },
    clear: (reply) => {
      reply.clearCookie(name, cookieOptions(config, 0))
    },
    read: (request) => {
      const { valid, value } = request.unsignCookie(request.cookies[name] ?? '')
      if (!valid || value === null) return null
      return content.safeParse(JSON.parse(Buffer.from(value, 'base64url').toString())).data?.value ?? null
    },
  }
}
