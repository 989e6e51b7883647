import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { newWords } from './support/never-used.ts'
import { setUpScreens } from './support/screens.ts'

const SUPPORT_EMAIL = 'help@example.org'
const screens = setUpScreens({ environment: { SUPPORT_EMAIL } })

const write = async (page: Page, subject: string) => {
  await page.getByLabel('Your name').fill('Bo Lindqvist')
  await page.getByLabel('Email').fill('bo@example.org')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Message', { exact: true }).fill('How do I print my list?')
}
const send = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click()

/** Returns how many mails about a message with this subject have reached the server's operators. */
function mailed(subject: string): number {
  const outbox = path.join(screens.server.dataDir, 'outbox')
  return readdirSync(outbox)
    .filter((name) => name.endsWith('.eml'))
    .filter((name) => readFileSync(path.join(outbox, name), 'utf8').includes(`Subject: Contact: ${subject}`)).length
}

const SENTENCES = [
  'Name must be at least 2 characters',
  'Please enter a valid email address',
  'Subject must be at least 5 characters',
  'Message must be at least 10 characters',
]

describe('/contact', () => {
  it('works for a visitor without any script: what is wrong is said, what was typed stays, then it is sent', async () => {
    const vera = await screens.user({
      context: { javaScriptEnabled: false },
      expected: [/status of 400 .*\/api\/contact/],
    })
    await vera.open('/')
    await vera.page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Contact' }).click()
    await vera.page.getByRole('heading', { name: 'Contact', exact: true }).waitFor()
    await vera.page.getByText('We reply within 24-48 hours').waitFor()
    await vera.page.getByLabel('Subject').fill('Hi')
    await send(vera.page)
    for (const sentence of SENTENCES) await vera.page.getByText(sentence).waitFor()
    expect(await vera.page.getByLabel('Subject').inputValue()).toBe('Hi')
    const subject = newWords('From a visitor')
    await write(vera.page, subject)
    await send(vera.page)
    await vera.page.getByRole('heading', { name: 'Message Sent!' }).waitFor()
    await until(() => mailed(subject) === 1, { what: 'the mail' })
  })
})
