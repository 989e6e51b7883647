import { createCipheriv, createECDH, type ECDH, hash, randomBytes } from 'node:crypto'

/** The keys of a subscription, in base64url: its P-256 public key (65 bytes) and its secret (16 bytes). */
export interface SubscriptionKeys {
  p256dh: string
  auth: string
}

/** What no two messages may share: a key pair of the sender and 16 random bytes. */
interface Fresh {
  sender: ECDH
  salt: Uint8Array
}

/** Larger than any message: each is one record. */
const RECORD_SIZE = 4096
const TAG_BYTES = 16
const KEY_BYTES = 16
const NONCE_BYTES = 12
/** The header of RFC 8188: salt, record size, length of the key, the sender's public key. */
const HEADER_BYTES = 16 + 4 + 1 + 65
/** Ends the last record (RFC 8188); more of them would hide the length. */
const LAST_RECORD = 2

/** The longest text that fits the 4096 bytes that every push service takes. */
export const LONGEST_PLAIN = RECORD_SIZE - HEADER_BYTES - TAG_BYTES - 1

const KEY_INFO = Buffer.from('Content-Encoding: aes128gcm\0')
const NONCE_INFO = Buffer.from('Content-Encoding: nonce\0')
const COMBINED_INFO = Buffer.from('WebPush: info\0')

const BLOCK_BYTES = 64
const HASH_BYTES = 32
/** Each piece that HKDF expands here is shorter than one hash: the first block, numbered 1, is all of it (RFC 5869). */
const ONLY_BLOCK = Uint8Array.of(1)

/** HMAC-SHA-256 with a key of at most 64 bytes, by one-shot hashes: `createHmac` and `hkdfSync` take twice as long to set up. */
function hmac(key: Uint8Array, ...parts: Uint8Array[]): Buffer {
  const inner = Buffer.concat([new Uint8Array(BLOCK_BYTES), ...parts])
  const outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES)
  for (let index = 0; index < BLOCK_BYTES; index += 1) {
    const byte = key[index] ?? 0
    inner[index] = byte ^ 0x36
    outer[index] = byte ^ 0x5c
  }
  outer.set(hash('sha256', inner, 'buffer'), BLOCK_BYTES)
  return hash('sha256', outer, 'buffer')
}

/** Carries a pair for one message at a time; to make it anew costs as much as an eighth of the encryption. */
const carrier = createECDH('prime256v1')

function freshSender(): ECDH {
  carrier.generateKeys()
  return carrier
}

/**
 * The message as only the browser of that subscription can read it: `aes128gcm` (RFC 8291), a single record. Throws a RangeError
 * beyond LONGEST_PLAIN bytes, and an Error when the keys are none. `fresh` is for the RFC's example alone: a key pair or
 * salt that is used twice gives the text away.
 */
export function encryptFor(keys: SubscriptionKeys, plain: Uint8Array, fresh?: Fresh): Uint8Array {
  if (plain.length > LONGEST_PLAIN) throw new RangeError('The message is too long for one push')
  const { sender, salt } = fresh ?? { sender: freshSender(), salt: randomBytes(16) }
  const receiverKey = Buffer.from(keys.p256dh, 'base64url')
  const senderKey = sender.getPublicKey()
  const agreed = hmac(Buffer.from(keys.auth, 'base64url'), sender.computeSecret(receiverKey))
  const combined = hmac(agreed, COMBINED_INFO, receiverKey, senderKey, ONLY_BLOCK)
  const secret = hmac(salt, combined)
  const cipher = createCipheriv(
    'aes-128-gcm',
    hmac(secret, KEY_INFO, ONLY_BLOCK).subarray(0, KEY_BYTES),
    hmac(secret, NONCE_INFO, ONLY_BLOCK).subarray(0, NONCE_BYTES),
  )
  const header = Buffer.alloc(HEADER_BYTES)
  header.set(salt, 0)
  header.writeUInt32BE(RECORD_SIZE, 16)
  header[20] = senderKey.length
  header.set(senderKey, 21)
  return Buffer.concat([
    header,
    cipher.update(plain),
    cipher.update(Uint8Array.of(LAST_RECORD)),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

/**
 * Whether a browser's keys can be encrypted for: a point of the curve, and 16 bytes. Anything else would fail at every
 * reminder instead of once, when it is stored.
 */
export function areUsableKeys(keys: SubscriptionKeys): boolean {
  if (Buffer.from(keys.auth, 'base64url').length !== 16) return false
  try {
    freshSender().computeSecret(Buffer.from(keys.p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
