import { and, desc, eq, gt, or, type SQL } from 'drizzle-orm'
import { CONSENT_MAILS_A_DAY } from '#domain/access/consent.ts'
import { t } from '#domain/language/translate.ts'
import { DAY, MINUTE } from '#domain/lib/local-time.ts'
import { giveBack, type LimitContext, take, tooManyToday } from '../http/shared-limits.ts'
import { mailboxHash, refusesMails } from '../mail/refusals.ts'
import { ApiError } from '../platform/errors.ts'
import { consentRequests } from './tables.ts'

/**
 * Several accounts may name the same parent. An address gets no more mails than this in 24 hours, however many accounts
 * ask. In each day that begins with a mail, so does its mailbox, however the address is written, and whichever of the
 * accounts were deleted since.
 */
const MAILS_TO_ONE_PARENT = 4 * CONSENT_MAILS_A_DAY

/** A mail that was not accepted within this (ms) counts as not sent. */
const SENT_WITHIN = 2 * MINUTE

const keyOf = (parentEmail: string, { facts }: LimitContext): string =>
  `consent mails to ${mailboxHash(parentEmail, facts.secret)}`

/**
 * Counts a mail before it is sent, in the transaction that makes the request. Throws 409 `recipient_declined` if the
 * address has opted out of such mails, and 429 if the account or the mailbox has used up its daily limit. Requests are
 * counted in the database, so the limit holds across servers and restarts.
 */
export async function countConsentMail(
  context: LimitContext,
  { userId, parentEmail }: { userId: string; parentEmail: string },
): Promise<void> {
  const { db: tx, clock, facts } = context
  const now = clock.now()
  if (await refusesMails(tx, mailboxHash(parentEmail, facts.secret))) {
    throw new ApiError(409, 'recipient_declined', t('This address asked not to receive requests from Dosewell.'), {
      field: 'parentGuardianEmail',
    })
  }
  const ofAddress = t('This address has been sent too many requests today.')
  const isBeingSent = gt(consentRequests.sentAt, new Date(now - SENT_WITHIN))
  const isCounted = or(eq(consentRequests.isSending, false), isBeingSent)
  const limits: [SQL, number, string][] = [
    [
      eq(consentRequests.userId, userId),
      CONSENT_MAILS_A_DAY,
      t('You can send {count} consent requests a day.', { count: CONSENT_MAILS_A_DAY }),
    ],
    [eq(consentRequests.parentEmail, parentEmail), MAILS_TO_ONE_PARENT, ofAddress],
  ]
  for (const [whose, most, sentence] of limits) {
    const sent = await tx
      .select({ at: consentRequests.sentAt })
      .from(consentRequests)
      .where(and(whose, gt(consentRequests.sentAt, new Date(now - DAY)), isCounted))
      .orderBy(desc(consentRequests.sentAt))
      .limit(most)
    const first = sent[most - 1]
    if (first) throw tooManyToday((first.at.getTime() + DAY - now) / 1000, sentence)
  }
  // It protects the mailbox and not this server, so that no scale applies.
  const unscaled = { ...context, config: { ...context.config, RATE_LIMIT_SCALE: 1 } }
  const wait = await take(unscaled, { key: keyOf(parentEmail, context), max: MAILS_TO_ONE_PARENT, window: DAY })
  if (wait !== null) throw tooManyToday(wait, ofAddress)
}

/** Takes back the count of a mail that could not be sent. */
export const giveBackConsentMail = (context: LimitContext, parentEmail: string): Promise<void> =>
  giveBack(context, keyOf(parentEmail, context))
