import { eq, sum } from 'drizzle-orm'
import { sayBytes } from '#domain/lib/bytes.ts'
import type { Storage } from '#domain/protocol/storage.ts'
import type { Database } from '../db/database.ts'
import type { Config } from '../platform/config.ts'
import { type Answer, refused } from '../sync/answer.ts'
import { medicalDocuments, prescriptions } from './tables.ts'

const MEGABYTE = 1024 * 1024

/** Returns the space used and allowed for the account's pictures. It reads at most a thousand rows. */
export async function storageOf(
  db: Database,
  userId: string,
  { ACCOUNT_QUOTA_MB }: Pick<Config, 'ACCOUNT_QUOTA_MB'>,
): Promise<Storage> {
  let usedBytes = 0
  for (const table of [medicalDocuments, prescriptions]) {
    const [row] = await db
      .select({ bytes: sum(table.imageBytes) })
      .from(table)
      .where(eq(table.userId, userId))
    usedBytes += Number(row?.bytes ?? 0)
  }
  return { usedBytes, quotaBytes: ACCOUNT_QUOTA_MB * MEGABYTE }
}

/**
 * Returns 413 if this many more bytes exceed the account's quota, otherwise null. The result only counts under the
 * account's lock: otherwise two parallel uploads could both find room.
 */
export async function quotaRefusal(
  db: Database,
  userId: string,
  config: Pick<Config, 'ACCOUNT_QUOTA_MB'>,
  more: number,
): Promise<Answer | null> {
  const { usedBytes, quotaBytes } = await storageOf(db, userId, config)
  if (usedBytes + more <= quotaBytes) return null
  const [used, quota] = [sayBytes(usedBytes), sayBytes(quotaBytes)]
  return refused(
    413,
    'storage_full',
    `Your documents and scans take ${used} of ${quota}, and this needs more. Delete some that you no longer need, then try again.`,
    'image',
  )
}
