import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

/** Identifies the file format and the way it was sealed. */
const MAGIC = Buffer.from('DWS1')
const NONCE = 12
const TAG = 16
const ALGORITHM = 'aes-256-gcm'

/** The content is not what was sealed under this name and key: it was changed, swapped, or sealed with another key. */
export class SealBroken extends Error {}

/**
 * Encrypts with AES-256-GCM and a random nonce (NIST SP 800-38D: safe for 2^32 files with one key). `name` is
 * authenticated too, so that one file cannot take the place of another.
 */
export function seal(key: KeyObject, name: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG })
  cipher.setAAD(Buffer.from(name))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([MAGIC, nonce, body, cipher.getAuthTag()])
}

/** Returns what was sealed under this name. Throws SealBroken for anything else. */
export function unseal(key: KeyObject, name: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed)
  const head = MAGIC.length + NONCE
  if (bytes.length < head + TAG || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new SealBroken('the file is not a sealed one')
  }
  const nonce = bytes.subarray(MAGIC.length, head)
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG })
  decipher.setAAD(Buffer.from(name))
  decipher.setAuthTag(bytes.subarray(-TAG))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(head, -TAG)), decipher.final()])
  } catch {
    throw new SealBroken('the file was changed, or is of another key')
  }
}
