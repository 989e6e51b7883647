import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemRandom } from '../clock.ts'
import { testClock } from '../testing/clock.ts'
import { fileMailer } from './mail.ts'
import { signInMail } from './sign-in-mail.ts'

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

it('a line break in an address does not become a header', async () => {
  const mailer = fileMailer(outbox, 'hello@dosewell.example', testClock(), systemRandom)
  await mailer.send({ ...signInMail('ann@example.org', '1'), to: 'ann@example.org\r\nBcc: eve@example.org' })
  const [file] = await readdir(outbox)
  expect(await readFile(join(outbox, file ?? ''), 'utf8')).not.toMatch(/^Bcc:/m)
})
