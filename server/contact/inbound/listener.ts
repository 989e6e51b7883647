import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createSecureContext } from 'node:tls'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import type { Context } from '../../http/context.ts'
import { type Config, ConfigError } from '../../platform/config.ts'
import type { DiskWatch } from '../../platform/disk-watch.ts'
import { type MailReader, mailReader } from './mail-reader.ts'
import { isForUs } from './recipients.ts'
import { saveMail } from './save-mail.ts'
import { type VisitorLimits, visitors } from './visitors.ts'

export interface InboundLimits {
  /** The largest mail (bytes). */
  size: number
  /** Bytes of memory for all mails being received or waiting to be read. */
  held: number
  /** Connections at a time, from all addresses. */
  clients: number
  /** Commands per connection. */
  commands: number
  /** Mails from all addresses that are put into the inbox within an hour. */
  kept: number
  /** Milliseconds without a command, and for a whole connection. */
  silence: number
  session: number
  visitor: VisitorLimits
}

const MB = 1024 * 1024
/** Per mail; anyone who writes to us needs only one. */
const RECIPIENTS = 10
/** Bytes per command: 512, plus what extensions add (RFC 5321, section 4.5.3.1.4; RFC 3461, section 10). */
const COMMAND = 2048
/** Bytes of memory that a chunk of a mail takes in addition to its own: the sender decides how small the chunks are. */
const PIECE = 256

/**
 * Returns the limits for a server with these settings. An own mail server in front counts as one address;
 * RATE_LIMIT_SCALE allows it more.
 */
export const inboundLimits = ({ RATE_LIMIT_SCALE }: Pick<Config, 'RATE_LIMIT_SCALE'>): InboundLimits => ({
  size: 10 * MB,
  held: 64 * MB,
  clients: 50,
  commands: 1000,
  kept: Math.max(1, Math.floor(2000 * RATE_LIMIT_SCALE)),
  silence: 60_000,
  session: 10 * 60_000,
  visitor: { atOnce: 10, anHour: Math.max(1, Math.floor(200 * RATE_LIMIT_SCALE)) },
})

export interface InboundOptions extends Pick<Context, 'db' | 'clock' | 'random' | 'config'> {
  disk: Pick<DiskWatch, 'isFull'>
  onFault: (error: unknown) => void
  limits?: InboundLimits
  /** Closed with the listener. */
  reader?: MailReader
}

export interface InboundListener {
  readonly port: number
  close(): Promise<void>
}

/** Builds a refusal in the form that SMTP expects. */
function refusal(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode })
}

/** Reads certificate and key for STARTTLS. Throws ConfigError if they cannot be read or are invalid. */
function certificateOf({ INBOUND_SMTP_CERT, INBOUND_SMTP_KEY }: Config): Pick<SMTPServerOptions, 'cert' | 'key'> {
  if (!INBOUND_SMTP_CERT || !INBOUND_SMTP_KEY) return {}
  try {
    const read = { cert: readFileSync(INBOUND_SMTP_CERT), key: readFileSync(INBOUND_SMTP_KEY) }
    createSecureContext(read)
    return read
  } catch {
    throw new ConfigError('INBOUND_SMTP_CERT and INBOUND_SMTP_KEY must name a certificate and its key (PEM).')
  }
}

/**
 * Accepts mails for the inbox (docs/operations.md, Mail) on this port. There is no sign-in, and nothing is passed on.
 * Rejects if it cannot listen on the port, and with ConfigError if the certificate cannot be read.
 */
export async function listenForMail(port: number, options: InboundOptions): Promise<InboundListener> {
  const { config, clock, onFault, limits = inboundLimits(config), reader = mailReader() } = options
  const certificate = certificateOf(config)
  const counted = visitors(limits.visitor, limits.kept, clock)
  const open = new Map<string, { end: NodeJS.Timeout; commands: number }>()
  let held = 0

  const connectionOf = (id: string) => [...server.connections].find((connection) => connection.id === id)

  /** The library logs every command, including those without a hook, such as NOOP and ones it refuses itself. */
  function countCommand({ tnx, cid }: { tnx?: unknown; cid?: unknown }): void {
    const visit = tnx === 'command' ? open.get(String(cid)) : undefined
    if (!visit) return
    visit.commands += 1
    if (visit.commands > limits.commands) connectionOf(String(cid))?.send(421, 'Too many commands.')
  }

  /** Counts the memory of one mail until it is released. */
  function holding() {
    let bytes = 0
    return {
      add(more: number): void {
        bytes += more
        held += more
      },
      letGo(): void {
        held -= bytes
        bytes = 0
      },
    }
  }

  /**
   * Returns the whole mail. Rejects with a refusal, or if the connection breaks. It also reads a refused mail to its
   * end, because the rest would otherwise be taken for commands.
   */
  async function collect(stream: SMTPServerDataStream, { add, letGo }: ReturnType<typeof holding>): Promise<Buffer> {
    const chunks: Buffer[] = []
    let refused: Error | null = null
    let size = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (refused) continue
      chunks.push(chunk)
      size += chunk.length
      add(chunk.length + PIECE)
      if (size > limits.size) refused = refusal(552, 'This mail is too large.')
      else if (held > limits.held) refused = refusal(452, 'Too many mails at once, try again later.')
      if (!refused) continue
      chunks.length = 0
      letGo()
    }
    if (refused) throw refused
    return Buffer.concat(chunks)
  }

  async function read(stream: SMTPServerDataStream) {
    const hold = holding()
    try {
      return await reader.read(await collect(stream, hold))
    } finally {
      hold.letGo()
    }
  }

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const answer = await read(stream)
    if (await options.disk.isFull()) throw refusal(452, 'No room for mails, try again later.')
    if (answer.kind === 'busy') throw refusal(451, 'Too busy, try again later.')
    if (answer.kind === 'unreadable') throw refusal(554, 'This mail cannot be read.')
    const { mailFrom } = session.envelope
    await saveMail(options, answer.mail, mailFrom ? mailFrom.address : '').catch((error: unknown) => {
      onFault(error)
      throw refusal(451, 'The mail could not be kept, try again later.')
    })
    counted.kept()
  }

  const server = new SMTPServer({
    name: new URL(config.PUBLIC_URL).hostname,
    banner: 'Dosewell',
    size: limits.size,
    maxClients: limits.clients,
    maxRecipients: RECIPIENTS,
    maxCommandLength: COMMAND,
    socketTimeout: limits.silence,
    closeTimeout: 1_000,
    disableReverseLookup: true,
    disabledCommands: certificate.cert ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    logger: { debug: countCommand },
    ...certificate,
    onConnect(session, done) {
      if (!counted.mayEnter(session.remoteAddress))
        return done(refusal(421, 'Too many connections from your address, try again later.'))
      const end = setTimeout(() => connectionOf(session.id)?.close(), limits.session).unref()
      open.set(session.id, { end, commands: 0 })
      done()
    },
    onClose(session) {
      const visit = open.get(session.id)
      if (!visit) return
      clearTimeout(visit.end)
      open.delete(session.id)
      counted.left(session.remoteAddress)
    },
    onMailFrom(_address, session, done) {
      if (!counted.mayWrite(session.remoteAddress))
        return done(refusal(450, 'Too many mails from your address, try again later.'))
      done(counted.isFull() ? refusal(450, 'Too many mails within an hour, try again later.') : null)
    },
    onRcptTo({ address }, _session, done) {
      done(isForUs(address, config) ? null : refusal(550, 'Nobody here has this address.'))
    },
    onData(stream, session, done) {
      take(stream, session).then(
        () => done(null, 'Thank you'),
        (error) => done(error),
      )
    },
  })
  // Broken connections are normal.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, config.HOST, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const { end } of open.values()) clearTimeout(end)
        reader.close()
        server.close(() => resolve())
      }),
  }
}
