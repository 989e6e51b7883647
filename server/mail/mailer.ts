import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, RandomBytes } from '../platform/clock.ts'
import { newServerId } from '../platform/ids.ts'
import { whenNeeded } from '../platform/when-needed.ts'
import { messageIdOf } from './message-id.ts'

export interface Mail {
  to: string
  subject: string
  /** The whole message in plain text. */
  text: string
  /** The same message as HTML, with nothing loaded from other servers. */
  html: string
  /** Where replies go, if not to the sender. */
  replyTo?: string
  attachments?: { filename: string; content: Buffer; contentType: string }[]
  headers?: Record<string, string>
  /**
   * Names the mail for every attempt to send it: the same key makes the same Message-ID, so that mail programs show one
   * mail if two arrive. Without one, each attempt is a mail of its own.
   */
  key?: string
}

/** Sends one mail. Resolves when it was accepted (SMTP) or written to disk (files); rejects otherwise. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  /** Where mails go, as the end of a sentence "Mails are …". */
  readonly destination: string
}

/** A mail server that accepts a connection but says nothing must not block a sign-in for minutes. */
export const SMTP_TIMEOUT = 15_000

const named = ({ key, ...mail }: Mail, from: string) => ({
  ...mail,
  from,
  ...(key === undefined ? {} : { messageId: messageIdOf(key, from) }),
})

/** Sends mail through an SMTP server. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = whenNeeded(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      connectionTimeout: SMTP_TIMEOUT,
      greetingTimeout: SMTP_TIMEOUT,
      socketTimeout: SMTP_TIMEOUT,
    })
  })
  return {
    destination: `sent through ${new URL(url).host}`,
    send: async (mail) => {
      await (await transport()).sendMail(named(mail, from))
    },
  }
}

/** Writes each mail as an `.eml` file, which every mail program can open. */
export function fileMailer(directory: string, from: string, clock: Clock, random: RandomBytes): Mailer {
  const composer = whenNeeded(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ streamTransport: true, buffer: true })
  })
  return {
    destination: `written to ${directory}`,
    send: async (mail) => {
      const { message } = await (await composer()).sendMail({ ...named(mail, from), date: new Date(clock.now()) })
      const name = newServerId(clock, random)
      await mkdir(directory, { recursive: true })
      // A program that watches the directory must never read half a mail.
      const draft = join(directory, `.${name}`)
      try {
        await writeFile(draft, message as Buffer, { mode: 0o600 })
        await rename(draft, join(directory, `${name}.eml`))
      } catch (error) {
        // On a full disk, half a mail would otherwise stay there for a month.
        await rm(draft, { force: true })
        throw error
      }
    },
  }
}
