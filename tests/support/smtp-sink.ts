import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string
  /** As it came over the wire, including `\r\n`. */
  raw: string
}

/** When the sink is asked: at `RCPT TO`, or when it has the whole mail. */
export type SinkStep = 'recipient' | 'message'
/**
 * A code to refuse with, or `hang` for no answer ever. A mail refused or left hanging at `message` was still received.
 */
export type SinkAnswer = number | 'hang' | undefined

/** A mail server that stores what it receives. */
export interface SmtpSink {
  readonly url: string
  /** Every mail whose last byte arrived, oldest first. */
  readonly received: ReceivedMail[]
  /** Decides about each mail; null accepts all. */
  answer: ((to: string, step: SinkStep) => SinkAnswer | Promise<SinkAnswer>) | null
  close(): Promise<void>
}

/** Listens on `port`, or on a free one of 127.0.0.1. */
export async function smtpSink(port = 0): Promise<SmtpSink> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1,
    onRcptTo({ address }, _session, done) {
      void reply(sink.answer?.(address, 'recipient'), done)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', () => {})
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? ''
        received.push({ to, raw: Buffer.concat(chunks).toString() })
        void reply(sink.answer?.(to, 'message'), done)
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', () => resolve()))
  const sink: SmtpSink = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    answer: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return sink
}

async function reply(asked: SinkAnswer | Promise<SinkAnswer>, done: (error?: Error | null) => void): Promise<void> {
  const answer = await asked
  if (answer === 'hang') return
  done(answer === undefined ? null : Object.assign(new Error('Not today'), { responseCode: answer }))
}

/** Returns one header of a mail, unfolded; undefined when it is missing. */
export const headerOf = ({ raw }: ReceivedMail, name: string): string | undefined =>
  new RegExp(`^${name}: *(.*)$`, 'im').exec(raw.replace(/\r\n[ \t]+/g, ' '))?.[1]?.trim()
