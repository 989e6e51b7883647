import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { ConfigError } from '../platform/config.ts'
import { writeWhole } from '../platform/durable.ts'
import { pushKeys } from './tables.ts'
import { isKeyPair, newVapidKeys, type VapidKeys } from './vapid.ts'

const storedSchema = z.object({ publicKey: z.string(), privateKey: z.string() }).refine(isKeyPair)

/**
 * The keys of a server with a database of its own: `vapid.json` in the data directory, made at the first start. Outside the database, so
 * that a restore does not take them back: with other keys nothing could be sent to any device until it next opens the app.
 * Throws ConfigError when the file holds no keys, and what reading and writing throws.
 */
export async function keysInFile(dataDir: string): Promise<VapidKeys> {
  const file = join(dataDir, 'vapid.json')
  const stored = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (stored !== null) return parseKeys(stored, file)
  const keys = newVapidKeys()
  await writeWhole(file, `${JSON.stringify(keys)}\n`)
  return keys
}

function parseKeys(text: string, file: string): VapidKeys {
  try {
    return storedSchema.parse(JSON.parse(text))
  } catch {
    throw new ConfigError(
      `${file} does not hold the keys for push messages any more. Put it back from a copy; or remove it: new ones are made, and each device gets reminders again once the app was opened on it.`,
    )
  }
}

/** The keys that all servers of a PostgreSQL share, made by the first that starts. */
export async function keysInDatabase(db: Database, clock: Clock): Promise<VapidKeys> {
  await db
    .insert(pushKeys)
    .values({ id: 1, ...newVapidKeys(), createdAt: new Date(clock.now()) })
    .onConflictDoNothing()
  const { publicKey, privateKey } = pushKeys
  const [keys] = await db.select({ publicKey, privateKey }).from(pushKeys)
  if (!keys) throw new Error('push_keys has no row')
  return keys
}
