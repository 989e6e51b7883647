import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Webhook } from '#domain/protocol/webhooks.ts'
import { webhooks } from '#server/testing/tables.ts'
import { openAndClose } from '#tests/support/focus.ts'
import { parent } from './support/people.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const openPrograms = async (user: User): Promise<void> => {
  await user.open('/settings/programs')
  await user.page.getByRole('heading', { name: 'Webhooks', exact: true }).waitFor()
}

const listed = async (user: User) =>
  (await user.call<{ webhooks: Webhook[] }>('GET', '/api/user/webhooks')).body.webhooks

const addButton = ({ page }: User) => page.getByRole('button', { name: 'Add a webhook' })

describe('webhooks', () => {
  it('one is made, its secret is shown once and copied, and it is ended', async () => {
    const ann = await screens.user()
    const copied: string[] = []
    ann.device.navigator.clipboard = { writeText: async (text: string) => void copied.push(text) }
    await ann.signUp()
    await openPrograms(ann)
    await addButton(ann).click()
    const form = ann.dialog('Add a webhook')
    await form.getByLabel('Address').fill('http://hooks.example.org/x')
    await form.getByRole('button', { name: 'Make the webhook' }).click()
    await form.getByText(/^The address must begin with https/).waitFor()
    await form.getByLabel('Address').fill('https://hooks.example.org/x')
    await form.getByRole('radio', { name: 'Supply' }).click()
    await form.getByRole('button', { name: 'Make the webhook' }).click()
    const ready = ann.dialog('The webhook is ready')
    await ready.getByRole('button', { name: 'Copy the secret' }).click()
    await ann.toast('The secret was copied').waitFor()
    expect(copied).toEqual([await ready.locator('code').textContent()])
    expect(copied[0]).toMatch(/^whs_[\w-]{43}$/)
    await ready.getByRole('button', { name: 'I have kept it' }).click()
    const row = ann.page.getByRole('listitem').filter({ hasText: 'https://hooks.example.org/x' })
    await row.getByText('Not called yet').waitFor()
    expect(await listed(ann)).toMatchObject([{ event: 'supply', url: 'https://hooks.example.org/x' }])

    await row.getByRole('button', { name: 'End the webhook: Supply' }).click()
    await ann.dialog('End this webhook?').getByRole('button', { name: 'End the webhook' }).click()
    await ann.toast('The webhook is ended').waitFor()
    await row.waitFor({ state: 'detached' })
    expect(await listed(ann)).toEqual([])
  })

  it.each([
    ['arrived', { lastStatus: 200 }, 'Last call: Today, it arrived'],
    ['was refused', { lastStatus: 500 }, 'Last call: Today, the answer was 500. It is tried again.'],
    ['had no answer', { lastStatus: null }, 'Last call: Today, no answer. It is tried again.'],
    ['was given up', { endedAt: new Date() }, 'Given up, because nothing arrived. End it and add it again.'],
  ])('the list says of the last call that it %s', async (_what, fields, words) => {
    const bob = await screens.user()
    await bob.signUp()
    const { body } = await bob.call<Webhook>('POST', '/api/user/webhooks', {
      event: 'doses',
      url: 'https://hooks.example.org/x',
    })
    const { db } = screens.server
    await db
      .update(webhooks)
      .set({ lastAt: new Date(), ...fields })
      .where(eq(webhooks.id, body.id))
    await openPrograms(bob)
    await bob.page.getByText(words).waitFor()
  })

  it('one may be about somebody the account looks after', async () => {
    const { user: ada, mia } = await parent(await screens.user())
    await openPrograms(ada)
    await addButton(ada).click()
    const form = ada.dialog('Add a webhook')
    await form.getByLabel('Whose').selectOption('Mia')
    await form.getByLabel('Address').fill('https://hooks.example.org/mia')
    await form.getByRole('button', { name: 'Make the webhook' }).click()
    await ada.dialog('The webhook is ready').getByRole('button', { name: 'I have kept it' }).click()
    await ada.page.getByText('Mia: Logged doses').waitFor()
    expect(await listed(ada)).toMatchObject([{ personId: mia.id, event: 'doses' }])
  })

  it('needs a connection, and says so on the page and in the form', async () => {
    const cleo = await screens.user()
    await cleo.signUp()
    await cleo.offline()
    await openPrograms(cleo)
    await cleo.page.getByText('The list of webhooks needs a connection.').waitFor()
    await addButton(cleo).click()
    const form = cleo.dialog('Add a webhook')
    await form.getByLabel('Address').fill('https://hooks.example.org/x')
    await form.getByRole('button', { name: 'Make the webhook' }).click()
    await form.getByText(/^This needs a connection/).waitFor()
    expect(await form.getByLabel('Address').inputValue()).toBe('https://hooks.example.org/x')
  })

  it('with a keyboard alone, the form takes the focus and gives it back', async () => {
    const dan = await screens.user()
    await dan.signUp()
    await openPrograms(dan)
    expect(await openAndClose(dan, addButton(dan), 'Add a webhook')).toEqual([])
  })
})
