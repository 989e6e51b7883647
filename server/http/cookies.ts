import type { CookieSerializeOptions } from '@fastify/cookie'
import type { Config } from '../platform/config.ts'

export type CookieKind = 'session' | 'sign-in' | 'oidc' | 'device'

/** `__Host-` makes browsers refuse the cookie when it is not Secure or names a domain or path (RFC 6265bis). */
export const cookieName = (config: Config, kind: CookieKind): string =>
  `${config.secure ? '__Host-' : ''}dosewell-${kind}`

/**
 * Cookies that only the server reads. Lax, not Strict: a person who follows a link in a mail is signed in.
 * `seconds` is how long the browser keeps it.
 */
export const cookieOptions = (config: Config, seconds: number): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: config.secure,
  maxAge: seconds,
})

/** What the page reads to learn that this browser was signed out by address (readings, Sign-out). */
export const SIGNED_OUT_COOKIE = 'signed_out'

/**
 * What the page reads to learn whose session has begun: a sign-out that the server had not heard of is settled, and whoever else this
 * device knew is not shown.
 */
export const SIGNED_IN_COOKIE = 'signed_in'
