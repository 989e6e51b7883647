import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { DAY } from '#domain/lib/local-time.ts'
import type { Context } from '../http/context.ts'
import { signedCookie } from '../http/signed-cookie.ts'

/** The longest that browsers keep a cookie (RFC 6265bis). */
const REMEMBERED_SECONDS = (400 * DAY) / 1000
/** Enough for a family's shared tablet. */
const MOST = 8

const schema = z.array(z.object({ who: z.string(), id: z.string() })).max(MOST)

export interface KnownDevices {
  /** Returns the id under which this browser has signed in with this address before, or null if it has not. */
  idOf(request: FastifyRequest, email: string): string | null
  /** Remembers that the browser has signed in with this address. */
  remember(request: FastifyRequest, reply: FastifyReply, email: string): void
}

/**
 * Remembers, in the browser itself, which addresses have signed in there, so that what strangers do with someone's
 * address does not count against its owner (decision 053). It grants nothing, survives signing out, and identifies no
 * one: it contains only a keyed hash of each address.
 */
export function knownDevices({ config, facts, random }: Pick<Context, 'config' | 'facts' | 'random'>): KnownDevices {
  const cookie = signedCookie(config, 'device', schema, REMEMBERED_SECONDS)
  const hashOf = (email: string) => createHmac('sha256', facts.secret).update(`device ${email}`).digest('base64url')
  const known = (request: FastifyRequest) => cookie.read(request) ?? []
  return {
    idOf: (request, email) => {
      const who = hashOf(email)
      return known(request).find((one) => one.who === who)?.id ?? null
    },
    remember: (request, reply, email) => {
      const who = hashOf(email)
      const before = known(request)
      const id = before.find((one) => one.who === who)?.id ?? Buffer.from(random(16)).toString('base64url')
      const others = before.filter((one) => one.who !== who)
      cookie.set(reply, [{ who, id }, ...others].slice(0, MOST))
    },
  }
}
