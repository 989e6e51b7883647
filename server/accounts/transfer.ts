import { eq } from 'drizzle-orm'
import { t } from '#domain/language/translate.ts'
import type { UserId } from '#domain/lib/ids.ts'
import { users } from '../db/schema/users.ts'
import type { Context } from '../http/context.ts'
import { ApiError } from '../platform/errors.ts'
import { sessions } from './tables.ts'

/**
 * Lets a device transfer its local data of an account that a restore lost (S11.11). Throws 410 `account_gone` if the
 * account was erased on purpose, and then the device wipes the data. Throws 403 if the account exists.
 */
export async function requireLostAccount(
  { db, journal }: Pick<Context, 'db' | 'journal'>,
  from: UserId,
): Promise<void> {
  const [existing] = await db.select({ id: users.id }).from(users).where(eq(users.id, from))
  if (existing) throw new ApiError(403, 'forbidden', t('That account still exists. Please sign in to it.'))
  // Sessions outlive an erased account, so that its devices are told. Those of a lost account are lost with it.
  const [session] = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, from)).limit(1)
  if (session || (await journal.hasErased(from))) {
    throw new ApiError(410, 'account_gone', t('That account was deleted.'))
  }
}
