import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

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
/** The header of RFC 8188: salt, record size, length of the key, the sender's public key. */
const HEADER_BYTES = 16 + 4 + 1 + 65
/** Ends the last record (RFC 8188); more of them would hide the length. */
const LAST_RECORD = 2

/** The longest text that fits the 4096 bytes that every push service takes. */
export const LONGEST_PLAIN = RECORD_SIZE - HEADER_BYTES - TAG_BYTES - 1

const KEY_INFO = Buffer.from('Content-Encoding: aes128gcm\0')
const NONCE_INFO = Buffer.from('Content-Encoding: nonce\0')
const COMBINED_INFO = Buffer.from('WebPush: info\0')

function derive(secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}

function freshSender(): ECDH {
  const sender = createECDH('prime256v1')
  sender.generateKeys()
  return sender
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
  const combined = derive(
    sender.computeSecret(receiverKey),
    Buffer.from(keys.auth, 'base64url'),
    Buffer.concat([COMBINED_INFO, receiverKey, senderKey]),
    32,
  )
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(combined, salt, KEY_INFO, 16),
    derive(combined, salt, NONCE_INFO, 12),
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
