import { eq } from 'drizzle-orm'
import type { UserId } from '#domain/lib/ids.ts'
import { type CurrentUser, currentUserSchema } from '#domain/records/user.ts'
import { users } from '../db/schema/users.ts'
import type { Context } from '../http/context.ts'
import { planOf } from '../plans/plan-row.ts'
import type { Config } from '../platform/config.ts'
import { newServerId } from '../platform/ids.ts'
import type { Writer } from '../sync/writes.ts'
import type { UserRow } from './sessions.ts'

export interface Name {
  firstName: string
  lastName: string
}

/**
 * The account of a proven address, made if there is none. Two sign-ins at once get the same one. A name is what a
 * provider says; it is taken for a new account only.
 */
export async function accountOf(
  { db, clock, random }: Pick<Context, 'db' | 'clock' | 'random'>,
  address: string,
  name: Name = { firstName: '', lastName: '' },
): Promise<UserRow> {
  const email = address.toLowerCase()
  const now = new Date(clock.now())
  await db
    .insert(users)
    .values({
      id: newServerId(clock, random),
      email,
      firstName: name.firstName,
      lastName: name.lastName,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: users.email })
  const [user] = await db.select().from(users).where(eq(users.email, email))
  if (!user) throw new Error('the account vanished while it was made')
  return user
}

/** The account as it is committed now; null when it is gone. */
export async function userById(
  { db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>,
  id: UserId,
): Promise<CurrentUser | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row ? currentUser(row, config, clock.now()) : null
}

/** In whose name it writes from here on, after its zone may have changed. */
export async function writerById(context: Pick<Context, 'db' | 'config' | 'clock'>, id: UserId): Promise<Writer> {
  const user = await userById(context, id)
  return { id, zone: user?.timeZone ?? 'UTC' }
}

/** The row as the answer of GET /api/auth/user, with the plan as it stands now. */
export function currentUser(row: UserRow, config: Pick<Config, 'ADMIN_EMAILS'>, now: number): CurrentUser {
  return currentUserSchema.parse({
    id: row.id,
    email: row.email,
    firstName: row.firstName || null,
    lastName: row.lastName || null,
    isAdmin: config.ADMIN_EMAILS.includes(row.email),
    dateOfBirth: row.dateOfBirth,
    ageVerified: row.ageVerified,
    parentalConsentRequired: row.parentalConsentRequired,
    parentalConsentGiven: row.parentalConsentGiven,
    hasUsedTrial: row.hasUsedTrial,
    ...planOf(row, now),
    timeZone: row.timeZone,
  })
}
