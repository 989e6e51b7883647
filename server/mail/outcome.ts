import { doubling } from '../queue/backoff.ts'

/**
 * Why one attempt failed.
 * - `refused`: the mail server will never accept this mail
 * - `later`: it does not accept it now
 * - `unreachable`: it accepts no mail from us at all
 * - `unknown`: it had the whole mail and did not respond
 */
export type Failure = { kind: 'refused' | 'later' | 'unreachable' | 'unknown'; status: number | null }

/**
 * Commands about this particular mail, as nodemailer names them. A server that refuses `MAIL FROM` accepts no mail from
 * us.
 */
const ABOUT_THE_MAIL = /^(RCPT TO|DATA)/

/** Nodemailer's codes for a mail that cannot be sent anywhere, for example because of an invalid address. */
const ABOUT_THE_MAIL_HERE = new Set(['EENVELOPE', 'EMESSAGE'])

/** A fault on our side, which must not hold up the other mails. */
export const OURS: Failure = { kind: 'later', status: null }

/** An SMTP reply has three digits, but a mail server may send anything. */
const isReply = (code: unknown): code is number => typeof code === 'number' && code >= 100 && code <= 999

/**
 * Converts nodemailer's error to a failure. `mayHaveArrived`: the mail server may have received all of it (RFC 5321,
 * sections 4.2.1 and 4.5.4.1).
 */
export function failureOf(error: unknown, mayHaveArrived: boolean): Failure {
  const { responseCode, command, code } = error as {
    responseCode?: unknown
    command?: unknown
    code?: unknown
  }
  const status = isReply(responseCode) ? responseCode : null
  if (status === null) {
    if (mayHaveArrived) return { kind: 'unknown', status }
    // No code, or Node's code for a value that it cannot use.
    if (typeof code !== 'string' || code.startsWith('ERR_')) return OURS
    return { kind: ABOUT_THE_MAIL_HERE.has(code) ? 'refused' : 'unreachable', status }
  }
  // 421: the mail server closes the connection, whatever the mail.
  if (status === 421 || typeof command !== 'string' || !ABOUT_THE_MAIL.test(command))
    return { kind: 'unreachable', status }
  return { kind: status >= 500 ? 'refused' : 'later', status }
}

/** Nodemailer's codes for a connection that ended without a reply. */
const WITHOUT_REPLY = new Set(['ETIMEDOUT', 'ESOCKET', 'ECONNECTION'])

/**
 * Returns whether a mail may have arrived although sending it failed with this error, when nobody noted how far it got.
 */
export function mayHaveArrived(error: unknown): boolean {
  const { responseCode, code, syscall } = error as { responseCode?: unknown; code?: unknown; syscall?: unknown }
  return !isReply(responseCode) && WITHOUT_REPLY.has(String(code)) && syscall !== 'connect'
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PAUSES = [1, 5, 15, 60, 180, 360, 720, 720, 720, 1440].map((minutes) => minutes * MINUTE)

/**
 * Returns the pause (ms) before the next attempt after this many temporary refusals; null after the last one, 69 hours
 * after the first.
 */
export const pauseAfter = (attempts: number): number | null => PAUSES[attempts - 1] ?? null

/** Returns how long nothing is sent after this many attempts in a row that reached no server (ms). */
export const pauseOfCarrier = doubling(5_000, 5 * MINUTE)

/** A mail that has reached no mail server for this long is given up. */
export const GIVE_UP_AFTER = 72 * HOUR
