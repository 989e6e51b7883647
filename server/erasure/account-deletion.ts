import { t } from '#domain/language/translate.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import type { Database } from '../db/database.ts'
import { transaction } from '../db/transaction.ts'
import { mailBody } from '../mail/mail-body.ts'
import type { Mail } from '../mail/mailer.ts'
import type { PaymentContext } from '../payments/context.ts'
import { carryOutEndings } from '../payments/endings.ts'
import { lockState } from '../sync/state.ts'
import { eraseAccount } from './erase-account.ts'

/**
 * Deletes the account with everything visible of it immediately (readings, Admin). Its devices notice when their
 * streams end, and wipe themselves; nothing more is pushed to them or charged. `alongside` joins the same transaction.
 * Resolves once a restore cannot bring the account back either.
 */
export async function deleteAccount(
  {
    db,
    clock,
    journal,
    changeNotifications,
    payments,
  }: Pick<PaymentContext, 'db' | 'clock' | 'journal' | 'changeNotifications' | 'payments'>,
  userId: string,
  alongside: (tx: Database) => Promise<void> = async () => {},
): Promise<void> {
  const now = clock.now()
  await transaction(db, async (tx) => {
    // Writes in progress either come before the deletion or are told that the account is gone.
    await lockState(tx, userId, now)
    await eraseAccount(tx, userId, now)
    await alongside(tx)
  })
  await journal.record({ kind: 'account', user: userId, at: toInstant(now) })
  changeNotifications.publish({ kind: 'all-sessions-ended', userId })
  // Started immediately, without making the user wait for Stripe; the job retries what fails now
  // (server/payments/jobs.ts).
  if (payments) carryOutEndings({ db, clock }, payments).catch(() => {})
}

/** Builds the last mail to an account deleted by its user. */
export const deletionMail = ({ email }: Pick<CurrentUser, 'email'>): Mail =>
  lastMail(
    email,
    t('Your Dosewell account is deleted, with your medicines, doses, documents and everything else in it.'),
    t(
      'If this was not you, somebody else can read your email or use a device of yours. Please write to us: the account itself cannot be brought back.',
    ),
  )

/** Builds the last mail to an account removed by an administrator. */
export const removalMail = ({ email }: Pick<CurrentUser, 'email'>): Mail =>
  lastMail(
    email,
    t(
      'Those who run Dosewell have deleted your account, with your medicines, doses, documents and everything else in it.',
    ),
    t('If you do not know why, please write to us: the account itself cannot be brought back.'),
  )

function lastMail(to: string, gone: string, why: string): Mail {
  const devices = t('Devices that are still signed in remove what they hold as soon as they are online.')
  const kept = t(
    'Backup copies are gone within 30 days. What stays is a code that was made from your address, so that a free trial is given only once, and, if you paid, what you paid and when, for seven years, as the law requires; nobody can read the address from either.',
  )
  return {
    to,
    subject: t('Your Dosewell account is deleted'),
    ...mailBody([t('Hello,'), `${gone} ${devices}`, kept, why]),
  }
}
