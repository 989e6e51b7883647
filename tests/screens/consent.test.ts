import { describe, expect, it } from 'vitest'
import { newAddress } from '#tests/e2e/support/never-used.ts'
import { dateIn } from '#tests/e2e/support/zones.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

/** Returns a date of birth for fifteen and a half, which stays below sixteen for a few months. */
const birthOf = (user: User): string => dateIn(user.timeZone, -Math.round(15.5 * 365.25))

const FIELD = 'Parent/guardian email'

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
  return linkFor(parent)
}

function linkFor(parent: string): string {
  const link = /https?:\/\/\S+\/consent\S+/.exec(
    screens.server.mails.findLast(({ to }) => to === parent)?.text ?? '',
  )?.[0]
  if (!link) throw new Error(`no link was mailed to ${parent}`)
  return link
}

/** Opens the page behind the link on the parent's own device. */
async function parentAt(link: string): Promise<User> {
  const parent = await screens.user()
  await parent.page.goto(link)
  return parent
}

const heading = (user: User, name: string) => user.page.getByRole('heading', { level: 1, name }).waitFor()
const choose = (parent: User, name: string) => parent.page.getByRole('button', { name }).click()
/** Acts as when the user returns to the tab. */
const lookAgain = (user: User) => user.page.evaluate(() => void dispatchEvent(new Event('focus')))

describe('a 15-year-old', () => {
  it('asks, is let in by the parent’s consent, and is held again on every device once it is withdrawn', async () => {
    const teen = await screens.user()
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

    const parent = await parentAt(linkFor(mum))
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
    const teen = await screens.user()
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

  it('corrects the address, hears of a refusal, and after three mails has to wait', async () => {
    const teen = await screens.user()
    const email = newAddress('mia')
    await signUpTeen(teen, email)
    const wrong = await ask(teen, newAddress('stranger'))
    await teen.page.getByRole('button', { name: 'Use another address' }).click()
    await teen.page.getByRole('button', { name: 'Back' }).click()
    await teen.page.getByRole('button', { name: 'Use another address' }).click()
    const dadsAddress = newAddress('dad')
    const right = await ask(teen, dadsAddress)
    const stranger = await parentAt(wrong)
    await heading(stranger, 'A newer link was sent')
    expect(stranger.page.document.documentElement.outerHTML).not.toContain(email)

    const dad = await parentAt(right)
    await heading(dad, `${email} asks for your consent`)
    await choose(dad, 'Decline')
    await heading(dad, 'You have declined')
    await dad.page.goto(right)
    await heading(dad, 'You have declined')
    expect(await dad.page.getByRole('button').count()).toBe(0)

    await lookAgain(teen)
    const refused = teen.dialog('Parental Consent Required')
    await refused.getByText('Consent was declined').waitFor()
    await refused.getByText(`${dadsAddress} declined on`).waitFor()
    const gran = newAddress('gran')
    await ask(teen, gran)
    await teen.page.getByRole('button', { name: 'Send again' }).click()
    await teen.toast('Failed to Send').getByText('You can send 3 consent requests a day.').waitFor()
    await teen.dialog('Consent Request Sent').getByText(gran, { exact: true }).waitFor()
  })

  it('without a network keeps what was typed and says why nothing was sent', async () => {
    const teen = await screens.user()
    await signUpTeen(teen, newAddress('noah'))
    await teen.offline()
    await teen.page.getByLabel(FIELD).fill('mum@example.org')
    await teen.page.getByRole('button', { name: 'Send request' }).click()
    await teen.toast('Failed to Send').getByText('A consent request can only be sent with a connection.').waitFor()
    expect(await teen.page.getByLabel(FIELD).inputValue()).toBe('mum@example.org')
  })
})
