import { describe, expect, it } from 'vitest'
import { newAddress } from './support/never-used.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

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
})
