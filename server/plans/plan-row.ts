import { and, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Subscription, SubscriptionPlan, SubscriptionStatus } from '#domain/access/plan.ts'
import { recordedInstant } from '#domain/lib/instant.ts'
import { NO_PLAN, type PlanState, standingAt } from '#domain/plans/plan-state.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'

type UserRow = typeof users.$inferSelect

/** The columns of an account that make up its plan. */
export type PlanColumns = Pick<
  UserRow,
  'subscriptionStatus' | 'subscriptionPlan' | 'subscriptionEndsAt' | 'planDueAt' | 'planState'
>

export const planStateOf = ({ planState }: Pick<PlanColumns, 'planState'>): PlanState => planState ?? NO_PLAN

/** Returns what the user's plan is based on; nothing for an account that is gone. */
export async function storedPlan(db: Database, userId: string): Promise<PlanState> {
  const [row] = await db.select({ planState: users.planState }).from(users).where(eq(users.id, userId))
  return row ? planStateOf(row) : NO_PLAN
}

/**
 * Returns the plan at `now` (ms). What the latest change stored is valid until the instant it named. From then on the
 * plan is computed again from what it is based on, so that no job has to be on time (docs/plans.md, P7).
 */
export function planOf(row: PlanColumns, now: number): Subscription {
  if (row.planDueAt !== null && now >= row.planDueAt.getTime()) return standingAt(planStateOf(row), now)
  return {
    subscriptionStatus: row.subscriptionStatus as SubscriptionStatus | null,
    subscriptionPlan: row.subscriptionPlan as SubscriptionPlan,
    subscriptionEndsAt: row.subscriptionEndsAt && recordedInstant(row.subscriptionEndsAt.getTime()),
  }
}

/** Returns the columns of a state at an instant (ms). */
export function planColumns(state: PlanState, at: number): PlanColumns {
  const { subscriptionEndsAt, ...standing } = standingAt(state, at)
  return {
    ...standing,
    subscriptionEndsAt: dateOf(subscriptionEndsAt),
    planDueAt: state.dueAt === null ? null : new Date(state.dueAt),
    planState: state,
  }
}

export const dateOf = (instant: string | number | null): Date | null => (instant === null ? null : new Date(instant))

/** The statuses that make someone premium. */
type PremiumStatus = Extract<SubscriptionStatus, 'active' | 'trial'>

/**
 * Returns a condition: the account is premium at `now` (ms), for counts and audiences: status active or trial, and plan
 * premium (specification, section 4). It is exact to the instant even if a job is late.
 * @param statuses limits it to accounts with one of these
 */
export const isPremiumRow = (now: number, statuses: PremiumStatus[] = ['active', 'trial']): SQL => {
  const at = new Date(now)
  // If time has already changed the plan, only a known end in the future shows that Premium continues.
  const goesOn = or(isNull(users.planDueAt), gt(users.planDueAt, at), gt(users.subscriptionEndsAt, at)) as SQL
  const isNotOver = or(isNull(users.subscriptionEndsAt), gt(users.subscriptionEndsAt, at)) as SQL
  return and(
    inArray(users.subscriptionStatus, statuses),
    sql`${users.subscriptionPlan} = 'premium'`,
    isNotOver,
    goesOn,
  ) as SQL
}
