import { DAY, HOUR, MINUTE } from '#domain/lib/local-time.ts'
import { giveBack, type LimitContext, take } from '../http/shared-limits.ts'

/** Asking for codes, and trying them. */
const TRIES = { max: 10, window: 10 * MINUTE }
/** Mails with a six-digit code that lead to no sign-in: all that strangers ask for together, and each device that is known. */
const SHORT_CODES = { max: 8, window: DAY }
/** Then a long code. Its mail comes again before it lapses. */
const LONG_CODES = { max: 1, window: 6 * HOUR }
export const LONG_CODE_HOURS = 8

/** Who asks for a code: an address, the network they ask from, and the id of a device that has signed in with the address before. */
export interface Asker {
  email: string
  network: string
  device: string | null
}

export type CodeAllowance =
  /** Too many of them: seconds to wait. */
  | { kind: 'wait'; seconds: number }
  /** A six-digit code is mailed. */
  | { kind: 'short' }
  /** No six-digit code any more today: a long one is mailed, or was mailed in the last hours and still works. */
  | { kind: 'long'; isMailed: boolean }

/** Strangers share the counts of a network; a device that is known has its own, which no stranger reaches. */
const whoOf = ({ network, device }: Asker): string => (device === null ? `network ${network}` : `device ${device}`)

const shortKey = ({ email, device }: Pick<Asker, 'email' | 'device'>): string =>
  `short codes ${device === null ? `to ${email}` : `of device ${device}`}`
const longKey = (email: string): string => `long codes to ${email}`

/** What whoever asks for a code gets. Looks at no account: there may be none with the address. */
export async function mayAskForCode(context: LimitContext, asker: Asker): Promise<CodeAllowance> {
  const seconds = await take(context, { key: `codes asked for by ${whoOf(asker)}`, ...TRIES })
  if (seconds !== null) return { kind: 'wait', seconds }
  if ((await take(context, { key: shortKey(asker), ...SHORT_CODES })) === null) return { kind: 'short' }
  const isMailed = (await take(context, { key: longKey(asker.email), ...LONG_CODES })) === null
  return { kind: 'long', isMailed }
}

/** Seconds to wait before the next code is tried, or null. */
export const mayTryCode = (context: LimitContext, asker: Asker): Promise<number | null> =>
  take(context, { key: `codes to ${asker.email} tried by ${whoOf(asker)}`, ...TRIES })

/** A mail that was not sent, or whose code was typed by who can read it, does not count. */
export const giveBackCode = (
  context: LimitContext,
  asker: Pick<Asker, 'email' | 'device'>,
  kind: 'short' | 'long',
): Promise<void> => giveBack(context, kind === 'short' ? shortKey(asker) : longKey(asker.email))
