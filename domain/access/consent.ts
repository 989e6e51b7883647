import { DAY } from '../lib/local-time.ts'

/** A consent link is valid for 7 × 24 hours from the moment it is sent (specification, section 1). */
export const CONSENT_LINK_LIFE = 7 * DAY
/** How many mails an account may have sent to parents within any 24 hours (readings, Age). */
export const CONSENT_MAILS_A_DAY = 3
/** This long after a parent's no the account is erased, unless a parent is asked again and agrees (decision 019). */
export const KEPT_AFTER_NO = 30 * DAY

/** What is known about a consent request. Instants are in milliseconds since the epoch. */
export interface ConsentRequest {
  sentAt: number
  decision: 'accepted' | 'declined' | null
  withdrawnAt: number | null
  /** False once the account has sent a newer one. */
  isNewest: boolean
}

/**
 * What a consent link can be used for.
 * - `open`: a parent may decide
 * - `accepted`: a parent agreed, and may withdraw
 * - `replaced`: a newer link was sent, and this one no longer works
 */
export type ConsentLink = 'open' | 'accepted' | 'declined' | 'withdrawn' | 'replaced' | 'expired'

/**
 * Returns the state of a link at `now`. A decision outlives the seven days, because the parent withdraws through the
 * same link.
 */
export function consentLinkAt(request: ConsentRequest, now: number): ConsentLink {
  if (request.decision === 'accepted') return request.withdrawnAt === null ? 'accepted' : 'withdrawn'
  if (request.decision === 'declined') return 'declined'
  if (!request.isNewest) return 'replaced'
  return now < request.sentAt + CONSENT_LINK_LIFE ? 'open' : 'expired'
}

/** Providers that ignore dots before the @. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/** Returns the mailbox behind an address: lower case, without `+tag`. */
export function mailboxOf(address: string): string {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/.exec(address.trim().toLowerCase()) ?? []
  const [untagged = ''] = local.split('+', 1)
  return DOTLESS.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

/** Returns whether both addresses reach the same mailbox: a child must not consent in place of a parent. */
export const isSameMailbox = (one: string, other: string): boolean => mailboxOf(one) === mailboxOf(other)

/** Letters, and what can stand between the letters of a name. A dot must end a word, so that no web address matches. */
const NAME = /^[\p{L}\p{M}'’ -]+(?:\.(?: [\p{L}\p{M}'’ -]+|$))*$/u

/**
 * Returns how a mail to someone else refers to the user: by name if it looks like one, otherwise by address. A web
 * address or an advertisement entered as a name is therefore never mailed to strangers.
 */
export function nameForOthers(user: { firstName: string | null; lastName: string | null; email: string }): {
  short: string
  full: string | null
} {
  const proper = [user.firstName, user.lastName].flatMap((name) => (name && NAME.test(name) ? [name] : []))
  if (!user.firstName || proper[0] !== user.firstName) return { short: user.email, full: null }
  return { short: user.firstName, full: proper.join(' ') }
}

/** Returns how other users are told who an account is: by name if it has one, else by its address before the @. */
export const nameWithoutAddress = (user: Parameters<typeof nameForOthers>[0]): string =>
  nameForOthers(user).full ?? user.email.slice(0, user.email.lastIndexOf('@'))
