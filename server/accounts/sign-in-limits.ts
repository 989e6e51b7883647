import { eq } from 'drizzle-orm'
import { mailboxOf } from '#domain/access/consent.ts'
import { DAY, HOUR, MINUTE } from '#domain/lib/local-time.ts'
import { users } from '../db/schema/users.ts'
import { giveBack, type LimitContext, take } from '../http/shared-limits.ts'

/** Requesting codes, and trying them. */
const TRIES = { max: 10, window: 10 * MINUTE }
/**
 * Mails with a six-digit code that do not lead to a sign-in: one count of a mailbox, however its address is written, for
 * all strangers together, and one for each known device.
 */
const SHORT_CODES = { max: 8, window: DAY }
/**
 * After those, a long code. It can be mailed again before it expires. It works for its address alone, so that each
 * account has its own; all other spellings of a mailbox share one.
 */
const LONG_CODES = { max: 1, window: 6 * HOUR }
export const LONG_CODE_HOURS = 8

/**
 * Who requests a code: the address, the network the request comes from, and the id of a device that has signed in with
 * the address before.
 */
export interface Asker {
  email: string
  network: string
  device: string | null
}

export type CodeAllowance =
  /** Too many requests; `seconds` says how long to wait. */
  | { kind: 'wait'; seconds: number }
  /** A six-digit code is mailed. */
  | { kind: 'short' }
  /** No more six-digit codes today. A long one is mailed, or was mailed in the last hours and is still valid. */
  | { kind: 'long'; isMailed: boolean }

/** Strangers share the count of their network. A known device has its own count, which strangers cannot use up. */
const whoOf = ({ network, device }: Asker): string => (device === null ? `network ${network}` : `device ${device}`)

const shortKey = ({ email, device }: Pick<Asker, 'email' | 'device'>): string =>
  `short codes ${device === null ? `to ${mailboxOf(email)}` : `of device ${device}`}`
const longKey = (email: string): string => `long codes to ${email}`
const longKeyOfMailbox = (email: string): string => `long codes to the mailbox ${mailboxOf(email)}`

/** Decides which code a request gets. The answer does not depend on whether the address has an account. */
export async function mayAskForCode(context: LimitContext, asker: Asker): Promise<CodeAllowance> {
  const seconds = await take(context, { key: `codes asked for by ${whoOf(asker)}`, ...TRIES })
  if (seconds !== null) return { kind: 'wait', seconds }
  if ((await take(context, { key: shortKey(asker), ...SHORT_CODES })) === null) return { kind: 'short' }
  return { kind: 'long', isMailed: await mayMailLong(context, asker.email) }
}

/** Returns whether to mail a long code, and counts it. */
async function mayMailLong(context: LimitContext, email: string): Promise<boolean> {
  if ((await take(context, { key: longKey(email), ...LONG_CODES })) !== null) return false
  const isFirst = (await take(context, { key: longKeyOfMailbox(email), ...LONG_CODES })) === null
  const accounts = await context.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (isFirst || accounts.length > 0) return true
  await giveBack(context, longKey(email))
  return false
}

/** Returns the seconds to wait before the next code may be tried, or null. */
export const mayTryCode = (context: LimitContext, asker: Asker): Promise<number | null> =>
  take(context, { key: `codes to ${asker.email} tried by ${whoOf(asker)}`, ...TRIES })

/** Takes back the count of a mail that was not sent, or whose code was entered by someone who can read the mail. */
export async function giveBackCode(
  context: LimitContext,
  asker: Pick<Asker, 'email' | 'device'>,
  kind: 'short' | 'long',
): Promise<void> {
  const keys = kind === 'short' ? [shortKey(asker)] : [longKey(asker.email), longKeyOfMailbox(asker.email)]
  for (const key of keys) await giveBack(context, key)
}
