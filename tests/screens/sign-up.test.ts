import { describe, expect, it } from 'vitest'
import { newAddress } from '#tests/e2e/support/never-used.ts'
import { dateIn } from '#tests/e2e/support/zones.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

/** Returns a date of birth for a user of that age, correct for a few months. */
const bornYearsAgo = (zone: string, years: number): string => dateIn(zone, -Math.round(years * 365.25 + 100))

async function confirmBirth(user: User, date: string): Promise<void> {
  await user.page.getByLabel('Date of birth').fill(date)
  await user.page.getByRole('button', { name: 'Continue' }).click()
  await user.page.getByRole('button', { name: 'Yes, that’s me' }).click()
}

describe('signing up', () => {
  it('as an adult: the mailed code, the date of birth repeated for confirmation, and the trial begins', async () => {
    const ann = await screens.user()
    await ann.open('/api/login')
    const email = newAddress('ann')
    await ann.enterCode(email)
    await ann.page.getByLabel('Date of birth').fill('1980-05-17')
    await ann.page.getByRole('button', { name: 'Continue' }).click()
    const question = ann.dialog('Is this right?')
    await question.getByText('You were born on May 17, 1980 and are').waitFor()
    await question.getByRole('button', { name: 'Change it' }).click()
    expect(await ann.page.getByLabel('Date of birth').inputValue()).toBe('1980-05-17')
    await confirmBirth(ann, '1980-05-17')
    await ann.toast('Age Verified').getByText('Your 2-week free trial has started!').waitFor()
    const name = ann.dialog('What should we call you?')
    await name.getByLabel('First name').fill('Ann')
    await name.getByRole('button', { name: 'Save' }).click()
    await ann.page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()
    expect(await ann.user()).toMatchObject({
      email,
      firstName: 'Ann',
      ageVerified: true,
      subscriptionStatus: 'trial',
      timeZone: ann.timeZone,
    })
  })

  it('goes on when the answer about the age was lost and the date is sent again', async () => {
    const amy = await screens.user()
    await amy.open('/api/login')
    await amy.enterCode(newAddress('amy'))
    await amy.page.route(
      '**/api/user/verify-age',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await confirmBirth(amy, '1980-05-17')
    await amy.toast('Verification Failed').getByText('only be verified with a connection').waitFor()
    await confirmBirth(amy, '1980-05-17')
    await amy.toast('Age Verified').getByText('Your 2-week free trial has started!').waitFor()
    await amy.dialog('What should we call you?').getByRole('button', { name: 'Skip' }).click()
    await amy.page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()
  })

  it('does not ask for the date again when the network goes before the name is settled', async () => {
    const cal = await screens.user()
    await cal.open('/api/login')
    await cal.enterCode(newAddress('cal'))
    await confirmBirth(cal, '1980-05-17')
    const name = cal.dialog('What should we call you?')
    await name.waitFor()
    await cal.offline()
    await name.getByRole('button', { name: 'Skip' }).click()
    await cal.dialog('Age Verified').getByText('as soon as there is a connection').waitFor()
    await cal.online()
    await cal.page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()
  })

  it('lets the name be skipped at once, however long the server takes', async () => {
    const dee = await screens.user()
    await dee.open('/api/login?next=/medications')
    await dee.enterCode(newAddress('dee'))
    await confirmBirth(dee, '1980-05-17')
    const name = dee.dialog('What should we call you?')
    await name.waitFor()
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await dee.page.route('**/api/auth/user', async (route) => {
      await isAnswered
      await route.continue()
    })
    await name.getByRole('button', { name: 'Skip' }).click()
    await name.waitFor({ state: 'hidden' })
    answer()
    await dee.page.getByRole('heading', { name: 'My Medications' }).waitFor()
    expect(new URL(dee.page.url()).pathname, 'where the sign-in was to lead').toBe('/medications')
  })

  it('a wrong code says how many tries are left, and the right one still works', async () => {
    const bob = await screens.user()
    await bob.open('/api/login')
    const email = newAddress('bob')
    await bob.page.getByLabel('Email').fill(email)
    await bob.page.getByRole('button', { name: 'Email me a code' }).click()
    const code = bob.codeFor(email)
    const wrong = code === '000000' ? '000001' : '000000'
    for (const sentence of [
      'That code doesn’t match. You have 4 tries left.',
      'That code doesn’t match. You have 3 tries left.',
    ]) {
      await bob.page.getByLabel('Six-digit code').fill(wrong)
      await bob.page.getByRole('button', { name: 'Sign in' }).click()
      await bob.page.getByText(sentence).waitFor()
    }
    await bob.page.getByLabel('Six-digit code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await bob.page.getByRole('button', { name: 'Sign in' }).click()
    await bob.dialog('Age Verification').waitFor()
  })

  it('under 13: refused with the sentence, and the health calls stay closed', async () => {
    const child = await screens.user()
    await child.open('/api/login')
    await child.enterCode(newAddress('child'))
    await confirmBirth(child, bornYearsAgo(child.timeZone, 11))
    await child.toast('Verification Failed').getByText('You must be at least 13 years old to use Dosewell.').waitFor()
    await child.dialog('Age Verification').waitFor()
    const { status, body } = await child.call('GET', '/api/medications')
    expect({ status, body }).toMatchObject({ status: 403, body: { code: 'age_required' } })
    expect(await child.user()).toMatchObject({ ageVerified: false, dateOfBirth: null })
  })

  it('from 13 to 17: held at the parent’s consent, also after a reload and on every health page', async () => {
    const teen = await screens.user()
    await teen.open('/api/login')
    await teen.enterCode(newAddress('teen'))
    await confirmBirth(teen, bornYearsAgo(teen.timeZone, 15))
    await teen
      .toast('Parental Consent Required')
      .getByText("Since you're under 18, we need consent from a parent or guardian.")
      .waitFor()
    await teen.dialog('What should we call you?').getByRole('button', { name: 'Skip' }).click()
    await teen.dialog('Parental Consent Required').waitFor()
    await teen.page.keyboard.press('Escape')
    for (const path of ['/', '/medications', '/appointments', '/reminders', '/history', '/settings/reminders']) {
      await teen.open(path)
      await teen.dialog('Parental Consent Required').waitFor()
      expect(await teen.page.getByRole('heading', { name: 'My Medications' }).count()).toBe(0)
    }
    const { status, body } = await teen.call('GET', '/api/medications')
    expect({ status, body }).toMatchObject({ status: 403, body: { code: 'consent_required' } })
  })

  it('the age dialog cannot be dismissed, and offers to sign out', async () => {
    const eve = await screens.user()
    await eve.open('/api/login')
    await eve.enterCode(newAddress('eve'))
    await eve.dialog('Age Verification').waitFor()
    await eve.page.keyboard.press('Escape')
    await eve.page.getByRole('button', { name: 'Continue' }).click()
    await eve.toast('Date Required').getByText('Please enter your date of birth').waitFor()
    await eve.dialog('Age Verification').getByRole('button', { name: 'Sign out' }).click()
    await eve.page.getByRole('link', { name: 'Login' }).waitFor()
  })
})

describe('a visitor', () => {
  it('at a typed private address sees the way in, and after signing in is back at that page', async () => {
    const email = newAddress('vera')
    const first = await screens.user()
    await first.signUp(email)
    await first.closeTabs()

    const vera = await screens.user()
    await vera.open('/medications')
    await vera.page.getByRole('heading', { name: 'Please sign in' }).waitFor()
    await vera.page.locator('main').getByRole('link', { name: 'Sign In' }).click()
    await vera.enterCode(email)
    await vera.page.getByRole('heading', { name: 'My Medications' }).waitFor()
    expect(new URL(vera.page.url()).pathname).toBe('/medications')
  })

  it('whose session has ended elsewhere sees the way in, and nothing of what this device still holds', async () => {
    const dan = await screens.user()
    await dan.signUp()
    await dan.addMedication({ name: 'Secretine', times: '8:00 am', ongoing: true })
    await dan.saved()
    await dan.clearCookies()
    for (const path of ['/medications', '/appointments', '/reminders', '/history', '/settings/reminders']) {
      await dan.open(path)
      await dan.page.getByRole('heading', { name: 'Please sign in' }).waitFor()
      expect(dan.page.document.documentElement.outerHTML).not.toContain('Secretine')
    }
    expect(dan.page.document.documentElement.outerHTML).not.toContain('Secretine')
  })
})
