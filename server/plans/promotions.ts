import { eq } from 'drizzle-orm'
import { t } from '#domain/language/translate.ts'
import { type Instant, toInstant } from '#domain/lib/instant.ts'
import { monthsAfter } from '#domain/plans/months.ts'
import { PROMOTION_MONTHS_AHEAD, promotionAfter } from '#domain/plans/plan-events.ts'
import { PROMOTION_MONTHS, type PromotionType } from '#domain/protocol/admin.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import { ApiError, invalid, keyReused } from '../platform/errors.ts'
import { newServerId } from '../platform/ids.ts'
import { lockState } from '../sync/state.ts'
import { movePlan, tellOfPlan } from './move-plan.ts'
import { planStateOf } from './plan-row.ts'
import { promotions } from './tables.ts'

export interface Grant {
  /** The account's address, in any case. */
  email: string
  /** A whole number from 1 to 36. */
  months: number
  promoType: PromotionType
  /** The administrator's account. */
  by: string
  /**
   * A UUID that the administrator's device made for this grant. It becomes the grant's id: the same grant with the same
   * key gets the first response again and is given only once.
   */
  key?: string | undefined
}

/**
 * Gives a user Premium for this many calendar months, counted in the user's zone. A second promotion extends the first;
 * one during a trial replaces the trial (readings, Admin). `alongside` joins the same transaction. Returns the account
 * and the end. Throws 400 for an impossible number of months, 404 for an address without an account, and 422 if the key
 * belongs to another grant, each with a sentence.
 */
export async function grantPromotion(
  context: Pick<Context, 'db' | 'clock' | 'random' | 'changeNotifications' | 'facts'>,
  grant: Grant,
  alongside: (tx: Database, userId: string) => Promise<void> = async () => {},
): Promise<{ userId: string; endsAt: Instant }> {
  const { db, clock, random } = context
  const { email, months, promoType, by, key = newServerId(clock, random) } = grant
  if (!Number.isInteger(months) || months < PROMOTION_MONTHS.least || months > PROMOTION_MONTHS.most) {
    throw invalid(
      'months',
      t('months must be a whole number from {least} to {most}.', {
        least: PROMOTION_MONTHS.least,
        most: PROMOTION_MONTHS.most,
      }),
    )
  }
  const { userId, moved, endsAt } = await transaction(db, async (tx) => {
    const now = clock.now()
    const [user] = await tx.select().from(users).where(eq(users.email, email.trim().toLowerCase()))
    if (!user) throw noAccount(email)
    // First, so that another request with the same key waits here until this one is done.
    await lockState(tx, user.id, now)
    const earlier = await earlierEnd(tx, key, { userId: user.id, months, promoType })
    if (earlier !== null) return { userId: user.id, moved: null, endsAt: earlier }
    const zone = user.timeZone ?? 'UTC'
    if (
      promotionAfter(planStateOf(user), { months, zone }, now).endsAt > monthsAfter(now, PROMOTION_MONTHS_AHEAD, zone)
    ) {
      throw invalid('months', t('Premium cannot be granted more than ten years ahead.'))
    }
    const event = { kind: 'promotion-granted', months, zone } as const
    const mover = { by: 'admin', actor: by, details: { promoType } } as const
    const moved = await movePlan(tx, user.id, event, { mover, now })
    const promotion = moved && planStateOf(moved.user).promotion
    if (!promotion) throw noAccount(email)
    const added = await tx
      .insert(promotions)
      .values({
        id: key,
        userId: user.id,
        months,
        promoType,
        grantedBy: by,
        grantedAt: new Date(now),
        endsAt: new Date(promotion.endsAt),
      })
      .onConflictDoNothing()
      .returning({ id: promotions.id })
    // Another user was granted it under the same key in the meantime.
    if (added.length === 0) throw keyReused('promotion')
    await alongside(tx, user.id)
    return { userId: user.id, moved, endsAt: promotion.endsAt }
  })
  if (moved) tellOfPlan(context, moved)
  return { userId, endsAt: toInstant(endsAt) }
}

/** Returns the end that this grant led to when it was made with this key; null if it was not. */
async function earlierEnd(
  tx: Database,
  key: string,
  { userId, months, promoType }: { userId: string } & Pick<Grant, 'months' | 'promoType'>,
): Promise<number | null> {
  const [given] = await tx.select().from(promotions).where(eq(promotions.id, key))
  if (!given) return null
  if (given.userId !== userId || given.months !== months || given.promoType !== promoType) throw keyReused('promotion')
  return given.endsAt.getTime()
}

const noAccount = (email: string) =>
  new ApiError(404, 'not_found', t('Nobody has an account with the address {email}.', { email }))
