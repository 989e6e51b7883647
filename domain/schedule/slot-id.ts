import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { MedicationId, SlotId } from '../lib/ids.ts'
import type { LocalDate, LocalTime } from '../lib/local-time.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * Returns the id of a planned dose: a hash of medication, local date and `HH:MM`, nothing else (docs/records.md), so
 * that every device and the server find the same id independently. 22 base64url characters (128 bits) are short enough
 * for the Topic of a push message (RFC 8030: at most 32). Synchronous, because it runs inside IndexedDB transactions.
 */
export function slotIdOf(medicationId: MedicationId, date: LocalDate, time: LocalTime): SlotId {
  const text = `${medicationId}|${date}|${time}`
  const known = hashed.get(text)
  if (known !== undefined) return known
  if (hashed.size === MOST) hashed.clear()
  const id = shortHash(text)
  hashed.set(text, id)
  return id
}

/** A day is planned anew with every tap, by several who look at it, and hashing was half of that. */
const hashed = new Map<string, SlotId>()

/** Two months of a long list of medicines. */
const MOST = 2000

/**
 * Returns the first 128 bits of a SHA-256 as 22 base64url characters: the form of every id that is derived the same way
 * everywhere.
 */
export const shortHash = (text: string): SlotId => base64url(sha256(utf8ToBytes(text)).subarray(0, 16)) as SlotId

function base64url(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let pending = 0
  for (const byte of bytes) {
    pending = (pending << 8) | byte
    bits += 8
    while (bits >= 6) {
      bits -= 6
      text += ALPHABET[(pending >> bits) & 63]
    }
    pending &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET[(pending << (6 - bits)) & 63] : text
}
