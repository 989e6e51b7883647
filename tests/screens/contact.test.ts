import { describe, expect, it } from 'vitest'
import { newWords } from '#tests/e2e/support/never-used.ts'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'
import type { Tab } from './support/tab.ts'
import type { User } from './support/user.ts'

const SUPPORT_EMAIL = 'help@example.org'
const screens = setUpScreens({ environment: { SUPPORT_EMAIL }, sendsQueue: true })

const write = async (page: Tab, subject: string) => {
  await page.getByLabel('Your name').fill('Bo Lindqvist')
  await page.getByLabel('Email').fill('bo@example.org')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Message', { exact: true }).fill('How do I print my list?')
}
const send = (page: Tab) => page.getByRole('button', { name: 'Send Message' }).click()

/** Returns how many mails about a message with this subject have reached the server's operators. */
const mailed = (subject: string): number =>
  screens.server.mails.filter((mail) => mail.subject === `Contact: ${subject}`).length

const SENTENCES = [
  'Name must be at least 2 characters',
  'Please enter a valid email address',
  'Subject must be at least 5 characters',
  'Message must be at least 10 characters',
]

async function signedUp(): Promise<User> {
  const user = await screens.user()
  await user.signUp()
  return user
}

describe('/contact', () => {
  it('says what is wrong with each field, and knows who writes', async () => {
    const ann = await signedUp()
    await ann.page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Contact' }).click()
    await ann.page.getByLabel('Email').waitFor()
    expect(await ann.page.getByLabel('Email').inputValue()).toBe((await ann.user()).email)
    await ann.page.getByLabel('Email').fill('bo')
    await send(ann.page)
    for (const sentence of SENTENCES) await ann.page.getByText(sentence).waitFor()
    const subject = newWords('Hello there')
    await write(ann.page, subject)
    await send(ann.page)
    await ann.toast('Message Sent!').getByText('We reply within 24-48 hours.').waitFor()
    expect(await ann.page.getByLabel('Subject').inputValue()).toBe('')
    await until(() => mailed(subject) === 1, { what: 'the mail' })
  })

  it('a failing server is said once and nothing is queued; what was typed survives a reload', async () => {
    const ann = await signedUp()
    await ann.page.route('**/api/contact', (route) => route.fulfill({ status: 500, body: '' }))
    await ann.open('/contact')
    const subject = newWords('Twice tried')
    await write(ann.page, subject)
    await send(ann.page)
    await ann
      .toast('Error')
      .getByText(/^500: /)
      .waitFor()
    expect(await ann.page.getByText('Waiting to be sent').count()).toBe(0)
    await ann.page.reload()
    await ann.page.getByLabel('Subject').waitFor()
    expect(await ann.page.getByLabel('Subject').inputValue()).toBe(subject)
    await ann.page.unroute('**/api/contact')
    await send(ann.page)
    await ann.toast('Message Sent!').waitFor()
    await until(() => mailed(subject) === 1, { what: 'the mail' })
  })

  it('without a connection it is kept, shown, and sent once when the connection is back, wherever the person is', async () => {
    const ann = await signedUp()
    await ann.offline()
    await ann.open('/contact')
    const subject = newWords('From a tunnel')
    await write(ann.page, subject)
    await send(ann.page)
    await ann.toast('Saved on this device').waitFor()
    await ann.page.getByRole('heading', { name: 'Waiting to be sent' }).waitFor()
    await ann.open('/')
    await ann.page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()
    expect(mailed(subject)).toBe(0)
    await ann.online()
    await until(() => mailed(subject) === 1, { what: 'the mail' })
    await ann.toast('Message Sent!').waitFor()
    await ann.open('/contact')
    await ann.page.getByLabel('Subject').waitFor()
    await until(async () => (await ann.page.getByText(subject).count()) === 0)
    expect(mailed(subject)).toBe(1)
  })

  it('what was typed is there for whoever wrote it, and for nobody else', async () => {
    const ann = await signedUp()
    const { email } = await ann.user()
    const subject = ann.page.getByLabel('Subject')
    /**
     * Ends the session elsewhere. The header says “Login” before the app has been told, when it would still ask for the
     * user it knew.
     */
    const lapse = async () => {
      await ann.clearCookies()
      await ann.page.reload()
      await ann.page.getByRole('link', { name: 'Login' }).waitFor()
      await subject.waitFor()
      expect(await subject.inputValue()).toBe('')
      await ann.open('/medications')
      await ann.page.getByRole('heading', { name: 'Please sign in' }).waitFor()
    }
    await ann.open('/contact')
    await write(ann.page, 'My secret question')
    await lapse()
    await ann.signUp()
    await ann.open('/contact')
    await subject.waitFor()
    expect(await subject.inputValue()).toBe('')
    await lapse()
    await ann.signIn(email)
    await ann.open('/contact')
    await subject.waitFor()
    expect(await subject.inputValue()).toBe('My secret question')
  })
})
