import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { Clock, RandomBytes } from '../platform/clock.ts'
import { fileMailer, type Mail, SMTP_TIMEOUT } from './mailer.ts'

/** A mail of the queue, ready to go. */
export interface OutgoingMail extends Mail {
  /** With angle brackets. The same at every attempt, so that mail programs show one mail for two. */
  messageId: string
  headers: Record<string, string>
}

/**
 * Takes the mails of the queue to the mail server, several at a time. `beforeEnd` is awaited when everything but the end of the
 * message has been passed on: whoever rejects there takes the mail back. Rejects like nodemailer: `outcomeOf` reads why.
 */
export interface MailCarrier {
  deliver(mail: OutgoingMail, beforeEnd: () => Promise<void>): Promise<void>
  /** How many mails may be on their way at a time. */
  readonly atOnce: number
  close(): void
}

const CONNECTIONS = 5
/** Mail servers count what comes over one connection. */
const MAILS_PER_CONNECTION = 100

/** The message as it is, with `beforeEnd` awaited before its end. Read lazily: not before the mail server has asked for it. */
async function* withNotice(message: Readable, beforeEnd: () => Promise<void>): AsyncGenerator<Buffer> {
  for await (const chunk of message) yield chunk as Buffer
  await beforeEnd()
}

/** Through an SMTP server, over connections that stay open from one mail to the next. `timeout`: how long one that says nothing is waited for (ms). */
export function smtpCarrier(url: string, from: string, timeout = SMTP_TIMEOUT): MailCarrier {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: MAILS_PER_CONNECTION,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
  })
  const handOvers = new Map<string, () => Promise<void>>()
  transport.use('stream', (mail, done) => {
    const beforeEnd = handOvers.get(mail.data.messageId ?? '')
    if (beforeEnd) mail.message.processFunc((message) => Readable.from(withNotice(message, beforeEnd)))
    done()
  })
  return {
    atOnce: CONNECTIONS,
    async deliver(mail, beforeEnd) {
      handOvers.set(mail.messageId, beforeEnd)
      try {
        await transport.sendMail({ ...mail, from })
      } finally {
        handOvers.delete(mail.messageId)
      }
    },
    close: () => transport.close(),
  }
}

/** As `.eml` files. */
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
