import { describe, expect, it } from 'vitest'
import { newAddress } from '#tests/e2e/support/never-used.ts'
import { openAndClose } from '#tests/support/focus.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const openPrograms = async (user: User): Promise<void> => {
  await user.open('/settings/programs')
  await user.page.getByRole('heading', { name: 'Connected programs', exact: true }).waitFor()
}

/** Lets the device copy. Returns what it has copied. */
function clipboardOf(user: User): string[] {
  const copied: string[] = []
  user.device.navigator.clipboard = { writeText: async (text: string) => void copied.push(text) }
  return copied
}

/** Makes a token on the page. Returns it as it was shown. */
async function add(user: User, name: string, may: 'Read' | 'Log doses' | 'Both'): Promise<string> {
  await user.page.getByRole('button', { name: 'Add a program' }).click()
  const form = user.dialog('Add a program')
  await form.getByLabel('What is it?').fill(name)
  await form.getByRole('radio', { name: may, exact: true }).click()
  await form.getByRole('button', { name: 'Make the token' }).click()
  return tokenIn(user, name)
}

async function tokenIn(user: User, name: string): Promise<string> {
  const shown = user.dialog(`The token for ${name}`)
  await shown.getByText('It is shown only now.').waitFor()
  return /dsw_[\w-]{43}/.exec((await shown.textContent()) ?? '')?.[0] ?? ''
}

/** What a program with this token gets for a call. */
const asProgram = async (token: string, method: 'GET' | 'POST', url: string): Promise<number> =>
  (await screens.server.inject({ method, url, headers: { authorization: `Bearer ${token}` } })).statusCode

describe('connected programs', () => {
  it('a token is made, shown once and copied; it works, says when, and ends at once', async () => {
    const ann = await screens.user()
    const copied = clipboardOf(ann)
    await ann.signUp()
    await ann.open('/settings')
    await ann.page.getByRole('link', { name: /^Connected programs/ }).click()
    await ann.page.getByText('No program yet').waitFor()
    const token = await add(ann, 'Kitchen display', 'Read')
    await ann.dialog().getByRole('button', { name: 'Copy the token' }).click()
    await ann.toast('The token was copied').waitFor()
    expect(copied).toEqual([token])
    // It is shown once, so that nothing closes it by a slip.
    await ann.page.keyboard.press('Escape')
    await ann.dialog().getByRole('button', { name: 'I have kept it' }).click()
    const row = ann.page.getByRole('listitem').filter({ hasText: 'Kitchen display' })
    await row.getByText('Reads your record').waitFor()
    await row.getByText(/Not used yet/).waitFor()
    expect(await ann.page.locator('body').textContent()).not.toContain(token)

    expect(await asProgram(token, 'GET', '/api/medications')).toBe(200)
    expect(await asProgram(token, 'POST', '/api/doses')).toBe(403)
    await openPrograms(ann)
    await row.getByText(/Last used: Today/).waitFor()

    await row.getByRole('button', { name: 'Disconnect Kitchen display' }).click()
    const question = ann.dialog('Disconnect Kitchen display?')
    await question.getByText(/stops working at once/).waitFor()
    await question.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await ann.toast('Kitchen display is disconnected').waitFor()
    await ann.page.getByText('No program yet').waitFor()
    expect(await asProgram(token, 'GET', '/api/medications')).toBe(401)
  })

  it('a token may log, or do both, and ends when one said', async () => {
    const bob = await screens.user()
    await bob.signUp()
    await openPrograms(bob)
    await bob.page.getByRole('button', { name: 'Add a program' }).click()
    const form = bob.dialog('Add a program')
    await form.getByRole('radio', { name: 'Log doses', exact: true }).click()
    await form.getByText(/It sees nothing else\.$/).waitFor()
    await form.getByRole('radio', { name: 'A month' }).click()
    await form.getByRole('button', { name: 'Make the token' }).click()
    await form.getByText('Give it a name.').waitFor()
    await form.getByLabel('What is it?').fill('Button on the wall')
    await form.getByRole('button', { name: 'Make the token' }).click()
    const logs = await tokenIn(bob, 'Button on the wall')
    await bob.dialog().getByRole('button', { name: 'I have kept it' }).click()
    const row = bob.page.getByRole('listitem').filter({ hasText: 'Button on the wall' })
    await row.getByText('Logs doses', { exact: true }).waitFor()
    await row.getByText(/^Ends on /).waitFor()
    expect(await asProgram(logs, 'GET', '/api/medications')).toBe(403)
    expect(await asProgram(logs, 'GET', '/api/plan?from=2026-01-01&to=2026-01-01')).toBe(200)
    const both = await add(bob, 'Home Assistant', 'Both')
    expect(await asProgram(both, 'GET', '/api/medications')).toBe(200)
  })

  it('a refusal of the server stands in the form, and what was typed stays', async () => {
    const cleo = await screens.user()
    await cleo.signUp()
    for (let count = 0; count < 20; count += 1)
      expect((await cleo.call('POST', '/api/user/tokens', { name: `Token ${count}`, scopes: ['read'] })).status).toBe(
        201,
      )
    await openPrograms(cleo)
    await cleo.page.getByRole('button', { name: 'Add a program' }).click()
    const form = cleo.dialog('Add a program')
    await form.getByLabel('What is it?').fill('One too many')
    await form.getByRole('button', { name: 'Make the token' }).click()
    await form.getByText(/Revoke one first\.$/).waitFor()
    expect(await form.getByLabel('What is it?').inputValue()).toBe('One too many')
  })

  it('without a connection the page says that it needs one, and asks when it is back', async () => {
    const dan = await screens.user()
    await dan.signUp()
    await dan.call('POST', '/api/user/tokens', { name: 'Kitchen display', scopes: ['read'] })
    await dan.open('/')
    await dan.offline()
    await openPrograms(dan)
    await dan.page.getByText('The list of programs needs a connection.').waitFor()
    await dan.page.getByRole('button', { name: 'Add a program' }).click()
    const form = dan.dialog('Add a program')
    await form.getByLabel('What is it?').fill('Script')
    await form.getByRole('button', { name: 'Make the token' }).click()
    await form.getByText(/needs a connection/).waitFor()
    await dan.online()
    await form.getByRole('button', { name: 'Make the token' }).click()
    await dan.dialog('The token for Script').getByRole('button', { name: 'I have kept it' }).click()
    await dan.page.getByText('Kitchen display').waitFor()
  })

  it('what was not ended is said, and the list stays', async () => {
    const eve = await screens.user()
    await eve.signUp()
    await eve.call('POST', '/api/user/tokens', { name: 'Script', scopes: ['read'] })
    await openPrograms(eve)
    await eve.page.getByRole('button', { name: 'Disconnect Script' }).click()
    await eve.page.route('**/api/user/tokens/*', (route) => route.abort())
    await eve.dialog('Disconnect Script?').getByRole('button', { name: 'Disconnect', exact: true }).click()
    await eve.toast('Nothing was changed').waitFor()
    await eve.page.getByRole('button', { name: 'Disconnect Script' }).waitFor()
  })

  it('with a keyboard alone, form and question take the focus and give it back', async () => {
    const fay = await screens.user()
    await fay.signUp()
    await fay.call('POST', '/api/user/tokens', { name: 'Script', scopes: ['read'] })
    await openPrograms(fay)
    const press = (name: string) => fay.page.getByRole('button', { name })
    expect([
      ...(await openAndClose(fay, press('Add a program'), 'Add a program')),
      ...(await openAndClose(fay, press('Disconnect Script'), 'Disconnect Script?')),
    ]).toEqual([])
  })

  it('signing out all other devices says that programs stop too, and so they do', async () => {
    const email = newAddress('gus')
    const gus = await screens.user()
    await gus.signUp(email)
    for (let count = 0; count < 2; count += 1) await (await screens.user()).signIn(email)
    const { token } = (
      await gus.call<{ token: string }>('POST', '/api/user/tokens', { name: 'Script', scopes: ['read'] })
    ).body
    expect(await asProgram(token, 'GET', '/api/plan?from=2026-01-01&to=2026-01-01')).toBe(200)
    await gus.open('/settings')
    await gus.page.getByRole('button', { name: 'Sign out all other devices' }).click()
    const question = gus.dialog('Sign out all other devices?')
    await question.getByText('Connected programs, calendar links and webhooks stop working too.').waitFor()
    await question.getByRole('button', { name: 'Sign out', exact: true }).click()
    await gus.toast('Your other devices are signed out').waitFor()
    expect(await asProgram(token, 'GET', '/api/plan?from=2026-01-01&to=2026-01-01')).toBe(401)
  })
})
