import type { CookieSerializeOptions } from '@fastify/cookie'
import type { Config } from '../platform/config.ts'

export type CookieKind = 'session' | 'sign-in' | 'oidc' | 'device'

/**
 * With `__Host-`, browsers refuse the cookie unless it is Secure and names no domain and no path but / (RFC 6265bis).
 */
export const cookieName = (config: Config, kind: CookieKind): string =>
  `${config.secure ? '__Host-' : ''}dosewell-${kind}`

/**
 * Options for cookies that only the server reads. Lax and not Strict, so that a user who follows a link in a mail is
 * signed in. `seconds` is how long the browser keeps the cookie.
 */
export const cookieOptions = (config: Config, seconds: number): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: config.secure,
  maxAge: seconds,
})

/** Tells the page that this browser was signed out by address (readings, Sign-out). */
export const SIGNED_OUT_COOKIE = 'signed_out'

/**
 * Tells the page whose session has begun. A sign-out that had not reached the server is then settled, and the data of
 * anyone else this device knew is not shown.
 */
export const SIGNED_IN_COOKIE = 'signed_in'
