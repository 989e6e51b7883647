import { eq } from 'drizzle-orm'
import { type PlanEvent, type PlanLine, planAfter } from '#domain/plans/plan-events.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import type { Context } from '../http/context.ts'
import { lockState, type SyncState, saveState, versionsOf } from '../sync/state.ts'
import { dateOf, type PlanColumns, planColumns, planStateOf } from './plan-row.ts'
import { planEvents } from './tables.ts'

type UserRow = typeof users.$inferSelect

/** Who changes a plan. What time changes is recorded as the clock's, whoever noticed. */
export interface Mover {
  by: 'person' | 'provider' | 'admin'
  /** The administrator's account. */
  actor?: string
  /** More for the audit trail's line than the event says. */
  details?: Record<string, unknown>
}

/** The result of a change. */
export interface Moved {
  /** The account afterwards. */
  user: UserRow
  /** Whether the event itself changed anything; changes made by time do not count. */
  isChanged: boolean
  /** How far the account then is, for its devices; null if nothing changed. */
  state: SyncState | null
}

/**
 * Changes an account's plan and records what changed, in the caller's transaction. Returns null if there is no such
 * account. After the commit, the caller tells the devices (`tellOfPlan`).
 * @param mover null if nothing happened except that time passed
 */
export async function movePlan(
  tx: Database,
  userId: string,
  event: PlanEvent,
  { mover, now }: { mover: Mover | null; now: number },
): Promise<Moved | null> {
  const [account] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId))
  if (!account) return null
  // Locked before the account's row, as in every write.
  const before = await lockState(tx, userId, now)
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  if (!row) return null
  const { columns, lines } = planMove(row, event, now)
  if (lines.length === 0) {
    const user = { ...row, ...columns }
    // A payment was read again and is unchanged. It is saved anyway, so that older readings that arrive later are
    // recognised.
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
  // The plan is part of the response of GET /api/auth/user, like the name and the zone.
  const state = { ...before, seq, profileSeq: seq }
  await saveState(tx, userId, state, now)
  const isChanged = lines.some(({ why }) => why !== 'time-passed')
  return { user: { ...row, ...columns }, isChanged, state }
}

/** Returns the account's columns after the event, and the lines for the audit trail. Does not query the database. */
export function planMove(row: PlanColumns, event: PlanEvent, now: number): { columns: PlanColumns; lines: PlanLine[] } {
  const { state, lines } = planAfter(planStateOf(row), event, now)
  return { columns: planColumns(state, now), lines }
}

/** Writes the lines of a change to the audit trail. */
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

/** Tells the account's devices about a change, after its commit: they then load the user again (S9.2). */
export function tellOfPlan(
  { changeNotifications, facts }: Pick<Context, 'changeNotifications' | 'facts'>,
  { user, state }: Moved,
): void {
  if (state) changeNotifications.publish({ kind: 'versions', versions: versionsOf(user.id, facts, state) })
}
