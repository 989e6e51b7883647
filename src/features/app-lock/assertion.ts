import type { StoredPasskey } from '#src/data/app-lock.ts'
import { base64url } from './base64url.ts'

/** An authenticator's answer to `navigator.credentials.get` (WebAuthn, AuthenticatorAssertionResponse). */
export interface Assertion {
  clientDataJSON: ArrayBuffer
  authenticatorData: ArrayBuffer
  signature: ArrayBuffer
}

/** What was asked, and where. */
export interface Asked {
  challenge: Uint8Array
  /** `https://dosewell.example` */
  origin: string
  /** The relying party: the host name. */
  rpId: string
}

/** Authenticator data: 32 bytes of the relying party's hash, one of flags, four of a counter. */
const FLAGS_AT = 32
const SHORTEST = 37
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04

/** Bytes of each of the two numbers of an ES256 signature. */
const P256_BYTES = 32

/**
 * Returns whether the assertion answers this challenge, here, with user verification, and is signed by the passkey
 * (WebAuthn level 2, section 7.2, the steps that make sense without a server; the counter is not stored, since synced
 * passkeys have none).
 */
export async function isGenuine(assertion: Assertion, passkey: StoredPasskey, asked: Asked): Promise<boolean> {
  const client = clientData(assertion.clientDataJSON)
  if (client?.type !== 'webauthn.get' || client.origin !== asked.origin) return false
  if (client.challenge !== base64url(asked.challenge)) return false
  const data = new Uint8Array(assertion.authenticatorData)
  const flags = data[FLAGS_AT] ?? 0
  if (data.length < SHORTEST || !(flags & USER_PRESENT) || !(flags & USER_VERIFIED)) return false
  const rpIdHash = await sha256(new TextEncoder().encode(asked.rpId))
  if (!rpIdHash.every((byte, index) => byte === data[index])) return false
  return isSigned(assertion, data, passkey)
}

async function isSigned(
  assertion: Assertion,
  data: Uint8Array<ArrayBuffer>,
  { publicKey, algorithm }: StoredPasskey,
): Promise<boolean> {
  const signed = new Uint8Array([...data, ...(await sha256(assertion.clientDataJSON))])
  const signature = new Uint8Array(assertion.signature)
  if (algorithm === -257) {
    const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('spki', publicKey, rsa, false, ['verify'])
    return crypto.subtle.verify(rsa, key, signature, signed)
  }
  const raw = rawSignature(signature)
  if (!raw) return false
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  const key = await crypto.subtle.importKey('spki', publicKey, curve, false, ['verify'])
  return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, raw, signed)
}

/**
 * Converts a signature: authenticators write r and s as DER, WebCrypto wants 32 bytes of each. Null if it is not such a
 * signature.
 */
function rawSignature(der: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const raw = new Uint8Array(2 * P256_BYTES)
  // SEQUENCE, its length, then INTEGER, length and bytes, twice.
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return null
  let at = 2
  for (const end of [P256_BYTES, 2 * P256_BYTES]) {
    const length = der[at + 1] ?? 0
    const bytes = der.subarray(at + 2, at + 2 + length)
    if (der[at] !== 0x02 || length === 0 || bytes.length !== length) return null
    // A leading zero keeps a number from looking negative.
    const digits = bytes.subarray(bytes.findIndex((byte) => byte !== 0))
    if (digits.length > P256_BYTES) return null
    raw.set(digits, end - digits.length)
    at += 2 + length
  }
  return at === der.length ? raw : null
}

function clientData(json: ArrayBuffer): { type?: unknown; origin?: unknown; challenge?: unknown } | null {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(json))
    return typeof parsed === 'object' ? parsed : null
  } catch {
    return null
  }
}

const sha256 = async (bytes: BufferSource): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
