import { and, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Subscription, SubscriptionPlan, SubscriptionStatus } from '#domain/access/plan.ts'
import { recordedInstant } from '#domain/lib/instant.ts'
import { NO_PLAN, type PlanState, standingAt } from '#domain/plans/plan-state.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'

type UserRow = typeof users.$inferSelect

/** The columns of an account that are its plan. */
export type PlanColumns = Pick<
  UserRow,
  'subscriptionStatus' | 'subscriptionPlan' | 'subscriptionEndsAt' | 'planDueAt' | 'planState'
>

export const planStateOf = ({ planState }: Pick<PlanColumns, 'planState'>): PlanState => planState ?? NO_PLAN

/** What the person's plan rests on; of an account that is gone, nothing. */
export async function storedPlan(db: Database, userId: string): Promise<PlanState> {
  const [row] = await db.select({ planState: users.planState }).from(users).where(eq(users.id, userId))
  return row ? planStateOf(row) : NO_PLAN
}

/**
 * The plan as it stands at `now` (ms). What the last move wrote down holds until the instant that it named; from then on what
 * the plan rests on is asked again, so that no job has to be in time (docs/plans.md, P7).
 */
export function planOf(row: PlanColumns, now: number): Subscription {
  if (row.planDueAt !== null && now >= row.planDueAt.getTime()) return standingAt(planStateOf(row), now)
  return {
    subscriptionStatus: row.subscriptionStatus as SubscriptionStatus | null,
    subscriptionPlan: row.subscriptionPlan as SubscriptionPlan,
    subscriptionEndsAt: row.subscriptionEndsAt && recordedInstant(row.subscriptionEndsAt.getTime()),
  }
}

/** The columns of a state as of an instant (ms). */
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

/** What somebody who is premium is so by. */
type PremiumStatus = Extract<SubscriptionStatus, 'active' | 'trial'>

/**
 * Whether an account is premium at `now` (ms), for counts and audiences: status active or trial, and plan premium
 * (specification, section 4). Right to the instant even where a job is late.
 * @param statuses only those who are it by one of these
 */
export const isPremiumRow = (now: number, statuses: PremiumStatus[] = ['active', 'trial']): SQL => {
  const at = new Date(now)
  // Of what time has changed already only a known end in the future says that Premium goes on.
  const goesOn = or(isNull(users.planDueAt), gt(users.planDueAt, at), gt(users.subscriptionEndsAt, at)) as SQL
  const isNotOver = or(isNull(users.subscriptionEndsAt), gt(users.subscriptionEndsAt, at)) as SQL
  return and(
    inArray(users.subscriptionStatus, statuses),
    sql`${users.subscriptionPlan} = 'premium'`,
    isNotOver,
    goesOn,
  ) as SQL
}
