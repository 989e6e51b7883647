import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { SERVER_PAGES } from '#domain/protocol/pages.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import type { Clock } from '../platform/clock.ts'
import { mailOptOuts } from './tables.ts'

const signatureOf = (userId: string, secret: string): string =>
  createHmac('sha256', secret).update(`unsubscribe ${userId}`).digest('base64url')

/**
 * Returns a token that names the account and proves that this server issued it. It is valid as long as the account
 * exists, because links in old mails must keep working.
 */
export const unsubscribeToken = (userId: string, secret: string): string => `${userId}.${signatureOf(userId, secret)}`

/** Returns the account of a token, or null if this server did not issue it. */
export function userOfToken(token: string, secret: string): string | null {
  const [userId = '', signature = ''] = token.split('.')
  const expected = Buffer.from(signatureOf(userId, secret))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) ? userId : null
}

/** Returns the address of the token's page, which mail programs also post to (RFC 8058). */
export const unsubscribeLink = (userId: string, { origin, secret }: { origin: string; secret: string }): string =>
  `${origin}${SERVER_PAGES.unsubscribe}?token=${unsubscribeToken(userId, secret)}`

/** Returns whether an account wants mails to many; null if there is no such account. */
export async function wantsMailings(db: Database, userId: string): Promise<boolean | null> {
  const [found] = await db
    .select({ optOut: mailOptOuts.userId })
    .from(users)
    .leftJoin(mailOptOuts, eq(mailOptOuts.userId, users.id))
    .where(eq(users.id, userId))
  return found ? found.optOut === null : null
}

/** Saves the choice; repeating it changes nothing. A deleted account gets no row. */
export async function setWantsMailings(
  { db, clock }: { db: Database; clock: Clock },
  userId: string,
  wants: boolean,
): Promise<void> {
  if (wants) {
    await db.delete(mailOptOuts).where(eq(mailOptOuts.userId, userId))
    return
  }
  if ((await wantsMailings(db, userId)) === null) return
  await db
    .insert(mailOptOuts)
    .values({ userId, at: new Date(clock.now()) })
    .onConflictDoNothing()
}
