import { createCipheriv, createECDH, type ECDH, hash, randomBytes } from 'node:crypto'

/** The keys of a subscription, in base64url: its P-256 public key (65 bytes) and its secret (16 bytes). */
export interface SubscriptionKeys {
  p256dh: string
  auth: string
}

/** What no two messages may share: a sender's key pair and 16 random bytes. */
interface Fresh {
  sender: ECDH
  salt: Uint8Array
}

/** Larger than any message, so that each is a single record. */
const RECORD_SIZE = 4096
const TAG_BYTES = 16
const KEY_BYTES = 16
const NONCE_BYTES = 12
/** The header of RFC 8188: salt, record size, key length, the sender's public key. */
const HEADER_BYTES = 16 + 4 + 1 + 65
/** Marks the last record (RFC 8188). Further padding would hide the length. */
const LAST_RECORD = 2

/** The longest text that fits into the 4096 bytes that every push service accepts. */
export const LONGEST_PLAIN = RECORD_SIZE - HEADER_BYTES - TAG_BYTES - 1

const KEY_INFO = Buffer.from('Content-Encoding: aes128gcm\0')
const NONCE_INFO = Buffer.from('Content-Encoding: nonce\0')
const COMBINED_INFO = Buffer.from('WebPush: info\0')

const BLOCK_BYTES = 64
const HASH_BYTES = 32
/** Everything HKDF expands here is shorter than one hash, so the first block, numbered 1, is all of it (RFC 5869). */
const ONLY_BLOCK = Uint8Array.of(1)

/**
 * Computes HMAC-SHA-256 for a key of at most 64 bytes with one-shot hashes: `createHmac` and `hkdfSync` take twice as
 * long to set up.
 */
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

/** Holds one message's key pair at a time. Creating it for each message would cost an eighth of the encryption. */
const carrier = createECDH('prime256v1')

function freshSender(): ECDH {
  carrier.generateKeys()
  return carrier
}

/**
 * Encrypts a message so that only the subscription's browser can read it: `aes128gcm` (RFC 8291), a single record.
 * Throws a RangeError beyond LONGEST_PLAIN bytes, and an Error if the keys are invalid. `fresh` is only for the RFC's
 * example: reusing a key pair or salt would reveal the text.
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
 * Returns whether a browser's keys can be used for encryption: a point on the curve, and 16 bytes. Anything else would
 * fail at every reminder instead of once, when it is stored.
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
