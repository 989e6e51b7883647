import type { Config } from '../../platform/config.ts'

const bareAddress = (mailbox: string): string => (/<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox).toLowerCase()

/** Returns `Help+shop@Example.org` as `help@example.org`. */
function plainAddress(address: string): string {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/.exec(address.toLowerCase()) ?? []
  return `${local.split('+', 1)[0]}@${domain}`
}

/**
 * Returns whether a mail to this address is for us: SUPPORT_EMAIL, the address in MAIL_FROM, where replies to our mails
 * arrive, and the postmaster of their domains (RFC 5321, section 4.5.1); each with any `+tag`. Nothing is passed on to
 * other servers.
 */
export function isForUs(
  address: string,
  { SUPPORT_EMAIL, MAIL_FROM }: Pick<Config, 'SUPPORT_EMAIL' | 'MAIL_FROM'>,
): boolean {
  const ours = [SUPPORT_EMAIL, MAIL_FROM].flatMap((mailbox) => (mailbox ? bareAddress(mailbox) : []))
  const postmasters = ours.map((one) => `postmaster@${one.split('@').at(-1)}`)
  const plain = plainAddress(address)
  return [...ours.map(plainAddress), ...postmasters].includes(plain) || address.toLowerCase() === 'postmaster'
}
