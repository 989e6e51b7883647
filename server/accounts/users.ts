import { eq } from 'drizzle-orm'
import { mayUse } from '#domain/access/may-use.ts'
import type { UserId } from '#domain/lib/ids.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { currentUserSchema } from '#domain/records/user-schema.ts'
import { users } from '../db/schema/users.ts'
import type { Context } from '../http/context.ts'
import { planOf } from '../plans/plan-row.ts'
import type { Config } from '../platform/config.ts'
import { newServerId } from '../platform/ids.ts'
import type { UserRow } from './sessions.ts'

export interface Name {
  firstName: string
  lastName: string
}

/**
 * Returns the account of a proven address, creating it if needed. Two sign-ins in parallel get the same account. A name
 * comes from a provider and is only used for a new account.
 */
export async function accountOf(
  { db, clock, random }: Pick<Context, 'db' | 'clock' | 'random'>,
  address: string,
  name: Name = { firstName: '', lastName: '' },
): Promise<UserRow> {
  const email = address.toLowerCase()
  const now = new Date(clock.now())
  // In one statement: between two, the account that was found could be deleted.
  const [user] = await db
    .insert(users)
    .values({
      id: newServerId(clock, random),
      email,
      firstName: name.firstName,
      lastName: name.lastName,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({ target: users.email, set: { email } })
    .returning()
  if (!user) throw new Error('an account was neither made nor found')
  return user
}

/** Returns the account as currently committed, or null if it is gone. */
export async function userById(
  { db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>,
  id: UserId,
): Promise<CurrentUser | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row ? currentUser(row, config, clock.now()) : null
}

/**
 * Returns the row in the form that GET /api/auth/user responds with, including the current plan. What the emergency card
 * says is kept back while the account may not use health data.
 */
export function currentUser(row: UserRow, config: Pick<Config, 'ADMIN_EMAILS'>, now: number): CurrentUser {
  const { emergency, ...user } = currentUserSchema.parse({
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
    ...(row.language === null ? {} : { language: row.language }),
    ...(row.emergency === null ? {} : { emergency: row.emergency }),
  })
  return emergency !== undefined && mayUse(user, 'health', now).allowed ? { ...user, emergency } : user
}
