import { eq } from 'drizzle-orm'
import { uuidSchema } from '#domain/lib/ids.ts'
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
import { type AdminAct, recordAdminAct } from './audit.ts'

/** What administrators do to an account, each with its line in the audit. */
type ActContext = Pick<PaymentContext, 'db' | 'clock' | 'random' | 'journal' | 'changeNotifications' | 'payments'>

const noSuchUser = () => new ApiError(404, 'not_found', 'There is no such user.')

async function userOf(db: Database, id: string): Promise<UserRow> {
  const [row] = uuidSchema.safeParse(id).success ? await db.select().from(users).where(eq(users.id, id)) : []
  if (!row) throw noSuchUser()
  return row
}

const noting = (context: ActContext, act: AdminAct) => (tx: Database) => recordAdminAct(tx, context, act)

/**
 * Removes the account with everything visible of it, at once (readings, Admin), and has its person told by mail.
 * Throws 404 for unknown users, and 409 for the administrator's own account, which a slip must not end.
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
      'This is your own account. To delete it, open Settings, where you confirm it with your address.',
    )
  }
  const note = noting(context, { actorId, subjectId: user.id, act: 'user.delete' })
  const alongside = async (tx: Database) => {
    await note(tx)
    await enqueueMail(tx, context, removalMail(user))
  }
  await deleteAccount(withTime(context), user.id, alongside).catch((error: unknown) => {
    // Said to the administrator, it would mean their own account, and their device would wipe itself.
    if (error instanceof ApiError && error.code === 'account_gone') throw noSuchUser()
    throw error
  })
  context.mailWaits()
}

/** Signs every device of the person out and ends their pushes; there is no password. Throws 404 for unknown users. */
export async function resetUser(context: ActContext, actorId: string, id: string): Promise<void> {
  const user = await userOf(context.db, id)
  await endAllSessions(context, user.id, noting(context, { actorId, subjectId: user.id, act: 'user.reset' }))
}

/**
 * Gives the person with that address Premium for some months, under one key once. Returns until when. Throws 404 for an address
 * without an account, 400 for impossible months, and 422 for a key of another grant.
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
