import { eq, sql, sum } from 'drizzle-orm'
import { t } from '#domain/language/translate.ts'
import { sayBytes } from '#domain/lib/bytes.ts'
import type { Storage } from '#domain/protocol/storage.ts'
import type { Database } from '../db/database.ts'
import { among } from '../db/parameters.ts'
import { people } from '../db/schema/people.ts'
import type { Config } from '../platform/config.ts'
import { type Answer, refused } from '../sync/answer.ts'
import { medicalDocuments, prescriptions } from './tables.ts'

const MEGABYTE = 1024 * 1024

/**
 * Returns the space used and allowed for the pictures of the account and of those it keeps, given either's id. It reads
 * at most a thousand rows of each.
 */
export async function storageOf(
  db: Database,
  userId: string,
  { ACCOUNT_QUOTA_MB }: Pick<Config, 'ACCOUNT_QUOTA_MB'>,
): Promise<Storage> {
  const ids = await sharingQuota(db, userId)
  let usedBytes = 0
  for (const table of [medicalDocuments, prescriptions]) {
    const [row] = await db
      .select({ bytes: sum(table.imageBytes) })
      .from(table)
      .where(among(table.userId, ids))
    usedBytes += Number(row?.bytes ?? 0)
  }
  return { usedBytes, quotaBytes: ACCOUNT_QUOTA_MB * MEGABYTE }
}

/** Returns the account whose quota the pictures of this account or person take from. */
async function accountWithQuota(db: Database, userId: string): Promise<string> {
  const [kept] = await db.select({ ownerId: people.ownerId }).from(people).where(eq(people.id, userId))
  return kept?.ownerId ?? userId
}

/** Returns the account and everybody whom it keeps. */
async function sharingQuota(db: Database, userId: string): Promise<string[]> {
  const account = await accountWithQuota(db, userId)
  const own = await db.select({ id: people.id }).from(people).where(eq(people.ownerId, account))
  return [account, ...own.map(({ id }) => id)]
}

/**
 * As `quotaRefusal`, in the transaction that adds the bytes: until it ends, no other finds the same room. The lock of
 * whose pictures they are is not enough, because several people share the quota.
 */
export async function lockedQuotaRefusal(
  tx: Database,
  userId: string,
  config: Pick<Config, 'ACCOUNT_QUOTA_MB'>,
  more: number,
): Promise<Answer | null> {
  const account = await accountWithQuota(tx, userId)
  // Its holder waits for no lock of somebody else who shares the quota.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`quota ${account}`}, 0))`)
  return quotaRefusal(tx, userId, config, more)
}

/**
 * Returns 413 if this many more bytes exceed the account's quota, otherwise null. Something else may take the room
 * meanwhile.
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
    t(
      'Your documents and scans take {used} of {quota}, and this needs more. Delete some that you no longer need, then try again.',
      { used, quota },
    ),
    'image',
  )
}
