import { createECDH, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { HOUR } from '#domain/lib/local-time.ts'
import type { Config } from '../platform/config.ts'

/**
 * The key pair that identifies this server to push services, in base64url: an uncompressed P-256 point and a 32-byte
 * private key.
 */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** What a server shows a push service with each message (RFC 8292). */
export interface Vapid {
  /** For `applicationServerKey`, in base64url. */
  publicKey: string
  /**
   * Returns the `Authorization` header for the push service at this origin. `now` is in milliseconds since the epoch.
   */
  authorization(origin: string, now: number): string
}

/** How long a token is valid; push services allow at most 24 hours. */
const GOOD_FOR = 12 * HOUR
/** Tokens are renewed this long before they expire, in case a push service's clock is ahead. */
const SPARE = HOUR
/** Some services use many host names, and a user could subscribe under any number of them. */
const MOST_ORIGINS = 500

export function newVapidKeys(): VapidKeys {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  if (!x || !y || !d) throw new Error('a P-256 key has no x, y or d')
  return { publicKey: pointOf(x, y), privateKey: d }
}

const pointOf = (x: string, y: string): string =>
  Buffer.concat([Uint8Array.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url')

/** Returns whether the keys form a pair; for keys read from storage. */
export function isKeyPair({ publicKey, privateKey }: VapidKeys): boolean {
  try {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(privateKey, 'base64url')
    return pair.getPublicKey('base64url') === publicKey
  } catch {
    return false
  }
}

function signingKey(keys: VapidKeys): KeyObject {
  if (!isKeyPair(keys)) throw new Error('the two VAPID keys are no pair')
  const point = Buffer.from(keys.publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: keys.privateKey }, format: 'jwk' })
}

/**
 * Returns the contact for questions about pushes: VAPID_SUBJECT, else SUPPORT_EMAIL, else the public https address.
 * Without any it returns null, and then nothing can be pushed, because Apple refuses messages without a contact.
 */
export function vapidSubject(
  config: Pick<Config, 'VAPID_SUBJECT' | 'SUPPORT_EMAIL' | 'PUBLIC_URL' | 'secure'>,
): string | null {
  if (config.VAPID_SUBJECT !== undefined) return config.VAPID_SUBJECT
  if (config.SUPPORT_EMAIL !== undefined) return `mailto:${config.SUPPORT_EMAIL}`
  return config.secure ? config.PUBLIC_URL : null
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs once per push service and 11 hours rather than per message. Throws if the keys are not a pair. */
export function vapid(keys: VapidKeys, subject: string): Vapid {
  const key = signingKey(keys)
  const head = part({ typ: 'JWT', alg: 'ES256' })
  const made = new Map<string, { header: string; at: number }>()

  const make = (origin: string, now: number): string => {
    const claims = { aud: origin, exp: Math.floor((now + GOOD_FOR) / 1000), sub: subject }
    const signed = `${head}.${part(claims)}`
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
    return `vapid t=${signed}.${signature.toString('base64url')}, k=${keys.publicKey}`
  }

  return {
    publicKey: keys.publicKey,
    authorization: (origin, now) => {
      const known = made.get(origin)
      if (known && now >= known.at && now < known.at + GOOD_FOR - SPARE) return known.header
      if (made.size >= MOST_ORIGINS) made.clear()
      const header = make(origin, now)
      made.set(origin, { header, at: now })
      return header
    },
  }
}
