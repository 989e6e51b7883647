import { describe, expect, it } from 'vitest'
import { newAddress } from '#tests/e2e/support/never-used.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const openMore = async (user: User): Promise<void> => {
  await user.open('/settings')
  await user.page.getByRole('heading', { name: 'More', exact: true }).waitFor()
}

/** Signs in on another device of the account. */
async function second(email: string): Promise<User> {
  const other = await screens.user()
  await other.signIn(email)
  return other
}

const landing = (user: User) => user.page.getByRole('link', { name: 'Login' }).waitFor()

describe('“More”', () => {
  it('leads to what the navigation has no room for, and is marked there', async () => {
    const ann = await screens.user()
    await ann.signUp()
    const places = ann.page.getByRole('navigation', { name: 'Main', exact: true })
    for (const [name, path] of [
      ['Reminders', '/reminders'],
      ['History', '/history'],
      ['Reminder health', '/settings/reminders'],
    ] as const) {
      await places.getByRole('link', { name: 'More' }).click()
      const pages = ann.page.getByRole('region', { name: 'Pages' })
      await pages
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .first()
        .click()
      await ann.page.waitForURL(`**${path}`)
      expect(await places.locator('[aria-current]').allTextContents()).toEqual(['More pages'])
    }
  })

  it('the name and the time zone are saved without a connection, and reach the account with one', async () => {
    const bea = await screens.user()
    await bea.signUp()
    await openMore(bea)
    await bea.offline()
    const details = bea.page.getByRole('region', { name: 'Your details' })
    await details.getByLabel('First name').fill('Beatrix')
    await details.getByLabel('Time zone').selectOption('Europe/Lisbon')
    await details.getByRole('button', { name: 'Save' }).click()
    await bea.toast('Saved').waitFor()
    await bea.page.getByRole('banner').getByText('Beatrix').waitFor()
    await bea.online()
    await bea.saved()
    expect(await bea.user()).toMatchObject({ firstName: 'Beatrix', timeZone: 'Europe/Lisbon' })
  })
})

describe('the devices that are signed in', () => {
  it('one is signed out from another, hears it by itself, and shows nothing any more', async () => {
    const email = newAddress('carl')
    const phone = await screens.user()
    await phone.signUp(email)
    const tablet = await second(email)
    await openMore(phone)
    const devices = phone.page.getByRole('region', { name: 'Signed in on' })
    await devices.getByText('This device').waitFor()
    expect(await devices.getByRole('listitem').count()).toBe(2)
    await devices.getByRole('button', { name: /^Sign out/ }).click()
    await phone.dialog().getByRole('button', { name: 'Sign out' }).click()
    await phone.toast('is signed out').waitFor()
    expect(await devices.getByRole('listitem').count()).toBe(1)
    await landing(tablet)
  })

  it('the card says that its list is being loaded for as long as it is', async () => {
    const eva = await screens.user()
    await eva.signUp()
    const held = Promise.withResolvers<void>()
    await eva.page.route('**/api/user/sessions', async (route) => {
      await held.promise
      await route.continue()
    })
    await openMore(eva)
    const devices = eva.page.getByRole('region', { name: 'Signed in on' })
    await devices.getByText('Loading your devices').waitFor()
    held.resolve()
    await devices.getByText('This device').waitFor()
    expect(await devices.getByText('Loading your devices').count()).toBe(0)
  })

  it('without a connection the page says that the list needs one, and asks when it is back', async () => {
    const dan = await screens.user()
    await dan.signUp()
    await dan.offline()
    await openMore(dan)
    await dan.page.getByText('The list of your devices needs a connection.').waitFor()
    await dan.online()
    await dan.page.getByRole('region', { name: 'Signed in on' }).getByText('This device').waitFor()
  })
})
