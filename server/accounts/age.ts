import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { ageGroup, ageOn, REFUSAL_PAUSE } from '#domain/access/age.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import { planMove, recordLines } from '../plans/move-plan.ts'
import { ApiError, invalid } from '../platform/errors.ts'
import type { UserRow } from './sessions.ts'
import { trialEmails } from './tables.ts'

/** The oldest person on record lived to 122. The limit catches a mistyped year. */
const OLDEST = 125

const UNDER_AGE = msg('You must be at least 13 years old to use Dosewell.')

/**
 * One trial per address, remembered after the account is gone (docs/security.md). The hash is keyed so that the table
 * identifies no one.
 */
const emailHash = (email: string, secret: string): string =>
  createHmac('sha256', secret).update(`trial:${email}`).digest('base64url')

/**
 * Starts a user's trial: writes it to the audit trail and returns the columns to change. A second account with the same
 * address keeps the plan it has. No change notification is sent: the device that asked for it loads the user again, and
 * no other device has a stream open yet.
 */
export async function startTrial(
  tx: Database,
  { facts }: Pick<Context, 'facts'>,
  user: UserRow,
  now: number,
): Promise<Partial<UserRow>> {
  const first = await tx
    .insert(trialEmails)
    .values({ emailHash: emailHash(user.email, facts.secret), startedAt: new Date(now) })
    .onConflictDoNothing()
    .returning()
  if (first.length === 0) return { hasUsedTrial: true }
  const event = { kind: 'trial-started' } as const
  const { columns, lines } = planMove(user, event, now)
  await recordLines(tx, user.id, lines, event, { mover: { by: 'person' }, now })
  return { hasUsedTrial: true, ...columns }
}

function checkDate(birth: LocalDate, now: number, zone: string): void {
  const today = localAt(now, zone).date
  if (birth > today) throw invalid('dateOfBirth', t('dateOfBirth must not be in the future.'))
  if (ageOn(birth, today) > OLDEST) throw invalid('dateOfBirth', `dateOfBirth must be less than ${OLDEST} years ago.`)
}

/**
 * Settles a user's age, once (readings, Age). Returns whether a parent has to consent. Throws 400 for an impossible
 * date, 409 if the age is already settled, and 403 for a user under 13. In that case only the instant of the refusal is
 * stored, and any other date is refused for 24 hours.
 */
export async function verifyAge(
  context: Context,
  userId: string,
  request: { dateOfBirth: LocalDate; timeZone?: string | undefined },
): Promise<{ parentalConsentRequired: boolean }> {
  const now = context.clock.now()
  const settled = await transaction(context.db, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (!user) throw new ApiError(410, 'account_gone', t('This account was deleted.'))
    if (user.ageVerified) {
      throw new ApiError(
        409,
        'already_verified',
        t('Your date of birth is already set. To correct it, please write to us at /contact.'),
      )
    }
    if (user.refusedUnderAgeAt !== null && now < user.refusedUnderAgeAt.getTime() + REFUSAL_PAUSE) return 'paused'
    const zone = request.timeZone ?? user.timeZone ?? 'UTC'
    checkDate(request.dateOfBirth, now, zone)
    const group = ageGroup(request.dateOfBirth, now, zone)
    const change =
      group === 'child'
        ? { refusedUnderAgeAt: new Date(now) }
        : {
            dateOfBirth: request.dateOfBirth,
            ageVerified: true,
            refusedUnderAgeAt: null,
            timeZone: request.timeZone ?? user.timeZone,
            parentalConsentRequired: group === 'minor',
            // For a minor, the trial starts when the parent accepts.
            ...(group === 'adult' ? await startTrial(tx, context, user, now) : {}),
          }
    await tx
      .update(users)
      .set({ ...change, updatedAt: new Date(now) })
      .where(eq(users.id, userId))
    return group
  })
  // Thrown outside the transaction: the refusal must be stored, and an error inside would roll it back.
  if (settled === 'child') throw new ApiError(403, 'under_age', t(UNDER_AGE), { field: 'dateOfBirth' })
  if (settled === 'paused') {
    throw new ApiError(403, 'under_age', `${t(UNDER_AGE)} ${t('Another date can be tried 24 hours after the first.')}`)
  }
  return { parentalConsentRequired: settled === 'minor' }
}
