import { and, desc, eq, max } from 'drizzle-orm'
import { CONSENT_LINK_LIFE, isSameMailbox, KEPT_AFTER_NO } from '#domain/access/consent.ts'
import { needsConsent } from '#domain/access/may-use.ts'
import { t } from '#domain/language/translate.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { SERVER_PAGES } from '#domain/protocol/pages.ts'
import { isEmail } from '#domain/records/contact.ts'
import type { CurrentUser, ParentalConsent } from '#domain/records/user.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import type { MailContext } from '../mail/context.ts'
import { mayHaveArrived } from '../mail/outcome.ts'
import { refusalLink } from '../mail/refusals.ts'
import { ApiError, invalid } from '../platform/errors.ts'
import { newServerId } from '../platform/ids.ts'
import { startTrial } from './age.ts'
import { countConsentMail, giveBackConsentMail } from './consent-limits.ts'
import { consentMail } from './consent-mail.ts'
import type { UserRow } from './sessions.ts'
import { consentRequests } from './tables.ts'
import { hashOf } from './token-hash.ts'
import { currentUser } from './users.ts'

export type ConsentRow = typeof consentRequests.$inferSelect

/**
 * Sends a parent the link for deciding; earlier links of the account stop working. Returns the account's consent
 * status. Throws 403 `age_required` before the age is known, 409 `consent_not_needed`, 400 without an address or for
 * the child's own, 409 `recipient_declined` if the address has opted out of such mails, and 429 after three mails in 24
 * hours. Rejects with the mailer's own error if the mail could not be sent; then nothing has changed and the earlier
 * link still works, and this one too if its mail has arrived after all.
 */
export async function requestConsent(context: MailContext, userId: string, typed: string): Promise<ParentalConsent> {
  const { db, clock, random, mailer, config, facts } = context
  const parentEmail = typed.trim().toLowerCase()
  if (parentEmail === '') throw invalid('parentGuardianEmail', t("Please enter your parent/guardian's email"))
  if (!isEmail(parentEmail)) {
    throw invalid('parentGuardianEmail', t('That does not look like an email address. Check it for typing errors.'))
  }
  const now = clock.now()
  const token = Buffer.from(random(32)).toString('base64url')
  const { user, row } = await transaction(db, async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw new ApiError(410, 'account_gone', t('This account was deleted.'))
    checkNeed(context, user, now)
    if (isSameMailbox(parentEmail, user.email)) {
      throw invalid(
        'parentGuardianEmail',
        t('This is your own email address. Please enter the one of your parent or guardian.'),
      )
    }
    await countConsentMail({ ...context, db: tx }, { userId, parentEmail })
    const [{ last } = { last: null }] = await tx
      .select({ last: max(consentRequests.number) })
      .from(consentRequests)
      .where(eq(consentRequests.userId, userId))
    const [row] = await tx
      .insert(consentRequests)
      .values({
        id: newServerId(clock, random),
        userId,
        number: (last ?? 0) + 1,
        tokenHash: hashOf(token),
        parentEmail,
        sentAt: new Date(now),
        isSending: true,
      })
      .returning()
    if (!row) throw new Error('the request vanished while it was made')
    return { user, row }
  })
  try {
    const links = {
      decide: `${config.PUBLIC_URL}${SERVER_PAGES.consent}?token=${token}`,
      noMore: refusalLink(parentEmail, { origin: config.PUBLIC_URL, secret: facts.secret }),
    }
    await mailer.send(consentMail(user, row, links))
  } catch (error) {
    if (!mayHaveArrived(error)) await db.delete(consentRequests).where(eq(consentRequests.id, row.id))
    await giveBackConsentMail(context, parentEmail)
    throw error
  }
  await db.update(consentRequests).set({ isSending: false }).where(eq(consentRequests.id, row.id))
  return consentOf(row)
}

function checkNeed({ config }: Context, row: UserRow, now: number): void {
  if (!row.ageVerified) {
    throw new ApiError(403, 'age_required', t('Please verify your age before you use Dosewell.'))
  }
  if (row.parentalConsentRequired && row.parentalConsentGiven) {
    throw new ApiError(409, 'consent_not_needed', t('Your parent or guardian has already given consent.'))
  }
  if (!needsConsent(currentUser(row, config, now), now)) {
    throw new ApiError(409, 'consent_not_needed', t('You do not need the consent of a parent or guardian.'))
  }
}

/** Returns the newest request of the account whose mail was sent. */
export async function newestOf(tx: Database, userId: string): Promise<ConsentRow | undefined> {
  const [row] = await tx
    .select()
    .from(consentRequests)
    .where(and(eq(consentRequests.userId, userId), eq(consentRequests.isSending, false)))
    .orderBy(desc(consentRequests.number))
    .limit(1)
  return row
}

/**
 * Locks the user's row. Everything that changes a consent holds this lock, so that requests, decisions and erasures
 * happen one after another.
 */
export async function lockUser(tx: Database, userId: string): Promise<UserRow | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  return user
}

/** Returns the newest request as the child's own devices see it. */
function consentOf(row: ConsentRow): ParentalConsent {
  const no = row.withdrawnAt ?? (row.decision === 'declined' ? row.decidedAt : null)
  const at = (no ?? row.sentAt).getTime()
  return {
    state: row.withdrawnAt ? 'withdrawn' : no ? 'declined' : 'asked',
    email: row.parentEmail,
    at: toInstant(at),
    until: toInstant(at + (no ? KEPT_AFTER_NO : CONSENT_LINK_LIFE)),
  }
}

/** Adds the state of the parent's consent to a user who needs it; returns any other user unchanged. */
export async function withConsent(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  user: CurrentUser,
): Promise<CurrentUser> {
  if (!needsConsent(user, clock.now())) return user
  const newest = await newestOf(db, user.id)
  return { ...user, parentalConsent: newest ? consentOf(newest) : null }
}

/**
 * On the 18th birthday consent is no longer required, and the trial that was waiting for a parent begins. Returns the
 * current user, unchanged if there was nothing to do.
 */
export async function settleComingOfAge(context: Context, user: CurrentUser): Promise<CurrentUser> {
  const { db, clock, config } = context
  const now = clock.now()
  const waits = user.ageVerified && user.parentalConsentRequired && !user.parentalConsentGiven
  if (!waits || needsConsent(user, now)) return user
  const settled = await transaction(db, async (tx) => {
    const row = await lockUser(tx, user.id)
    if (!row?.parentalConsentRequired) return row
    const [changed] = await tx
      .update(users)
      .set({
        parentalConsentRequired: false,
        ...(row.hasUsedTrial ? {} : await startTrial(tx, context, row, now)),
        updatedAt: new Date(now),
      })
      .where(eq(users.id, user.id))
      .returning()
    return changed
  })
  return settled ? currentUser(settled, config, now) : user
}
