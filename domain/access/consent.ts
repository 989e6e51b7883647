import { DAY } from '../lib/local-time.ts'

/** A consent link works for 7 × 24 hours from the moment it is sent (specification, section 1). */
export const CONSENT_LINK_LIFE = 7 * DAY
/** How many mails an account may have sent to parents in any 24 hours (readings, Age). */
export const CONSENT_MAILS_A_DAY = 3
/** After a parent's no, the account is erased so much later, unless they are asked again and agree (decision 019). */
export const KEPT_AFTER_NO = 30 * DAY

/** What is known of one request for consent. Instants in milliseconds since the epoch. */
export interface ConsentRequest {
  sentAt: number
  decision: 'accepted' | 'declined' | null
  withdrawnAt: number | null
  /** False once the account has sent a newer one. */
  isNewest: boolean
}

/**
 * What a consent link is good for.
 * - `open`: a parent may decide
 * - `accepted`: a parent agreed, and may withdraw
 * - `replaced`: a newer link was sent, this one is dead
 */
export type ConsentLink = 'open' | 'accepted' | 'declined' | 'withdrawn' | 'replaced' | 'expired'

/** The state of a link at `now`. A decision outlives the seven days: the parent withdraws through the same link. */
export function consentLinkAt(request: ConsentRequest, now: number): ConsentLink {
  if (request.decision === 'accepted') return request.withdrawnAt === null ? 'accepted' : 'withdrawn'
  if (request.decision === 'declined') return 'declined'
  if (!request.isNewest) return 'replaced'
  return now < request.sentAt + CONSENT_LINK_LIFE ? 'open' : 'expired'
}

/** Providers that ignore dots in the part before the @. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox behind an address: lower case, without `+tag`. */
export function mailboxOf(address: string): string {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/.exec(address.trim().toLowerCase()) ?? []
  const [untagged = ''] = local.split('+', 1)
  return DOTLESS.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

/** Whether both addresses lead to one person's mail: a child must not consent in the place of a parent. */
export const isSameMailbox = (one: string, other: string): boolean => mailboxOf(one) === mailboxOf(other)

/** Letters, and what stands between the letters of names; a dot ends a word, so that no web address fits. */
const NAME = /^[\p{L}\p{M}'’ -]+(?:\.(?: [\p{L}\p{M}'’ -]+|$))*$/u

/**
 * How a mail to somebody else calls the person: by name when it is one, else by address. Whoever types a web address or an
 * advertisement as a name does not get it mailed to strangers.
 */
export function nameForOthers(user: { firstName: string | null; lastName: string | null; email: string }): {
  short: string
  full: string | null
} {
  const proper = [user.firstName, user.lastName].flatMap((name) => (name && NAME.test(name) ? [name] : []))
  if (!user.firstName || proper[0] !== user.firstName) return { short: user.email, full: null }
  return { short: user.firstName, full: proper.join(' ') }
}
