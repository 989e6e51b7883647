import { DAY } from '../lib/local-time.ts'

/** How long an invitation can be accepted. */
export const OFFER_LIFE = 7 * DAY

/** How many others may see or help one person, invitations included. */
export const MOST_HELPERS = 20

/** How long the list behind a link without an account is shown if nothing else was said. */
export const LINK_LIFE = 30 * DAY

/** How far ahead the end of a grant may be. */
export const LONGEST_GRANT = 5 * 366 * DAY

/** After how many minutes a helper can be told of an open dose. */
export const NOTIFY_AFTER = { least: 15, most: 240 } as const

/** Letters and digits that sound and look like no other. */
const CODE_SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 8

/** Returns a code to read out, `ABCD-EFGH`, from as many random bytes as it is long. */
export function codeOf(bytes: Uint8Array): string {
  const signs = Array.from(bytes.subarray(0, CODE_LENGTH), (byte) => CODE_SIGNS[byte % CODE_SIGNS.length]).join('')
  return `${signs.slice(0, 4)}-${signs.slice(4)}`
}

/** Returns the signs of a typed code: with or without the dash, in any case. Null if it can be none. */
export function readCode(typed: string): string | null {
  const signs = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  const isCode = signs.length === CODE_LENGTH && [...signs].every((sign) => CODE_SIGNS.includes(sign))
  return isCode ? signs : null
}

/** What is known of a grant. Instants in milliseconds since the epoch. */
export interface GrantTimes {
  offeredAt: number
  acceptedAt: number | null
  endsAt: number | null
  revokedAt: number | null
}

/**
 * Returns what a grant is at `now`. `offered`: it can be accepted; `live`: it lets its helper in; `over`: neither, for
 * good.
 */
export function grantAt(
  { offeredAt, acceptedAt, endsAt, revokedAt }: GrantTimes,
  now: number,
): 'offered' | 'live' | 'over' {
  if (revokedAt !== null || (endsAt !== null && now >= endsAt)) return 'over'
  if (acceptedAt !== null) return 'live'
  return now < offeredAt + OFFER_LIFE ? 'offered' : 'over'
}
