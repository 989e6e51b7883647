import { and, desc, eq, lte, sql } from 'drizzle-orm'
import { isPremium } from '#domain/access/plan.ts'
import type { Instant } from '#domain/lib/instant.ts'
import { ADMIN_PAGE, type AdminActivity, type AdminStats } from '#domain/protocol/admin.ts'
import { displayNameOf } from '#domain/records/user.ts'
import type { UserRow } from '../accounts/sessions.ts'
import { currentUser } from '../accounts/users.ts'
import { people } from '../db/schema/people.ts'
import { medications } from '../db/schema/records.ts'
import { users } from '../db/schema/users.ts'
import type { Context } from '../http/context.ts'
import { listedUser } from './listed-user.ts'
import { monthOf, readTallies } from './tallies.ts'

/**
 * Returns the current figures and lists of /admin (specification, section 3). The cost does not depend on the number of
 * accounts.
 */
export async function adminStats(context: Pick<Context, 'db' | 'config' | 'clock'>): Promise<AdminStats> {
  const { db, clock } = context
  const now = clock.now()
  const [tallies, ended, recentSignups, recentMedications] = await Promise.all([
    readTallies(db, monthOf(now)),
    endedPremium(context, now),
    signups(context),
    activity(context),
  ])
  const totalUsers = tallies.users.all
  const premiumUsers = tallies.premium.all - ended
  return {
    totalUsers,
    premiumUsers,
    freeUsers: Math.max(0, totalUsers - premiumUsers),
    totalMedications: tallies.medications.all,
    monthlyStats: {
      newUsersThisMonth: tallies.users.inMonth,
      newSubscriptionsThisMonth: tallies.subscriptions.inMonth,
      medicationsAddedThisMonth: tallies.medications.inMonth,
    },
    recentSignups,
    recentMedications,
  }
}

/**
 * Counts accounts still stored as premium although their end has passed and no job has noticed yet. There are only a
 * few, since jobs run every minute.
 */
async function endedPremium({ db, config }: Pick<Context, 'db' | 'config'>, now: number): Promise<number> {
  const overdue = await db
    .select()
    .from(users)
    .where(
      and(
        lte(users.planDueAt, new Date(now)),
        sql`is_stored_premium(${users.subscriptionPlan}, ${users.subscriptionStatus})`,
      ),
    )
  return overdue.filter((row) => !isPremiumNow(row, config, now)).length
}

/** Returns false for an account that cannot be read. */
function isPremiumNow(row: UserRow, config: Context['config'], now: number): boolean {
  try {
    return isPremium(currentUser(row, config, now))
  } catch {
    return false
  }
}

async function signups(context: Pick<Context, 'db' | 'config' | 'clock'>) {
  const rows = await context.db.select().from(users).orderBy(desc(users.createdAt), desc(users.id)).limit(ADMIN_PAGE)
  return rows.map((row) => listedUser(row, context))
}

async function activity({ db }: Pick<Context, 'db'>): Promise<AdminActivity[]> {
  const createdAt = sql<Instant>`${medications.record}->>'createdAt'`
  const newest = db
    .select({ id: medications.id, userId: medications.userId, createdAt: createdAt.as('added_at') })
    .from(medications)
    .orderBy(desc(createdAt), desc(medications.id))
    .limit(ADMIN_PAGE)
    .as('newest')
  const { email, firstName, lastName } = users
  const rows = await db
    .select({ id: newest.id, createdAt: newest.createdAt, email, firstName, lastName })
    .from(newest)
    .leftJoin(people, eq(people.id, newest.userId))
    // Of somebody without sign-in, the account that looks after them.
    .innerJoin(users, eq(users.id, sql`coalesce(${people.ownerId}, ${newest.userId})`))
    .orderBy(desc(newest.createdAt), desc(newest.id))
  return rows.map((row) => ({
    id: row.id,
    userName: displayNameOf(row),
    userEmail: row.email,
    createdAt: row.createdAt,
  }))
}
