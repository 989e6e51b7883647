import { and, desc, eq, gt, type SQL } from 'drizzle-orm'
import { CONSENT_MAILS_A_DAY } from '#domain/access/consent.ts'
import { t } from '#domain/language/translate.ts'
import { DAY } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { mailboxHash, refusesMails } from '../mail/refusals.ts'
import { ApiError, tooMany } from '../platform/errors.ts'
import { consentRequests } from './tables.ts'

/**
 * Several accounts may name the same parent. An address gets no more mails than this in 24 hours, however many accounts
 * ask.
 */
const MAILS_TO_ONE_PARENT = 4 * CONSENT_MAILS_A_DAY

/**
 * Throws 409 `recipient_declined` if the address has opted out of such mails, and 429 if the account or the address has
 * used up its daily limit. Requests are counted in the database, so the limit holds across servers and restarts.
 */
export async function checkConsentMails(
  tx: Database,
  { userId, parentEmail, now, secret }: { userId: string; parentEmail: string; now: number; secret: string },
): Promise<void> {
  if (await refusesMails(tx, mailboxHash(parentEmail, secret))) {
    throw new ApiError(409, 'recipient_declined', t('This address asked not to receive requests from Dosewell.'), {
      field: 'parentGuardianEmail',
    })
  }
  const limits: [SQL, number, string][] = [
    [
      eq(consentRequests.userId, userId),
      CONSENT_MAILS_A_DAY,
      t('You can send {count} consent requests a day.', { count: CONSENT_MAILS_A_DAY }),
    ],
    [
      eq(consentRequests.parentEmail, parentEmail),
      MAILS_TO_ONE_PARENT,
      t('This address has been sent too many requests today.'),
    ],
  ]
  for (const [whose, most, sentence] of limits) {
    const sent = await tx
      .select({ at: consentRequests.sentAt })
      .from(consentRequests)
      .where(and(whose, gt(consentRequests.sentAt, new Date(now - DAY))))
      .orderBy(desc(consentRequests.sentAt))
      .limit(most)
    const first = sent[most - 1]
    if (first) {
      throw tooMany((first.at.getTime() + DAY - now) / 1000, `${sentence} ${t('Please try again tomorrow.')}`)
    }
  }
}
