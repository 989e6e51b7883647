import { Readable } from 'node:stream'
import type { Clock, RandomBytes } from '../platform/clock.ts'
import { whenNeeded } from '../platform/when-needed.ts'
import { fileMailer, type Mail, SMTP_TIMEOUT } from './mailer.ts'

/** A mail from the queue, ready to be sent. */
export interface OutgoingMail extends Mail {
  /** With angle brackets. It is the same for every attempt, so that mail programs show one mail if two arrive. */
  messageId: string
  headers: Record<string, string>
}

/**
 * Sends the queue's mails to the mail server, several at a time. `beforeEnd` is awaited when everything but the end of
 * the message has been transmitted; rejecting there cancels the mail. Rejects like nodemailer; `failureOf` tells why.
 */
export interface MailCarrier {
  deliver(mail: OutgoingMail, beforeEnd: () => Promise<void>): Promise<void>
  /** How many mails may be sent at a time. */
  readonly atOnce: number
  close(): void
}

const CONNECTIONS = 5
/** Mail servers limit how many mails they accept over one connection. */
const MAILS_PER_CONNECTION = 100

/**
 * Yields the message unchanged and awaits `beforeEnd` before its end. Lazy, because nothing may be read before the mail
 * server asks for it.
 */
async function* withNotice(message: Readable, beforeEnd: () => Promise<void>): AsyncGenerator<Buffer> {
  for await (const chunk of message) yield chunk as Buffer
  await beforeEnd()
}

/**
 * Sends through an SMTP server over connections that stay open between mails. `timeout`: how long to wait for a server
 * that says nothing (ms).
 */
export function smtpCarrier(url: string, from: string, timeout = SMTP_TIMEOUT): MailCarrier {
  const handOvers = new Map<string, () => Promise<void>>()
  let close = () => {}
  const transport = whenNeeded(async () => {
    const { createTransport } = await import('nodemailer')
    const made = createTransport({
      url,
      pool: true,
      maxConnections: CONNECTIONS,
      maxMessages: MAILS_PER_CONNECTION,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
      dnsTimeout: timeout,
    })
    made.use('stream', (mail, done) => {
      const beforeEnd = handOvers.get(mail.data.messageId ?? '')
      if (beforeEnd) mail.message.processFunc((message) => Readable.from(withNotice(message, beforeEnd)))
      done()
    })
    close = () => made.close()
    return made
  })
  return {
    atOnce: CONNECTIONS,
    async deliver(mail, beforeEnd) {
      handOvers.set(mail.messageId, beforeEnd)
      try {
        await (await transport()).sendMail({ ...mail, from })
      } finally {
        handOvers.delete(mail.messageId)
      }
    },
    close: () => close(),
  }
}

/** Writes mails as `.eml` files. */
export function fileCarrier(
  directory: string,
  from: string,
  { clock, random }: { clock: Clock; random: RandomBytes },
): MailCarrier {
  const mailer = fileMailer(directory, from, clock, random)
  return {
    atOnce: CONNECTIONS,
    async deliver(mail, beforeEnd) {
      await beforeEnd()
      await mailer.send(mail)
    },
    close: () => {},
  }
}
