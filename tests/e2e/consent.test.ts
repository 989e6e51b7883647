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

/** Goes from the sign-in page to the question of whom to ask; returns what axe found on the way. */
async function signUpTeen(teen: User, email: string, firstName: string): Promise<string[]> {
  await teen.open('/api/login')
  await teen.enterCode(email)
  await teen.dialog('Age Verification').waitFor()
  const problems = await checkScreen(teen.page, 'the age dialog')
  const account = await teen.page.getByRole('link', { name: 'Your account' }).boundingBox()
  if ((account?.height ?? 0) < 44) problems.push(`the age dialog: a link of ${account?.height} px`)
  await teen.page.getByLabel('Date of birth').fill(birthOf(teen))
  await teen.page.getByRole('button', { name: 'Continue' }).click()
  await teen.dialog('Is this right?').waitFor()
  problems.push(...(await checkScreen(teen.page, 'the age question')))
  await teen.page.getByRole('button', { name: 'Yes, that’s me' }).click()
  const question = teen.dialog('What should we call you?')
  await question.waitFor()
  problems.push(...(await checkScreen(teen.page, 'the question for a name')))
  await question.getByLabel('First name').fill(firstName)
  await question.getByRole('button', { name: 'Save' }).click()
  await teen.dialog('Parental Consent Required').waitFor()
  return problems
}

/** Asks the parent; returns the link they received. */
async function ask(teen: User, parent: string): Promise<string> {
  await teen.page.getByLabel(FIELD).fill(parent)
  await teen.page.getByRole('button', { name: 'Send request' }).click()
  await teen.dialog('Consent Request Sent').getByText(parent, { exact: true }).waitFor()
  return screens.server.consentLinkFor(parent)
}

const heading = (user: User, name: string) => user.page.getByRole('heading', { level: 1, name }).waitFor()
const choose = (parent: User, name: string) => parent.page.getByRole('button', { name }).click()
/** Acts as when the user returns to the tab. */
const lookAgain = (user: User) => user.page.evaluate(() => void dispatchEvent(new Event('focus')))

describe('a parent', () => {
  it('who uses Dosewell gets the page of the link too, not the app that their worker keeps; neither they nor the child who waits meet a barrier that axe knows', async () => {
    const teen = await screens.user({ context: { reducedMotion: 'reduce' } })
    const [email, parentEmail] = [newAddress('zoe'), newAddress('mum-of-zoe')]
    const problems = await signUpTeen(teen, email, 'Zoë')
    problems.push(...(await checkScreen(teen.page, 'whom to ask')))
    const link = await ask(teen, parentEmail)
    problems.push(...(await checkScreen(teen.page, 'the request is sent')))
    const parent = await screens.user()
    await parent.signUp(parentEmail)
    await parent.workerReady()
    await parent.page.goto(link)
    await heading(parent, 'Zoë asks for your consent')
    problems.push(...(await checkScreen(parent.page, 'the decision')))
    await choose(parent, 'I give consent')
    await heading(parent, 'You have given consent')
    problems.push(...(await checkScreen(parent.page, 'consent was given')))
    await until(async () => (await teen.user()).parentalConsentGiven, { what: 'the consent' })
    await lookAgain(teen)
    await teen.page.getByRole('heading', { name: HOME }).waitFor()

    // A list may be under way when the device learns that the account is on hold.
    teen.expectComplaint(/status of 403 .*\/api\//)
    await choose(parent, 'Withdraw my consent')
    await heading(parent, 'You have withdrawn your consent')
    problems.push(...(await checkScreen(parent.page, 'consent was withdrawn')))
    await lookAgain(teen)
    const held = teen.dialog('Parental Consent Required')
    await held.getByText('Consent was withdrawn').waitFor()
    problems.push(...(await checkScreen(teen.page, 'held after a withdrawal')))
    await held.getByRole('link', { name: 'Your account' }).click()
    await heading(teen, 'Your account')
    problems.push(...(await checkScreen(teen.page, 'the account of somebody who is held')))
    expect(problems).toEqual([])
  })
})
