import { describe, expect, it } from 'vitest'
import { planDay } from '#tests/e2e/support/day.ts'
import { newAddress } from '#tests/e2e/support/never-used.ts'
import { hasFocus } from '#tests/support/focus.ts'
import { until } from '#tests/support/wait.ts'
import { chip, parent } from './support/people.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()
const PIN = '258014'

const card = ({ page }: User) => page.getByRole('region', { name: /^Emergency card of/ })

async function fillIn({ page }: User): Promise<void> {
  await page.getByRole('button', { name: 'Fill in' }).click()
  await page.getByLabel('Allergies').fill('Penicillin')
  await page.getByLabel('Blood group').selectOption('O-')
  await page.getByRole('button', { name: 'Add a contact' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Ben')
  await page.getByLabel('Phone').fill('+61 400 000 000')
  await page.getByRole('button', { name: 'Save' }).click()
}

describe('the emergency card', () => {
  it('is typed without a network, has the medicines of now, and reaches another device', async () => {
    const email = newAddress('ann')
    const ann = await screens.user()
    await ann.signUp(email)
    await planDay(ann, [{ name: 'Warfarin', minutes: [60] }])
    await ann.page.getByText('Warfarin').first().waitFor()
    await ann.open('/settings/emergency-card')
    await ann.offline()
    await fillIn(ann)
    for (const text of ['Penicillin', 'O-', 'Ben', '+61 400 000 000']) await card(ann).getByText(text).first().waitFor()
    await card(ann)
      .getByText(/^Warfarin/)
      .waitFor()
    await ann.online()
    await ann.saved()

    const tablet = await screens.user()
    await tablet.signIn(email)
    await tablet.open('/settings/emergency-card')
    await card(tablet).getByText('Penicillin').waitFor()
  })

  it('keeps what was typed when a contact has no proper number, and says so', async () => {
    const bea = await screens.user()
    await bea.signUp()
    await bea.open('/settings/emergency-card')
    await bea.page.getByRole('button', { name: 'Fill in' }).click()
    await bea.page.getByLabel('Conditions').fill('Epilepsy')
    await bea.page.getByRole('button', { name: 'Add a contact' }).click()
    await bea.page.getByLabel('Name', { exact: true }).fill('Cleo')
    await bea.page.getByLabel('Phone').fill('at work')
    await bea.page.getByRole('button', { name: 'Save' }).click()
    await bea.page.getByText('Please enter a phone number').waitFor()
    expect(await bea.page.getByLabel('Conditions').inputValue()).toBe('Epilepsy')
    await bea.page.getByRole('button', { name: 'Remove contact 1' }).click()
    await bea.page.getByRole('button', { name: 'Save' }).click()
    await card(bea).getByText('Epilepsy').waitFor()
    await bea.saved()
    expect((await bea.user()).emergency).toMatchObject({ conditions: 'Epilepsy', contacts: [] })
  })

  it('is on the lock screen only for who said so, and nothing else is', async () => {
    const dee = await screens.user()
    await dee.signUp()
    await dee.open('/settings/emergency-card')
    await fillIn(dee)
    await card(dee).waitFor()
    await dee.open('/settings')
    const { page } = dee
    await page.getByRole('switch', { name: 'Ask for a PIN' }).click()
    const dialog = dee.dialog('Set a PIN for Dosewell')
    await dialog.getByLabel('New PIN').fill(PIN)
    await dialog.getByLabel('The same PIN again').fill(PIN)
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await dee.toast('App lock is on').waitFor()

    const locked = page.getByRole('heading', { name: 'Dosewell is locked' })
    const offer = page.getByRole('button', { name: 'Emergency card' })
    await page.reload()
    await locked.waitFor()
    expect(await offer.count()).toBe(0)

    await page.getByLabel('PIN', { exact: true }).fill(PIN)
    await page.getByRole('button', { name: 'Unlock', exact: true }).click()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await dee.dialog('Change the app lock').getByLabel('PIN', { exact: true }).fill(PIN)
    await dee.dialog('Change the app lock').getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('switch', { name: 'Emergency card on the lock screen' }).click()
    await page.reload()
    await locked.waitFor()
    await offer.click()
    await card(dee).getByText('Penicillin').waitFor()
    const title = page.getByRole('heading', { name: 'Emergency card', exact: true })
    await until(() => hasFocus(title), { what: 'the focus on the card' })
    expect(await page.getByRole('navigation').count()).toBe(0)
    await page.getByRole('button', { name: 'Back to unlocking' }).click()
    await locked.waitFor()
  })

  it('is one for each person: with their medicines, without the account’s own words, also without a network', async () => {
    const { user, mia } = await parent(await screens.user())
    await user.open('/settings/emergency-card')
    await fillIn(user)
    await card(user).getByText('Penicillin').waitFor()

    await chip(user, 'Mia').click()
    await user.page.getByRole('heading', { name: 'Mia’s emergency card' }).waitFor()
    await card(user)
      .getByText(/^Amoxicillin/)
      .waitFor()
    for (const text of ['Penicillin', /^Metformin/, 'Born']) expect(await card(user).getByText(text).count()).toBe(0)
    await user.page.getByRole('button', { name: 'Fill in' }).click()
    await user.page.getByLabel('Allergies').fill('Nuts')
    await user.offline()
    await user.page.getByRole('button', { name: 'Save' }).click()
    await user.page.getByText('This needs a connection').waitFor()
    expect(await user.page.getByLabel('Allergies').inputValue()).toBe('Nuts')
    await user.online()
    await user.page.getByRole('button', { name: 'Save' }).click()
    await card(user).getByText('Nuts').waitFor()
    const listed = await user.call<{ id: string; emergency: { allergies: string } | null }[]>('GET', '/api/people')
    expect(listed.body.find(({ id }) => id === mia.id)?.emergency?.allergies).toBe('Nuts')
    await until(async () => (await user.user()).emergency?.allergies === 'Penicillin', {
      what: 'the account’s own card',
    })

    await user.offline()
    await user.page.reload()
    await card(user).getByText('Nuts').waitFor()
    await chip(user, 'You').click()
    await card(user).getByText('Penicillin').waitFor()
    expect(await card(user).getByText('Nuts').count()).toBe(0)
    await user.online()
  })
})
