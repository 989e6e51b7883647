import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { generate } from 'selfsigned'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { messageIdOf } from '../../mail/message-id.ts'
import { enqueueMail } from '../../mail/queue.ts'
import { ConfigError, readConfig } from '../../platform/config.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { asAdult } from '../../testing/people.ts'
import { incomingEmails, mails, users } from '../../testing/tables.ts'
import { type InboundLimits, type InboundListener, inboundLimits, listenForMail } from './listener.ts'
import type { MailReader } from './mail-reader.ts'
import { mailReader } from './mail-reader.ts'

let server: TestApp
let listener: InboundListener
let faults: unknown[]
let isDiskFull: boolean
const sockets: Socket[] = []
/** Its process is started once for all listeners. */
const realReader = mailReader()
const sharedReader: MailReader = { read: (raw) => realReader.read(raw), close: () => {} }
beforeAll(async () => {
  server = await testApp()
})
afterAll(async () => {
  realReader.close()
  await server.close()
})
beforeEach(async () => {
  for (const table of [users, mails, incomingEmails]) await server.db.delete(table)
  faults = []
  isDiskFull = false
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await listener.close()
})

async function listen(
  changes: Partial<InboundLimits> = {},
  reader = sharedReader,
  environment: Record<string, string> = {},
): Promise<void> {
  const config = readConfig({ SUPPORT_EMAIL: 'help@dosewell.example', ...environment })
  const { db, clock } = server
  listener = await listenForMail(0, {
    db,
    disk: { isFull: async () => isDiskFull },
    clock,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    config,
    onFault: (error) => faults.push(error),
    limits: { ...inboundLimits(config), ...changes },
    reader,
  })
}

/** A conversation in bytes: `say` sends, `hear` waits for a line from the other side. */
interface Talk {
  say(bytes: string | Buffer): void
  hear(line: RegExp): Promise<string>
  isOver(): boolean
}

async function talk(): Promise<Talk> {
  const socket = connect(listener.port, '127.0.0.1')
  sockets.push(socket)
  let heard = ''
  let over = false
  socket.on('error', () => {})
  socket.on('close', () => {
    over = true
  })
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text
  })
  return {
    say: (bytes) => void socket.write(bytes),
    isOver: () => over,
    async hear(line) {
      const found = await until(() => line.exec(heard), { what: `${line} in ${heard}` })
      heard = heard.slice(found.index + found[0].length)
      return found[0]
    },
  }
}

async function greeted(): Promise<Talk> {
  const one = await talk()
  await one.hear(/^220 .*\r\n/m)
  one.say('EHLO sender.example\r\n')
  await one.hear(/^250 .*\r\n/m)
  return one
}

/** Talks up to the point where the text of the mail is expected. */
async function addressed(from = '<bo@example.org>'): Promise<Talk> {
  const one = await greeted()
  one.say(`MAIL FROM:${from}\r\nRCPT TO:<help@dosewell.example>\r\nDATA\r\n`)
  await one.hear(/^354 .*\r\n/m)
  return one
}

const send = (mail: Record<string, unknown>) =>
  createTransport({ host: '127.0.0.1', port: listener.port }).sendMail({
    from: 'Bo Lindqvist <bo@example.org>',
    to: 'help@dosewell.example',
    subject: 'Hello',
    text: 'How do I print?',
    ...mail,
  })
const kept = () => server.db.select().from(incomingEmails)

describe('a mail to SUPPORT_EMAIL', () => {
  it('is in the inbox when it was accepted', async () => {
    await listen()
    await send({ attachments: [{ filename: 'a.txt', content: 'SECRET' }] })
    expect(await kept()).toMatchObject([
      {
        fromName: 'Bo Lindqvist',
        fromEmail: 'bo@example.org',
        subject: 'Hello',
        textContent: 'How do I print?\n\n[One attachment was not kept.]',
        attachments: 1,
        isRead: false,
        isPriority: false,
        userId: null,
      },
    ])
  })

  it('that is delivered again, because the sender heard no answer, is kept once', async () => {
    await listen()
    await send({ messageId: '<1@example.org>' })
    await send({ messageId: '<1@example.org>' })
    expect(await kept()).toHaveLength(1)
  })

  it('from the address of somebody with Premium comes first', async () => {
    await listen()
    const ann = await asAdult(server, 'ann@example.org')
    await send({ from: 'Ann <Ann@example.org>' })
    expect(await kept()).toMatchObject([{ isPriority: true, userId: ann.user.id }])
  })

  it('that a machine wrote makes no stir', async () => {
    await listen()
    await asAdult(server, 'ann@example.org')
    await send({ from: 'ann@example.org', headers: { 'Auto-Submitted': 'auto-replied' } })
    expect(await kept()).toMatchObject([{ isRead: true, isPriority: false }])
  })

  it('that is a bounce, from nobody, makes no stir', async () => {
    await listen()
    await send({ envelope: { from: '', to: 'help@dosewell.example' } })
    expect(await kept()).toMatchObject([{ isRead: true }])
  })

  it('that we wrote ourselves is not kept when it comes back', async () => {
    await listen()
    const { db, clock } = server
    const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
    await enqueueMail(db, { clock, random }, { to: 'help@dosewell.example', subject: '', text: '', html: '' })
    const [own] = await db.select().from(mails)
    await send({ messageId: messageIdOf(String(own?.id), 'hello@dosewell.example') })
    expect(await kept()).toEqual([])
  })

  it('is asked for again when the database is away', async () => {
    await listen()
    await server.db.execute('alter table incoming_emails rename to away')
    await expect(send({})).rejects.toMatchObject({ responseCode: 451 })
    expect(faults).toHaveLength(1)
    await server.db.execute('alter table away rename to incoming_emails')
    await send({})
    expect(await kept()).toHaveLength(1)
  })

  it('that the reader cannot read, or dies of, is refused for good, and the next one is read', async () => {
    const real = mailReader()
    let isBroken = true
    await listen({}, { read: async (raw) => (isBroken ? { kind: 'unreadable' } : real.read(raw)), close: real.close })
    await expect(send({})).rejects.toMatchObject({ responseCode: 554 })
    isBroken = false
    await send({})
    expect(await kept()).toHaveLength(1)
  })

  it('that is being read when the server stops is sent again later, not refused for good', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'dosewell-reader-'))
    const [file, atWork] = [path.join(folder, 'reader.mjs'), path.join(folder, 'at-work')]
    writeFileSync(
      file,
      `import { writeFileSync } from 'node:fs'
      process.on('message', () => writeFileSync(${JSON.stringify(atWork)}, ''))
      process.on('disconnect', () => process.exit())`,
    )
    await listen({}, mailReader({ timeout: 20_000, waiting: 20, idle: 60_000 }, file))
    const one = await addressed()
    one.say('Subject: Hello\r\n\r\nText\r\n.\r\n')
    await until(() => existsSync(atWork), { what: 'the mail being read' })
    const closed = listener.close()
    expect(await one.hear(/^\d{3} .*\r\n/m)).toMatch(/^451 /)
    await closed
    rmSync(folder, { recursive: true })
  })

  it('waits outside when too many are being read', async () => {
    await listen({}, { read: async () => ({ kind: 'busy' }), close: () => {} })
    await expect(send({})).rejects.toMatchObject({ responseCode: 451 })
  })
})

describe('nothing is passed on', () => {
  it.each(['<ann@example.org>', '<ann%example.org@dosewell.example>', '<@dosewell.example:ann@example.org>'])(
    'a mail for %s is refused',
    async (address) => {
      await listen()
      const one = await greeted()
      one.say(`MAIL FROM:<bo@example.org>\r\nRCPT TO:${address}\r\n`)
      await one.hear(/^5\d\d .*\r\n/m)
      one.say('DATA\r\n')
      await one.hear(/^503 .*\r\n/m)
    },
  )

  it('nobody signs in, and no encryption is promised without a certificate', async () => {
    await listen()
    const one = await talk()
    await one.hear(/^220 .*\r\n/m)
    one.say('EHLO sender.example\r\n')
    const offered = await one.hear(/(?:^250-.*\r\n)*^250 .*\r\n/m)
    expect(offered).not.toMatch(/AUTH|STARTTLS|XCLIENT/)
    for (const command of ['AUTH PLAIN AGFubgBzZWNyZXQ=', 'STARTTLS', 'XCLIENT ADDR=127.0.0.1']) {
      one.say(`${command}\r\n`)
      await one.hear(/^5\d\d .*\r\n/m)
    }
  })
})

describe('whoever does not speak as one should', () => {
  it.each([
    ['no address', '\r\n'],
    ['no angle brackets', 'bo@example.org <\r\n'],
    ['a control character', '<bo\u0007@example.org>\r\n'],
    ['NUL', '<bo\0@example.org>\r\n'],
  ])('is refused with %s as the sender', async (_what, sender) => {
    await listen()
    const one = await greeted()
    one.say(`MAIL FROM:${sender}`)
    await one.hear(/^5\d\d .*\r\n/m)
  })

  it('is refused at once when the mail is announced as too large', async () => {
    await listen({ size: 1000 })
    const one = await greeted()
    one.say('MAIL FROM:<bo@example.org> SIZE=1001\r\n')
    await one.hear(/^552 .*\r\n/m)
  })

  it('is refused after a mail that is too large, of which nothing is taken for commands', async () => {
    await listen({ size: 1000 })
    const one = await addressed()
    one.say(`Subject: Hello\r\n\r\n${'RSET\r\n'.repeat(1000)}.\r\n`)
    await one.hear(/^552 .*\r\n/m)
    one.say('NOOP\r\n')
    expect(await one.hear(/^\d.*\r\n/m)).toMatch(/^250 /)
    expect(await kept()).toEqual([])
  })

  it('is asked to come later where the disk has no room left', async () => {
    await listen()
    isDiskFull = true
    const one = await addressed()
    one.say('Subject: First\r\n\r\nHello\r\n.\r\n')
    await one.hear(/^452 .*\r\n/m)
    isDiskFull = false
    const again = await addressed()
    again.say('Subject: First\r\n\r\nHello\r\n.\r\n')
    await again.hear(/^250 .*\r\n/m)
    expect(await kept()).toMatchObject([{ subject: 'First' }])
  })

  it('waits when the mails on their way in are more than memory holds', async () => {
    await listen({ held: 5_000 })
    const first = await addressed()
    first.say(`Subject: First\r\n\r\n${'x'.repeat(4_000)}\r\n`)
    const second = await addressed()
    second.say(`Subject: Second\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(60)}.\r\n`)
    await second.hear(/^452 .*\r\n/m)
    first.say('.\r\n')
    await first.hear(/^250 .*\r\n/m)
    expect(await kept()).toMatchObject([{ subject: 'First' }])
  })

  it('waits also when what it sends are many small pieces, which take more memory than they have bytes', async () => {
    await listen({ held: 5_000 })
    const [one, other] = [await addressed(), await greeted()]
    one.say('Subject: Hello\r\n\r\n')
    for (let count = 0; count < 40; count += 1) {
      one.say('x')
      other.say('NOOP\r\n')
      await other.hear(/^250 .*\r\n/m)
    }
    one.say('\r\n.\r\n')
    await one.hear(/^452 .*\r\n/m)
  })

  it('waits also when they are all there and wait for the reader', async () => {
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<{ kind: 'unreadable' }>()
    const read = () => {
      asked.resolve()
      return answer.promise
    }
    await listen({ held: 5_000 }, { read, close: () => {} })
    const text = `Subject: Hello\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(60)}.\r\n`
    const first = await addressed()
    first.say(text)
    await asked.promise
    const second = await addressed()
    second.say(text)
    await second.hear(/^452 .*\r\n/m)
    answer.resolve({ kind: 'unreadable' })
    await first.hear(/^554 .*\r\n/m)
    second.say('MAIL FROM:<bo@example.org>\r\nRCPT TO:<help@dosewell.example>\r\nDATA\r\n')
    await second.hear(/^354 .*\r\n/m)
    second.say(text)
    await second.hear(/^554 .*\r\n/m)
  })

  it('and names recipient after recipient gets no more of them in than a mail to us needs', async () => {
    await listen()
    const one = await greeted()
    one.say('MAIL FROM:<bo@example.org>\r\n')
    for (let count = 0; count < 12; count += 1) one.say(`RCPT TO:<help+${count}@dosewell.example>\r\n`)
    one.say('DATA\r\n')
    const codes = []
    for (let count = 0; count < 14; count += 1) codes.push((await one.hear(/^\d{3} .*\r\n/m)).slice(0, 3))
    expect(codes).toEqual([...Array.from({ length: 11 }, () => '250'), '452', '452', '354'])
    one.say('Subject: Hello\r\n\r\nText\r\n.\r\n')
    await one.hear(/^250 .*\r\n/m)
    expect(await kept()).toHaveLength(1)
  })

  it.each([
    ['that are refused', 'RCPT TO:<ann@example.org>\r\n'],
    ['that do nothing', 'NOOP\r\n'],
    ['that it does not know', 'HELLO\r\n'],
  ])('and says a great many commands %s is hung up on', async (_what, command) => {
    await listen({ commands: 8 })
    const one = await greeted()
    one.say(command.repeat(100))
    await one.hear(/^421 .*\r\n/m)
    await until(one.isOver)
  })

  it('and says a command that is longer than any is hung up on', async () => {
    await listen()
    const one = await greeted()
    one.say(`MAIL FROM:<bo@example.org> ${'A=1 '.repeat(600)}\r\n`)
    await one.hear(/^421 .*\r\n/m)
    await until(one.isOver)
  })

  it('and puts NUL and bytes that are no text into a mail does no harm', async () => {
    await listen()
    const one = await addressed()
    one.say(
      Buffer.concat([
        Buffer.from('Subject: a\0b\r\n\r\n'),
        Buffer.from([0, 255, 254, 0xc3]),
        Buffer.from('end\r\n.\r\n'),
      ]),
    )
    await one.hear(/^250 .*\r\n/m)
    const [mail] = await kept()
    expect(mail?.subject).toBe('ab')
    expect(mail?.textContent).toMatch(/end$/)
  })

  it('and smuggles a second mail behind a bare line feed has sent one', async () => {
    await listen()
    const one = await addressed()
    one.say(
      'Subject: One\r\n\r\ntext\n.\nMAIL FROM:<eve@example.org>\r\nRCPT TO:<help@dosewell.example>\r\nDATA\r\nSubject: Two\r\n\r\n\r\n.\r\n',
    )
    await one.hear(/^250 .*\r\n/m)
    expect(await kept()).toHaveLength(1)
  })

  it('and says everything at once is answered in order', async () => {
    await listen()
    const one = await greeted()
    one.say(
      'MAIL FROM:<bo@example.org>\r\nRCPT TO:<ann@example.org>\r\nRCPT TO:<help@dosewell.example>\r\nDATA\r\nSubject: Hello\r\n\r\nText\r\n.\r\nQUIT\r\n',
    )
    const codes = []
    for (let count = 0; count < 6; count += 1) codes.push((await one.hear(/^\d{3} .*\r\n/m)).slice(0, 3))
    expect(codes).toEqual(['250', '550', '250', '354', '250', '221'])
    expect(await kept()).toHaveLength(1)
  })

  it('and goes in the middle of a mail leaves nothing', async () => {
    await listen({ held: 1_800 })
    const one = await addressed()
    one.say(`Subject: Half\r\n\r\n${'x'.repeat(1_000)}`)
    for (const socket of sockets.splice(0)) socket.destroy()
    await until(one.isOver)
    const other = await addressed()
    other.say(`Subject: Whole\r\n\r\n${'x'.repeat(500)}\r\n.\r\n`)
    await other.hear(/^250 .*\r\n/m)
    expect(await kept()).toMatchObject([{ subject: 'Whole' }])
  })

  it('and says nothing is hung up on', async () => {
    await listen({ silence: 200 })
    const one = await greeted()
    await one.hear(/^421 .*\r\n/m)
    await until(one.isOver)
  })

  it('and never comes to an end is hung up on', async () => {
    await listen({ session: 300 })
    const one = await greeted()
    const chatter = setInterval(() => one.say('NOOP\r\n'), 20)
    await until(one.isOver, { what: 'the end of the connection' })
    clearInterval(chatter)
  })

  it('and holds many connections gets no further one, until one of them ends', async () => {
    await listen({ visitor: { atOnce: 2, anHour: 100 } })
    const first = await greeted()
    await greeted()
    const third = await talk()
    await third.hear(/^421 .*\r\n/m)
    first.say('QUIT\r\n')
    await until(first.isOver)
    await greeted()
  })

  it('and sends more within an hour than anybody writes is asked to come later', async () => {
    await listen({ visitor: { atOnce: 5, anHour: 2 } })
    const one = await greeted()
    for (const code of ['250', '250', '450']) {
      one.say('MAIL FROM:<bo@example.org>\r\n')
      expect(await one.hear(/^\d{3} .*\r\n/m)).toContain(code)
      one.say('RSET\r\n')
      await one.hear(/^250 .*\r\n/m)
    }
    server.clock.advance(3_600_000)
    one.say('MAIL FROM:<bo@example.org>\r\n')
    await one.hear(/^250 .*\r\n/m)
  })

  it('and sends when the inbox has taken enough of everybody for an hour is asked to come later', async () => {
    await listen({ kept: 2 })
    const broken = await greeted()
    broken.say('MAIL FROM:<eve@example.org>\r\n')
    await broken.hear(/^250 .*\r\n/m)
    await send({ messageId: '<1@example.org>' })
    await send({ messageId: '<2@example.org>' })
    await expect(send({ messageId: '<3@example.org>' })).rejects.toMatchObject({ responseCode: 450 })
    server.clock.advance(3_600_000)
    await send({ messageId: '<3@example.org>' })
    expect(await kept()).toHaveLength(3)
  })

  it('and is one too many of all is asked to come later', async () => {
    await listen({ clients: 1 })
    await greeted()
    const second = await talk()
    await second.hear(/^421 .*\r\n/m)
  })
})

describe('STARTTLS', () => {
  let folder: string
  let certificate: Awaited<ReturnType<typeof generate>>
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'dosewell-certificate-'))
    certificate = await generate([{ name: 'commonName', value: 'mail.example.org' }])
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  function files(cert: string, key: string) {
    const [INBOUND_SMTP_CERT, INBOUND_SMTP_KEY] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')]
    writeFileSync(INBOUND_SMTP_CERT, cert)
    writeFileSync(INBOUND_SMTP_KEY, key)
    return { INBOUND_SMTP_CERT, INBOUND_SMTP_KEY }
  }

  it('with a certificate a mail comes in over an encrypted connection that proves the name', async () => {
    await listen({}, undefined, files(certificate.cert, certificate.private))
    await createTransport({
      host: '127.0.0.1',
      port: listener.port,
      requireTLS: true,
      tls: { ca: certificate.cert, servername: 'mail.example.org' },
    }).sendMail({ from: 'bo@example.org', to: 'help@dosewell.example', subject: 'Sealed', text: 'Hello' })
    expect(await kept()).toMatchObject([{ subject: 'Sealed' }])
  })

  it('without one is neither offered nor begun', async () => {
    await listen()
    const one = await talk()
    await one.hear(/^220 .*\r\n/m)
    one.say('EHLO sender.example\r\n')
    expect(await one.hear(/^250-[\s\S]*^250 .*\r\n/m)).not.toContain('STARTTLS')
    one.say('STARTTLS\r\n')
    await one.hear(/^5\d\d .*\r\n/m)
  })

  it.each([
    ['is none', () => files('hello', 'hello')],
    ['lies nowhere', () => ({ INBOUND_SMTP_CERT: '/nowhere/cert.pem', INBOUND_SMTP_KEY: '/nowhere/key.pem' })],
  ])('a certificate that %s stops the start with a sentence', async (_what, environment) => {
    await listen()
    await listener.close()
    await expect(listen({}, undefined, environment())).rejects.toThrow(
      new ConfigError('INBOUND_SMTP_CERT and INBOUND_SMTP_KEY must name a certificate and its key (PEM).'),
    )
  })
})
