import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { mailboxOf } from '#domain/access/consent.ts'
import { SERVER_PAGES } from '#domain/protocol/pages.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { mailRefusals } from './tables.ts'

/** Distinguishes these tokens from those of accounts (unsubscribe.ts), which begin with an id. */
const PREFIX = 'to'

const keyed = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('base64url')

/** Returns how someone else's mailbox is stored: the same for all spellings of the address, and unreadable. */
export const mailboxHash = (address: string, secret: string): string => keyed(secret, `mailbox ${mailboxOf(address)}`)

const signatureOf = (hash: string, secret: string): string => keyed(secret, `no more of these ${hash}`)

/**
 * Returns the token for the page on which the owner of a mailbox decides. It contains no address and proves that this
 * server issued it.
 */
export function refusalToken(address: string, secret: string): string {
  const hash = mailboxHash(address, secret)
  return `${PREFIX}.${hash}.${signatureOf(hash, secret)}`
}

/** Returns the mailbox hash in a token, or null if this server did not issue it. */
export function mailboxOfToken(token: string, secret: string): string | null {
  const [prefix, hash = '', signature = ''] = token.split('.')
  const expected = Buffer.from(signatureOf(hash, secret))
  const given = Buffer.from(signature)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return prefix === PREFIX && isOurs ? hash : null
}

/** Returns the address of that page, which mail programs also post to (RFC 8058). */
export const refusalLink = (address: string, { origin, secret }: { origin: string; secret: string }): string =>
  `${origin}${SERVER_PAGES.unsubscribe}?token=${refusalToken(address, secret)}`

/** Returns whether the mailbox's owner wants no mail that others send with Dosewell. */
export async function refusesMails(db: Database, hash: string): Promise<boolean> {
  const found = await db.select().from(mailRefusals).where(eq(mailRefusals.mailboxHash, hash))
  return found.length > 0
}

/** Saves the choice; repeating it changes nothing. */
export async function setRefusesMails(
  { db, clock }: { db: Database; clock: Clock },
  hash: string,
  refuses: boolean,
): Promise<void> {
  if (!refuses) {
    await db.delete(mailRefusals).where(eq(mailRefusals.mailboxHash, hash))
    return
  }
  await db
    .insert(mailRefusals)
    .values({ mailboxHash: hash, at: new Date(clock.now()) })
    .onConflictDoNothing()
}
