import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { signInMail } from '../accounts/sign-in-mail.ts'
import { systemRandom } from '../platform/clock.ts'
import { testClock } from '../testing/clock.ts'
import { fileMailer } from './mailer.ts'
import { purgeOutbox } from './outbox-files.ts'

const DAY = 24 * 3_600_000

let outbox: string
beforeEach(async () => {
  outbox = await mkdtemp(join(tmpdir(), 'outbox-'))
})
afterEach(() => rm(outbox, { recursive: true, force: true }))

it('mails in files go after 29 days, with drafts that were left; other files stay', async () => {
  const clock = testClock()
  const mailer = fileMailer(outbox, 'hello@dosewell.example', clock, systemRandom)
  await mailer.send(signInMail('ann@example.org', '123456'))
  const [old = ''] = await readdir(outbox)
  await writeFile(join(outbox, `.${old.replace('.eml', '')}`), 'half a mail')
  await writeFile(join(outbox, 'notes.txt'), 'mine')
  clock.advance(DAY)
  await mailer.send(signInMail('bob@example.org', '654321'))
  await purgeOutbox(outbox, clock.now() + 28 * DAY)
  expect(await readdir(outbox)).toHaveLength(4)
  await purgeOutbox(outbox, clock.now() + 28 * DAY + 1)
  const left = await readdir(outbox)
  expect(left).toHaveLength(2)
  expect(left).toContain('notes.txt')
  expect(left).not.toContain(old)
})

it('a mail that cannot be removed keeps no other, and is told of in the end', async () => {
  const mailer = fileMailer(outbox, 'hello@dosewell.example', testClock(), systemRandom)
  for (const name of ['ann', 'bob']) await mailer.send(signInMail(`${name}@example.org`, '123456'))
  const [first = ''] = (await readdir(outbox)).sort()
  await rm(join(outbox, first))
  await mkdir(join(outbox, first))
  await expect(purgeOutbox(outbox, testClock().now() + 40 * DAY)).rejects.toThrow('it failed for 1')
  expect(await readdir(outbox)).toEqual([first])
})

it('a directory that is not there holds no mails', async () => {
  await expect(purgeOutbox(join(outbox, 'none'), Date.now())).resolves.toBeUndefined()
})
