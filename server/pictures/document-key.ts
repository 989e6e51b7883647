import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../platform/config.ts'
import { writeWhole } from '../platform/durable.ts'

const BYTES = 32

/** Parses 32 bytes from 64 hexadecimal digits or base64; returns null for anything else. */
export function parseKey(text: string): KeyObject | null {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  const isWhole = bytes.length === BYTES && /^([0-9a-f]{64}|[\w+/-]{43}=?)$/i.test(text)
  return isWhole ? createSecretKey(bytes) : null
}

/**
 * Returns the key for pictures: DOCUMENT_KEY if it is set, else `document-key` in the data directory, created at the
 * first start. It is next to the snapshots, not in them, so that a snapshot taken elsewhere reveals no picture without
 * the key. Throws ConfigError if the file contains no key, because a new one would make every picture unreadable.
 */
export async function documentKey(given: string | undefined, dataDir: string): Promise<KeyObject> {
  if (given !== undefined) {
    const key = parseKey(given)
    if (!key) throw new ConfigError('DOCUMENT_KEY must be 32 bytes, as 64 hexadecimal digits or as base64.')
    return key
  }
  const file = join(dataDir, 'document-key')
  const stored = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (stored === null) {
    const bytes = randomBytes(BYTES)
    await writeWhole(file, `${bytes.toString('base64')}\n`)
    return createSecretKey(bytes)
  }
  const key = parseKey(stored.trim())
  if (!key) {
    throw new ConfigError(
      `${file} does not hold the key of the saved documents any more. Put it back from a copy, or set DOCUMENT_KEY: without the key no saved picture can be read.`,
    )
  }
  return key
}
