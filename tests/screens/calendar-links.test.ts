import { describe, expect, it } from 'vitest'
import { planDay } from '#tests/e2e/support/day.ts'
import { openAndClose } from '#tests/support/focus.ts'
import { chip, parent } from './support/people.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

/** Signs up with a medicine, and opens the page with the calendar alarms. Returns what the device copies. */
async function withMedicine(user: User): Promise<string[]> {
  const copied: string[] = []
  user.device.navigator.clipboard = { writeText: async (text: string) => void copied.push(text) }
  await user.signUp()
  await planDay(user, [{ name: 'Metformin', minutes: [60] }])
  await user.saved()
  await user.open('/reminders')
  await subscribeButton(user).waitFor()
  return copied
}

const subscribeButton = ({ page }: User) => page.getByRole('button', { name: 'Subscribe with a link' })

/** Makes a link in the dialog. Returns its address as it was shown. */
async function make(user: User, { title = 'A calendar link' } = {}): Promise<string> {
  await user.dialog(title).getByRole('button', { name: 'Make the link' }).click()
  const ready = user.dialog('The calendar link is ready')
  await ready.getByText('It is shown only now.').waitFor()
  return (await ready.locator('code').textContent()) ?? ''
}

/** What a calendar gets at an address. */
const fetched = async (link: string) => screens.server.inject(new URL(link).pathname)

describe('a calendar link', () => {
  it('is made beside the calendar file, opened or copied, and ended under Connected programs', async () => {
    const ann = await screens.user()
    const copied = await withMedicine(ann)
    await subscribeButton(ann).click()
    await ann.dialog().getByText('The calendar names medicines, doctors and places.').waitFor()
    const link = await make(ann)
    const ready = ann.dialog()
    await ready.getByRole('button', { name: 'Copy the link' }).click()
    await ann.toast('The link was copied').waitFor()
    expect(copied).toEqual([link])
    expect(await ready.getByRole('link', { name: 'Open in my calendar' }).getAttribute('href')).toBe(
      link.replace(/^https?:/, 'webcal:'),
    )
    await ready.getByRole('button', { name: 'Done' }).click()
    expect((await fetched(link)).body).toContain('Metformin')

    await ann.open('/settings/programs')
    const row = ann.page.getByRole('listitem').filter({ hasText: 'Your calendar' })
    await row.getByText('With names').waitFor()
    await row.getByText(/Last used: Today/).waitFor()
    await row.getByRole('button', { name: /^End the calendar link of / }).click()
    await ann.dialog('End this calendar link?').getByRole('button', { name: 'End the link' }).click()
    await ann.toast('The calendar link is ended').waitFor()
    await row.waitFor({ state: 'detached' })
    expect((await fetched(link)).statusCode).toBe(404)
  })

  it('says no names where notifications say none, unless that is changed', async () => {
    const bob = await screens.user()
    await withMedicine(bob)
    await bob.open('/settings')
    await bob.page.getByRole('switch', { name: 'Hide medicine names' }).click()
    await bob.open('/reminders')
    await subscribeButton(bob).click()
    await bob.dialog().getByText('The calendar says “You have a reminder” and nothing more.').waitFor()
    const { body } = await fetched(await make(bob))
    expect(body).toContain('SUMMARY:You have a reminder')
    expect(body).not.toContain('Metformin')
    await bob.dialog().getByRole('button', { name: 'Done' }).click()
    await subscribeButton(bob).click()
    await bob.dialog().getByText('Without names').waitFor()
    await bob.dialog().getByRole('switch', { name: 'Show names' }).click()
    expect((await fetched(await make(bob))).body).toContain('Metformin')
  })

  it('is of whoever is shown', async () => {
    const { user: ada } = await parent(await screens.user())
    await ada.open('/')
    await chip(ada, 'Mia').click()
    await ada.open('/reminders')
    await subscribeButton(ada).click()
    const { body } = await fetched(await make(ada, { title: 'A calendar link for Mia' }))
    expect(body).toContain('Amoxicillin')
    await ada.open('/settings/programs')
    await ada.page.getByText('Calendar of Mia').waitFor()
  })

  it('needs a connection, and says so in the dialog', async () => {
    const cleo = await screens.user()
    await withMedicine(cleo)
    await cleo.offline()
    await subscribeButton(cleo).click()
    await cleo.dialog().getByText('The list of calendar links needs a connection.').waitFor()
    await cleo.dialog().getByRole('button', { name: 'Make the link' }).click()
    await cleo
      .dialog()
      .getByText(/^This needs a connection/)
      .waitFor()
    await cleo.online()
    expect((await fetched(await make(cleo))).statusCode).toBe(200)
  })

  it('with a keyboard alone, the dialog takes the focus and gives it back', async () => {
    const dan = await screens.user()
    await withMedicine(dan)
    expect(await openAndClose(dan, subscribeButton(dan), 'A calendar link')).toEqual([])
  })
})
