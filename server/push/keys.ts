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
 * Returns the keys of a server with its own database: `vapid.json` in the data directory, created at the first start.
 * They are kept outside the database so that a restore does not change them: with other keys, nothing could be sent to
 * a device until it next opens the app. Throws ConfigError if the file contains no keys, and any error from reading or
 * writing it.
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

/** Returns the keys shared by all servers of a PostgreSQL database, created by the first that starts. */
export async function keysInDatabase(db: Database, clock: Clock): Promise<VapidKeys> {
  const { publicKey, privateKey } = pushKeys
  const held = () => db.select({ publicKey, privateKey }).from(pushKeys)
  const [known] = await held()
  if (known) return known
  await db
    .insert(pushKeys)
    .values({ id: 1, ...newVapidKeys(), createdAt: new Date(clock.now()) })
    .onConflictDoNothing()
  const [keys] = await held()
  if (!keys) throw new Error('push_keys has no row')
  return keys
}
