import { toInstant } from '#domain/lib/instant.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { eraseAccount } from '../backup/erasures.ts'
import type { Context } from '../context.ts'
import { transaction } from '../db/transaction.ts'
import { letter } from './letter.ts'
import type { Mail } from './mail.ts'
import { lockState } from './sync-state.ts'

/**
 * Deletes the account with everything visible of it, at once (READINGS, Admin). Its devices hear it by the end of their streams
 * and wipe themselves; nothing is pushed to them any more. Resolves when a restore cannot bring it back either.
 */
export async function deleteAccount(
  { db, clock, journal, pokes }: Pick<Context, 'db' | 'clock' | 'journal' | 'pokes'>,
  userId: string,
): Promise<void> {
  const now = clock.now()
  await transaction(db, async (tx) => {
    // Writes that are on their way come before the deletion, or hear that the account is gone.
    await lockState(tx, userId, now)
    await eraseAccount(tx, userId)
  })
  await journal.record({ kind: 'account', user: userId, at: toInstant(now) })
  pokes.publish({ kind: 'all-sessions-ended', userId })
}

/** The last mail of an account: that it is gone, and what is still there. */
export function deletionMail({ email }: Pick<CurrentUser, 'email'>): Mail {
  const gone =
    'Your Dosewell account is deleted, with your medicines, doses, documents and everything else in it. Devices that are still signed in remove what they hold as soon as they are online.'
  const kept =
    'Backup copies are gone within 30 days. What stays is a code that was made from your address, so that a free trial is given only once; nobody can read the address from it.'
  const stranger =
    'If this was not you, somebody else can read your email or use a device of yours. Please write to us: the account itself cannot be brought back.'
  return {
    to: email,
    subject: 'Your Dosewell account is deleted',
    ...letter(['Hello,', gone, kept, stranger]),
  }
}
