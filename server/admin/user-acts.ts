import { eq } from 'drizzle-orm'
import { t } from '#domain/language/translate.ts'
import { uuidSchema } from '#domain/lib/ids-schema.ts'
import type { Instant } from '#domain/lib/instant.ts'
import type { GrantPromotion } from '#domain/protocol/admin.ts'
import { endAllSessions, type UserRow } from '../accounts/sessions.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import { deleteAccount, removalMail } from '../erasure/account-deletion.ts'
import { type Context, withTime } from '../http/context.ts'
import type { MailContext } from '../mail/context.ts'
import { enqueueMail } from '../mail/queue.ts'
import type { PaymentContext } from '../payments/context.ts'
import { grantPromotion } from '../plans/promotions.ts'
import { ApiError } from '../platform/errors.ts'
import { inLanguage } from '../platform/language.ts'
import { type AdminAct, recordAdminAct } from './audit.ts'

/** What administrators do to an account, each action with its line in the audit. */
type ActContext = Pick<PaymentContext, 'db' | 'clock' | 'random' | 'journal' | 'changeNotifications' | 'payments'>

const noSuchUser = () => new ApiError(404, 'not_found', t('There is no such user.'))

async function userOf(db: Database, id: string): Promise<UserRow> {
  const [row] = uuidSchema.safeParse(id).success ? await db.select().from(users).where(eq(users.id, id)) : []
  if (!row) throw noSuchUser()
  return row
}

const noting = (context: ActContext, act: AdminAct) => (tx: Database) => recordAdminAct(tx, context, act)

/**
 * Removes the account with everything visible of it immediately (readings, Admin), and queues a mail to its user.
 * Throws 404 for unknown users, and 409 for the administrator's own account, which must not be deleted by mistake.
 */
export async function deleteUser(
  context: ActContext & Pick<MailContext, 'background' | 'mailWaits'>,
  actorId: string,
  id: string,
): Promise<void> {
  const user = await userOf(context.db, id)
  if (user.id === actorId) {
    throw new ApiError(
      409,
      'own_account',
      t('This is your own account. To delete it, open {page}, where you confirm it with your address.', {
        page: t('More'),
      }),
    )
  }
  const note = noting(context, { actorId, subjectId: user.id, act: 'user.delete' })
  const alongside = async (tx: Database) => {
    await note(tx)
    await enqueueMail(
      tx,
      context,
      inLanguage(user.language, () => removalMail(user)),
    )
  }
  await deleteAccount(withTime(context), user.id, alongside).catch((error: unknown) => {
    // The administrator's device would take this refusal to be about its own account and wipe itself.
    if (error instanceof ApiError && error.code === 'account_gone') throw noSuchUser()
    throw error
  })
  context.mailWaits()
}

/**
 * Signs all of the user's devices out and ends their pushes; there is no password to reset. Throws 404 for unknown
 * users.
 */
export async function resetUser(context: ActContext, actorId: string, id: string): Promise<void> {
  const user = await userOf(context.db, id)
  await endAllSessions(context, user.id, noting(context, { actorId, subjectId: user.id, act: 'user.reset' }))
}

/**
 * Gives the user with this address Premium for some months, once per key. Returns the end of the grant. Throws 404 for
 * an address without an account, 400 for an impossible number of months, and 422 if the key belongs to another grant.
 */
export async function grantPremium(
  context: ActContext & Pick<Context, 'facts'>,
  actorId: string,
  { userId: email, months, promoType }: GrantPromotion,
  key?: string,
): Promise<Instant> {
  const { endsAt } = await grantPromotion(context, { email, months, promoType, by: actorId, key }, (tx, subjectId) =>
    recordAdminAct(tx, context, {
      actorId,
      subjectId,
      act: 'promotion.grant',
      details: { months, promoType },
    }),
  )
  return endsAt
}
