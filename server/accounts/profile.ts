import { eq } from 'drizzle-orm'
import { mayUse } from '#domain/access/may-use.ts'
import { countingProfileChanges, type ProfileChanges, withProfileOrigin } from '#domain/commands/profile-effects.ts'
import { t } from '#domain/language/translate.ts'
import { users } from '../db/schema/users.ts'
import { planAccount } from '../occurrences/due-index.ts'
import { ApiError } from '../platform/errors.ts'
import { refused } from '../sync/answer.ts'
import type { Effect, WriteScope } from '../sync/writes.ts'
import type { UserRow } from './sessions.ts'
import { currentUser } from './users.ts'

const ACCOUNT_GONE = () => refused(410, 'account_gone', t('This account was deleted.'))

/**
 * Sets the name and the plan zone as far as they were sent. Responds 200 with the user, in the same form as GET
 * /api/auth/user. A change that is replayed after a restore only sets fields that no later write has set (S11.6). A new
 * zone replans the account in the same transaction; otherwise reminders would continue in the old zone
 * (docs/reminders.md, R2.1). Throws 403 for an emergency card, which says something of health, where the account may not
 * use health data: thrown, so that the refusal is not stored under the key and the device can send it again.
 */
export async function editProfileEffect(scope: WriteScope, asked: ProfileChanges): Promise<Effect> {
  const { tx, user, now, seq, config } = scope
  const [row] = await tx.select().from(users).where(eq(users.id, user.id)).for('update')
  if (!row) return ACCOUNT_GONE()
  if (asked.emergency !== undefined) requireHealth(row, scope)
  const origin = Math.min(scope.originalSeq ?? seq, seq)
  const changes = countingProfileChanges(asked, row.profileOrigins, origin)
  if (Object.keys(changes).length === 0) return { status: 200, body: currentUser(row, config, now) }
  const profileOrigins = withProfileOrigin(row.profileOrigins, changes, origin)
  const [after = row] = await tx
    .update(users)
    .set({ ...changes, profileOrigins, updatedAt: new Date(now) })
    .where(eq(users.id, user.id))
    .returning()
  if (changes.timeZone !== undefined) await planAccount(tx, user.id, now)
  return { status: 200, body: currentUser(after, config, now), changes: 'profile' }
}

function requireHealth(row: UserRow, { config, now }: Pick<WriteScope, 'config' | 'now'>): void {
  const permission = mayUse(currentUser(row, config, now), 'health', now)
  if (!permission.allowed) throw new ApiError(403, permission.code, permission.error)
}
