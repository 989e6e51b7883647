import { eq } from 'drizzle-orm'
import { isPremium } from '#domain/access/plan.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { users } from '../db/schema/users.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import { ApiError } from '../platform/errors.ts'
import { movePlan, tellOfPlan } from './move-plan.ts'
import { planOf } from './plan-row.ts'

const NOTHING_TO_CANCEL = msg('You have no Premium to cancel.')
const PAID_ELSEWHERE = msg(
  'This server is not set up for payments, so the subscription cannot be cancelled here. Please write to us at /contact.',
)

/**
 * Cancels the user's trial or promotion: Premium stays until it ends and is not renewed. Repeating it changes nothing
 * and returns the same. Returns the sentence for the user, which names the day. Throws 400 without Premium, 410 without
 * an account, and 503 for Premium that a payment renews, because only the payment provider can end that.
 */
export async function cancelSubscription(
  context: Pick<Context, 'db' | 'clock' | 'changeNotifications' | 'facts'>,
  user: { id: string; timeZone: string | null },
): Promise<string> {
  const now = context.clock.now()
  const [row] = await context.db.select().from(users).where(eq(users.id, user.id))
  if (!row) throw new ApiError(410, 'account_gone', t('This account was deleted.'))
  const { subscriptionEndsAt, ...standing } = planOf(row, now)
  if (!isPremium(standing)) throw new ApiError(400, 'invalid', t(NOTHING_TO_CANCEL))
  if (subscriptionEndsAt === null) throw new ApiError(503, 'unavailable', t(PAID_ELSEWHERE))
  const moved = await transaction(context.db, (tx) =>
    movePlan(tx, user.id, { kind: 'cancelled' }, { mover: { by: 'person' }, now }),
  )
  if (moved) tellOfPlan(context, moved)
  const { date } = localAt(Date.parse(subscriptionEndsAt), user.timeZone ?? 'UTC')
  return t('Premium stays until {date}. Nothing is charged.', { date: formatDate(date) })
}
