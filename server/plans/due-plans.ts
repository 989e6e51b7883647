import { and, asc, lte, sql } from 'drizzle-orm'
import { MINUTE } from '#domain/lib/local-time.ts'
import { users } from '../db/schema/users.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import { eachAccount } from '../queue/each-account.ts'
import type { Job } from '../queue/jobs.ts'
import { mayBeTried, type OnSetAside } from '../queue/set-aside.ts'
import { movePlan, tellOfPlan } from './move-plan.ts'

type DuePlans = Pick<Context, 'db' | 'clock' | 'changeNotifications' | 'facts'> & { onSetAside: OnSetAside }

/** Accounts looked for at a time. */
const PORTION = 200

/**
 * Updates every plan that time has changed, records when it changed, and tells the devices. Nothing depends on this
 * being on time: a plan is always read as of the moment (`planOf`). With several servers it happens once. An account
 * whose plan cannot be updated is set aside, and the call rejects after the others are done.
 */
export async function moveDuePlans(context: DuePlans): Promise<void> {
  const { db, clock } = context
  const now = clock.now()
  const ids: string[] = []
  let last: { id: string; dueAt: Date } | undefined
  do {
    const isNext = last && sql`(${users.planDueAt}, ${users.id}) > (${last.dueAt.toISOString()}, ${last.id})`
    const due = await db
      .select({ id: users.id, dueAt: sql<Date>`${users.planDueAt}`.mapWith(users.planDueAt) })
      .from(users)
      .where(and(lte(users.planDueAt, new Date(now)), isNext, mayBeTried('premium', users.id, now)))
      .orderBy(asc(users.planDueAt), asc(users.id))
      .limit(PORTION)
    ids.push(...due.map(({ id }) => id))
    last = due[PORTION - 1]
  } while (last)
  await eachAccount(ids, 'premium', (id) => moveOne(context, id), { ...context, now })
}

async function moveOne(context: DuePlans, id: string): Promise<void> {
  const moved = await transaction(context.db, (tx) =>
    movePlan(tx, id, { kind: 'time-passed' }, { mover: null, now: context.clock.now() }),
  )
  if (moved) tellOfPlan(context, moved)
}

/** Runs every minute, so that devices soon know that Premium has ended. */
export const duePlansJob = (context: DuePlans): Job => ({
  name: 'plans that time changes',
  every: MINUTE,
  run: () => moveDuePlans(context),
})
