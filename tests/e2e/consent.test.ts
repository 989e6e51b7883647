import { describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { checkScreen } from './support/axe.ts'
import { newAddress } from './support/never-used.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'
import { dateIn } from './support/zones.ts'

const screens = setUpScreens()

/** Returns a date of birth for fifteen and a half, which stays below sixteen for a few months. */
const birthOf = (user: User): string => dateIn(user.timeZone, -Math.round(15.5 * 365.25))

const FIELD = 'Parent/guardian email'
const HOME = 'Welcome to Your Medication Dashboard'

/** Goes from the sign-in page to the question of whom to ask. */
async function signUpTeen(teen: User, email: string, firstName?: string): Promise<void> {
  await teen.open('/api/login')
  await teen.enterCode(email)
  await teen.page.getByLabel('Date of birth').fill(birthOf(teen))
  await teen.page.getByRole('button', { name: 'Continue' }).click()
  await teen.page.getByRole('button', { name: 'Yes, that’s me' }).click()
  const question = teen.dialog('What should we call you?')
  if (firstName === undefined) await question.getByRole('button', { name: 'Skip' }).click()
  else {
    await question.getByLabel('First name').fill(firstName)
    await question.getByRole('button', { name: 'Save' }).click()
  }
  await teen.dialog('Parental Consent Required').waitFor()
}

/** Asks the parent; returns the link they received. */
async function ask(teen: User, parent: string): Promise<string> {
  await teen.page.getByLabel(FIELD).fill(parent)
  await teen.page.getByRole('button', { name: 'Send request' }).click()
  await teen.dialog('Consent Request Sent').getByText(parent, { exact: true }).waitFor()
  return screens.server.consentLinkFor(parent)
}

/** Opens the page behind the link on the parent's own device. */
async function parentAt(link: string): Promise<User> {
  const parent = await screens.user({ expected: [/status of 410 .*\/consent/] })
  await parent.page.goto(link)
  return parent
}

const heading = (user: User, name: string) => user.page.getByRole('heading', { level: 1, name }).waitFor()
const choose = (parent: User, name: string) => parent.page.getByRole('button', { name }).click()
/** Acts as when the user returns to the tab. */
const lookAgain = (user: User) => user.page.evaluate(() => void dispatchEvent(new Event('focus')))

describe('a 15-year-old', () => {
  it('asks, is let in by the parent’s consent, and is held again on every device once it is withdrawn', async () => {
    const teen = await screens.user({ expected: [/status of 400 .*request-parental-consent/] })
    const [email, mum] = [newAddress('lachlan'), newAddress('mum')]
    await signUpTeen(teen, email, 'Lachlan')

    const { page } = teen
    await page.getByRole('button', { name: 'Send request' }).click()
    await teen.toast('Email Required').getByText("Please enter your parent/guardian's email").waitFor()
    const ownMailbox = `L${email.slice(1).replace('@', '+mum@')}`
    await page.getByLabel(FIELD).fill(ownMailbox)
    await page.getByRole('button', { name: 'Send request' }).click()
    await teen.toast('Failed to Send').getByText('This is your own email address.').waitFor()
    expect(await page.getByLabel(FIELD).inputValue()).toBe(ownMailbox)
    await page.getByLabel(FIELD).fill(mum)
    await page.getByRole('button', { name: 'Send request' }).click()
    await teen.toast('Consent Request Sent').getByText(`An email has been sent to ${mum}`).waitFor()
    await teen.open('/medications')
    await teen.dialog('Consent Request Sent').getByText(mum, { exact: true }).waitFor()

    const parent = await parentAt(await screens.server.consentLinkFor(mum))
    await heading(parent, 'Lachlan asks for your consent')
    await parent.page.getByText(email).waitFor()
    await choose(parent, 'I give consent')
    await heading(parent, 'You have given consent')

    await lookAgain(teen)
    await page.getByRole('heading', { name: 'My Medications' }).waitFor()
    await teen.open('/')
    await page
      .getByText(/^Good (morning|afternoon|evening), Lachlan$/)
      .first()
      .waitFor()
    expect(await teen.user()).toMatchObject({ firstName: 'Lachlan', subscriptionStatus: 'trial' })
    await teen.addMedication({ name: 'Metformin', times: '8:00 am', ongoing: true })
    await teen.saved()
    await teen.workerReady()

    // A list may be under way when the device learns that the account is on hold.
    teen.expectComplaint(/status of 403 .*\/api\//)
    await parent.page.reload()
    await choose(parent, 'Withdraw my consent')
    await heading(parent, 'You have withdrawn your consent')
    const { status, body } = await teen.call('GET', '/api/medications')
    expect({ status, body }).toMatchObject({ status: 403, body: { code: 'consent_required' } })
    await lookAgain(teen)
    await teen.dialog('Parental Consent Required').getByText('Consent was withdrawn').waitFor()
    await teen.offline()
    await teen.open('/medications')
    await teen.dialog('Parental Consent Required').getByText('Consent was withdrawn').waitFor()
    expect(await page.content()).not.toContain('Metformin')

    const second = await screens.user()
    await second.open('/api/login')
    await second.enterCode(email)
    await second.dialog('Parental Consent Required').getByText('Consent was withdrawn').waitFor()
    await parent.page.goto(await ask(second, mum))
    await choose(parent, 'I give consent')
    await heading(parent, 'You have given consent')
    await teen.online()
    await lookAgain(teen)
    await page.getByText('Metformin').first().waitFor()
  })

  it('who was refused can still see what is in the account, and delete it', async () => {
    const teen = await screens.user({ expected: [/status of 410/] })
    const email = newAddress('ava')
    await signUpTeen(teen, email)
    const dad = await parentAt(await ask(teen, newAddress('dad-of-ava')))
    await choose(dad, 'Decline')
    await heading(dad, 'You have declined')
    await lookAgain(teen)
    const held = teen.dialog('Parental Consent Required')
    await held.getByText('Consent was declined').waitFor()
    await held.getByRole('link', { name: 'Your account' }).click()
    await heading(teen, 'Your account')
    expect(await checkScreen(teen.page, 'the account of somebody who is held')).toEqual([])
    const download = teen.page.waitForEvent('download')
    await teen.page.getByRole('button', { name: 'Download everything' }).click()
    expect((await download).suggestedFilename()).toMatch(/^dosewell-.*\.zip$/)
    await teen.page.getByRole('link', { name: 'Back' }).click()
    await held.getByRole('link', { name: 'Your account' }).click()
    await teen.page.getByRole('button', { name: 'Delete account' }).click()
    const dialog = teen.dialog('Delete your account?')
    await dialog.getByLabel(/^Type/).fill(email)
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await teen.page.getByRole('link', { name: 'Sign In' }).first().waitFor()
    // That address no longer belongs to anyone.
    await teen.open('/api/login')
    await teen.enterCode(email)
    await teen.page.getByLabel('Date of birth').waitFor()
  })
})

describe('a parent', () => {
  it('who uses Dosewell gets the page of the link too, not the app that their worker keeps', async () => {
    const teen = await screens.user()
    const [email, parentEmail] = [newAddress('ivy'), newAddress('user')]
    await signUpTeen(teen, email)
    const link = await ask(teen, parentEmail)
    const parent = await screens.user()
    await parent.signUp(parentEmail)
    await parent.workerReady()
    await parent.page.goto(link)
    await heading(parent, `${email} asks for your consent`)
    await choose(parent, 'I give consent')
    await heading(parent, 'You have given consent')
    await until(async () => (await teen.user()).parentalConsentGiven, { what: 'the consent' })
    await lookAgain(teen)
    await teen.page.getByRole('heading', { name: HOME }).waitFor()
  })

  it('meets no barrier that axe knows, light and dark, on a phone and a desktop, nor does the child who waits', async () => {
    const teen = await screens.user({ context: { reducedMotion: 'reduce' } })
    await signUpTeen(teen, newAddress('zoe'), 'Zoë')
    const problems = await checkScreen(teen.page, 'whom to ask')
    const link = await ask(teen, newAddress('mum-of-zoe'))
    problems.push(...(await checkScreen(teen.page, 'the request is sent')))
    const parent = await parentAt(link)
    problems.push(...(await checkScreen(parent.page, 'the decision')))
    await choose(parent, 'I give consent')
    await heading(parent, 'You have given consent')
    problems.push(...(await checkScreen(parent.page, 'consent was given')))
    await choose(parent, 'Withdraw my consent')
    await heading(parent, 'You have withdrawn your consent')
    problems.push(...(await checkScreen(parent.page, 'consent was withdrawn')))
    await lookAgain(teen)
    await teen.dialog('Parental Consent Required').getByText('Consent was withdrawn').waitFor()
    problems.push(...(await checkScreen(teen.page, 'held after a withdrawal')))
    expect(problems).toEqual([])
  })
})
