import { and, asc, lte, sql } from 'drizzle-orm'
import { MINUTE } from '#domain/lib/local-time.ts'
import type { Context } from '../context.ts'
import { users } from '../db/schema/index.ts'
import { transaction } from '../db/transaction.ts'
import type { Job } from '../jobs.ts'
import { movePlan, tellOfPlan } from './move-plan.ts'

type DuePlans = Pick<Context, 'db' | 'clock' | 'pokes' | 'facts'>

/** Accounts that are looked for at once. */
const PORTION = 200

/**
 * Moves every plan that time has changed, writes down when it did, and tells the devices. Nothing depends on its being in time:
 * a plan is always read as of the moment (`planOf`). Several servers at once do it once.
 */
export async function moveDuePlans(context: DuePlans): Promise<void> {
  const { db, clock } = context
  let last: { id: string; dueAt: Date } | undefined
  do {
    // Onwards from the last one, so that an account that cannot be moved keeps nobody else.
    const isNext = last && sql`(${users.planDueAt}, ${users.id}) > (${last.dueAt.toISOString()}, ${last.id})`
    const due = await db
      .select({ id: users.id, dueAt: sql<Date>`${users.planDueAt}`.mapWith(users.planDueAt) })
      .from(users)
      .where(and(lte(users.planDueAt, new Date(clock.now())), isNext))
      .orderBy(asc(users.planDueAt), asc(users.id))
      .limit(PORTION)
    for (const { id } of due) {
      const moved = await transaction(db, (tx) =>
        movePlan(tx, id, { kind: 'time-passed' }, { mover: null, now: clock.now() }),
      )
      if (moved) tellOfPlan(context, moved)
    }
    last = due[PORTION - 1]
  } while (last)
}

/** Every minute, so that devices hear soon that Premium has ended. */
export const duePlansJob = (context: DuePlans): Job => ({
  name: 'plans that time changes',
  every: MINUTE,
  run: () => moveDuePlans(context),
})
