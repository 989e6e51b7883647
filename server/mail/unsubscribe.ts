import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { SERVER_PAGES } from '#domain/protocol/pages.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import type { Clock } from '../platform/clock.ts'
import { mailOptOuts } from './tables.ts'

const signatureOf = (userId: string, secret: string): string =>
  createHmac('sha256', secret).update(`unsubscribe ${userId}`).digest('base64url')

/** Names the account and proves that this server wrote it. It works as long as the account: old mails must not stop working. */
export const unsubscribeToken = (userId: string, secret: string): string => `${userId}.${signatureOf(userId, secret)}`

/** The account of a token; null when this server did not write it. */
export function userOfToken(token: string, secret: string): string | null {
  const [userId = '', signature = ''] = token.split('.')
  const expected = Buffer.from(signatureOf(userId, secret))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) ? userId : null
}

/** The address of the page of its token, which mail programs post to as well (RFC 8058). */
export const unsubscribeLink = (userId: string, { origin, secret }: { origin: string; secret: string }): string =>
  `${origin}${SERVER_PAGES.unsubscribe}?token=${unsubscribeToken(userId, secret)}`

/** How an account stands with mails to many; null when there is no such account. */
export async function wantsMailings(db: Database, userId: string): Promise<boolean | null> {
  const [found] = await db
    .select({ optOut: mailOptOuts.userId })
    .from(users)
    .leftJoin(mailOptOuts, eq(mailOptOuts.userId, users.id))
    .where(eq(users.id, userId))
  return found ? found.optOut === null : null
}

/** Sets it; again changes nothing. An account that is gone stays without a row. */
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
