import { eq } from 'drizzle-orm'
import { type PlanEvent, type PlanLine, planAfter } from '#domain/plans/plan-events.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import type { Context } from '../http/context.ts'
import { lockState, type SyncState, saveState, versionsOf } from '../sync/state.ts'
import { dateOf, type PlanColumns, planColumns, planStateOf } from './plan-row.ts'
import { planEvents } from './tables.ts'

type UserRow = typeof users.$inferSelect

/** Who moves a plan. What time does is noted as the clock's, whoever noticed. */
export interface Mover {
  by: 'person' | 'provider' | 'admin'
  /** The account of the admin. */
  actor?: string
  /** More for the line of the audit trail than the event says. */
  details?: Record<string, unknown>
}

/** What a move did. */
export interface Moved {
  /** The account after it. */
  user: UserRow
  /** Whether the event itself changed anything; what time did does not count. */
  isChanged: boolean
  /** How far the account is then, for its devices; null when nothing changed. */
  state: SyncState | null
}

/**
 * Changes the plan of an account and writes down what changed, in the caller's transaction. Null when there is no such account.
 * Whoever calls it says so to the devices after the commit (`tellOfPlan`).
 * @param mover null: nothing happened but that time passed
 */
export async function movePlan(
  tx: Database,
  userId: string,
  event: PlanEvent,
  { mover, now }: { mover: Mover | null; now: number },
): Promise<Moved | null> {
  const [account] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId))
  if (!account) return null
  // Before the account's row, as every write takes them.
  const before = await lockState(tx, userId, now)
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  if (!row) return null
  const { columns, lines } = planMove(row, event, now)
  if (lines.length === 0) {
    const user = { ...row, ...columns }
    // A payment that is as it was, read anew: older readings that come later are known by it.
    if (planStateOf(user).payments !== planStateOf(row).payments) {
      await tx.update(users).set(columns).where(eq(users.id, userId))
      return { user, isChanged: false, state: null }
    }
    return { user: row, isChanged: false, state: null }
  }
  await tx
    .update(users)
    .set({ ...columns, updatedAt: new Date(now) })
    .where(eq(users.id, userId))
  await recordLines(tx, userId, lines, event, { mover, now })
  const seq = before.seq + 1
  // The plan is part of what GET /api/auth/user answers, as the name and the zone are.
  const state = { ...before, seq, profileSeq: seq }
  await saveState(tx, userId, state, now)
  const isChanged = lines.some(({ why }) => why !== 'time-passed')
  return { user: { ...row, ...columns }, isChanged, state }
}

/** What the event makes of the account's columns, and the lines for it. Asks no database. */
export function planMove(row: PlanColumns, event: PlanEvent, now: number): { columns: PlanColumns; lines: PlanLine[] } {
  const { state, lines } = planAfter(planStateOf(row), event, now)
  return { columns: planColumns(state, now), lines }
}

/** Writes the lines of a move into the audit trail. */
export async function recordLines(
  tx: Database,
  userId: string,
  lines: readonly PlanLine[],
  event: PlanEvent,
  { mover, now }: { mover: Mover | null; now: number },
): Promise<void> {
  if (lines.length === 0) return
  const { kind: _kind, ...said } = event
  await tx.insert(planEvents).values(
    lines.map(({ at, why, from, to }) => {
      const isTime = why === 'time-passed'
      return {
        userId,
        at: new Date(at),
        recordedAt: new Date(now),
        by: isTime || !mover ? ('clock' as const) : mover.by,
        actor: isTime ? null : (mover?.actor ?? null),
        why,
        fromStatus: from.subscriptionStatus,
        fromPlan: from.subscriptionPlan,
        fromEndsAt: dateOf(from.subscriptionEndsAt),
        toStatus: to.subscriptionStatus,
        toPlan: to.subscriptionPlan,
        toEndsAt: dateOf(to.subscriptionEndsAt),
        details: isTime ? {} : { ...said, ...mover?.details },
      }
    }),
  )
}

/** Tells the account's devices of a move, after its commit: they ask who the person is anew (S9.2). */
export function tellOfPlan(
  { changeNotifications, facts }: Pick<Context, 'changeNotifications' | 'facts'>,
  { user, state }: Moved,
): void {
  if (state) changeNotifications.publish({ kind: 'versions', versions: versionsOf(user.id, facts, state) })
}
