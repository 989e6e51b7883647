import { doubling } from '../queue/backoff.ts'

/**
 * What became of one attempt.
 * - `refused`: the mail server will never take this mail
 * - `later`: it does not take it now
 * - `unreachable`: it took no mail from us at all, whichever
 * - `unknown`: it had the whole mail and did not answer
 */
export type Failure = { kind: 'refused' | 'later' | 'unreachable' | 'unknown'; status: number | null }

/** Commands that are about this one mail, as nodemailer names them. Who refuses `MAIL FROM` takes nothing from us. */
const ABOUT_THE_MAIL = /^(RCPT TO|DATA)/

/** Nodemailer's words for a mail that it cannot send to anywhere, such as an address that is none. */
const ABOUT_THE_MAIL_HERE = new Set(['EENVELOPE', 'EMESSAGE'])

/** Whatever is wrong with it is wrong here: it must not hold up the other mails. */
export const OURS: Failure = { kind: 'later', status: null }

/** A reply of SMTP has three digits; a mail server may say anything. */
const isReply = (code: unknown): code is number => typeof code === 'number' && code >= 100 && code <= 999

/** Nodemailer's error as an outcome. `mayHaveArrived`: the mail server may have had all of it (RFC 5321, sections 4.2.1 and 4.5.4.1). */
export function failureOf(error: unknown, mayHaveArrived: boolean): Failure {
  const { responseCode, command, code } = error as {
    responseCode?: unknown
    command?: unknown
    code?: unknown
  }
  const status = isReply(responseCode) ? responseCode : null
  if (status === null) {
    if (mayHaveArrived) return { kind: 'unknown', status }
    // Without a code, or with Node's for a value that it cannot use.
    if (typeof code !== 'string' || code.startsWith('ERR_')) return OURS
    return { kind: ABOUT_THE_MAIL_HERE.has(code) ? 'refused' : 'unreachable', status }
  }
  // 421: the mail server ends the connection, whatever the mail.
  if (status === 421 || typeof command !== 'string' || !ABOUT_THE_MAIL.test(command))
    return { kind: 'unreachable', status }
  return { kind: status >= 500 ? 'refused' : 'later', status }
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PAUSES = [1, 5, 15, 60, 180, 360, 720, 720, 720, 1440].map((minutes) => minutes * MINUTE)

/** Until the next attempt (ms) after so many refused for now; null when enough were made: 69 hours after the first. */
export const pauseAfter = (attempts: number): number | null => PAUSES[attempts - 1] ?? null

/** How long nothing is sent after so many attempts in a row that reached nobody (ms). */
export const pauseOfCarrier = doubling(5_000, 5 * MINUTE)

/** A mail that found no mail server for so long is given up. */
export const GIVE_UP_AFTER = 72 * HOUR
