import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { signInMail } from '../accounts/sign-in-mail.ts'
import { systemRandom } from '../platform/clock.ts'
import { testClock } from '../testing/clock.ts'
import { fileMailer, smtpMailer } from './mailer.ts'

let outbox: string
beforeEach(async () => {
  outbox = join(await mkdtemp(join(tmpdir(), 'mail-')), 'outbox')
})
afterEach(() => rm(join(outbox, '..'), { recursive: true, force: true }))

it('without SMTP each mail is one .eml file that carries text and HTML', async () => {
  const mailer = fileMailer(outbox, 'Dosewell <hello@dosewell.example>', testClock(), systemRandom)
  await mailer.send(signInMail('ann@example.org', '123456'))
  await mailer.send(signInMail('bob@example.org', '654321'))
  const files = await readdir(outbox)
  expect(files).toHaveLength(2)
  expect(files.every((name) => name.endsWith('.eml'))).toBe(true)
  const mails = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')))
  const mail = mails.find((text) => text.includes('To: ann@example.org'))
  expect(mail).toContain('From: Dosewell <hello@dosewell.example>')
  expect(mail).toContain('Subject: 123456 is your Dosewell code')
  expect(mail).toContain('Content-Type: text/plain')
  expect(mail).toContain('Content-Type: text/html')
})

it('a mail that is sent again is the same mail, if it has a key', async () => {
  const mailer = fileMailer(outbox, 'hello@dosewell.example', testClock(), systemRandom)
  for (const key of ['one', 'one', 'two']) await mailer.send({ ...signInMail('ann@example.org', '1'), key })
  for (let time = 0; time < 2; time += 1) await mailer.send(signInMail('ann@example.org', '1'))
  const texts = await Promise.all((await readdir(outbox)).map((file) => readFile(join(outbox, file), 'utf8')))
  expect(texts).toHaveLength(5)
  expect(new Set(texts.map((text) => /^Message-ID: .+$/m.exec(text)?.[0])).size).toBe(4)
})

it('a line break in an address does not become a header', async () => {
  const mailer = fileMailer(outbox, 'hello@dosewell.example', testClock(), systemRandom)
  await mailer.send({ ...signInMail('ann@example.org', '1'), to: 'ann@example.org\r\nBcc: eve@example.org' })
  const [file] = await readdir(outbox)
  expect(await readFile(join(outbox, file ?? ''), 'utf8')).not.toMatch(/^Bcc:/m)
})

/** Implements as much of RFC 5321 as one mail needs. Returns what it received. */
function listenForMail(): Promise<{ port: number; received: Promise<string>; close: () => void }> {
  return new Promise((ready) => {
    let hear: (mail: string) => void
    const received = new Promise<string>((resolve) => {
      hear = resolve
    })
    const server = createServer((socket) => {
      let all = ''
      socket.write('220 test\r\n')
      socket.on('data', (chunk) => {
        const before = all
        all += chunk
        const inData = /^DATA\r$/m.test(before)
        if (inData && !all.endsWith('\r\n.\r\n') && !/^QUIT\r$/m.test(all)) return
        if (/^QUIT\r$/m.test(String(chunk))) return void socket.end('221 bye\r\n')
        if (inData) hear(all)
        socket.write(/^DATA\r$/m.test(String(chunk)) ? '354 go on\r\n' : '250 ok\r\n')
      })
    })
    server.listen(0, '127.0.0.1', () => {
      ready({ port: (server.address() as AddressInfo).port, received, close: () => server.close() })
    })
  })
}

it('with SMTP_URL each mail goes to that server, from MAIL_FROM', async () => {
  const server = await listenForMail()
  const mailer = smtpMailer(`smtp://127.0.0.1:${server.port}`, 'Dosewell <hello@dosewell.example>')
  await mailer.send({ ...signInMail('ann@example.org', '123456'), key: 'of-this-code' })
  const told = await server.received
  expect(told).toContain('Message-ID: <of-this-code@dosewell.example>')
  expect(told).toContain('MAIL FROM:<hello@dosewell.example>')
  expect(told).toContain('RCPT TO:<ann@example.org>')
  expect(told).toContain('Subject: 123456 is your Dosewell code')
  server.close()
})

it('a mail server that is not there makes sending fail', async () => {
  const server = await listenForMail()
  server.close()
  const mailer = smtpMailer(`smtp://127.0.0.1:${server.port}`, 'hello@dosewell.example')
  await expect(mailer.send(signInMail('ann@example.org', '1'))).rejects.toThrow()
})
