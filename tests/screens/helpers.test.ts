import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { ListedMedication } from '#domain/records/medication.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import { users } from '#server/testing/tables.ts'
import { planDay } from '#tests/e2e/support/day.ts'
import { newAddress } from '#tests/e2e/support/never-used.ts'
import { until } from '#tests/support/wait.ts'
import { chip, dosesOf, everyone, hasNothingOf, on, parent, taken } from './support/people.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

/** Invites somebody with this role to look after Mia. Returns the code and the address of the link in the app. */
async function invite(user: User, role: 'See' | 'Help' | 'Manage'): Promise<{ code: string; path: string }> {
  await user.open('/settings/people')
  await user.page.getByRole('button', { name: 'More for Mia' }).click()
  await user.page.getByRole('menuitem', { name: 'Share' }).click()
  await user
    .dialog('Who can see Mia’s medicines')
    .getByText(/^Only you/)
    .waitFor()
  await user.dialog().getByRole('button', { name: 'Invite somebody' }).click()
  const form = user.dialog('Invite somebody for Mia')
  await form.getByRole('radio', { name: role, exact: true }).click()
  await form.getByRole('button', { name: 'Make the invitation' }).click()
  const ready = user.dialog('The invitation is ready')
  const text = (await ready.textContent()) ?? ''
  const code = /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(text)?.[0] ?? ''
  const token = /token=([\w-]{43})/.exec(text)?.[1]
  await ready.getByRole('button', { name: 'Done' }).click()
  return { code, path: `/?offer=${token}` }
}

/** Somebody else, with an account of their own. */
async function helper(firstName: string): Promise<User> {
  const user = await screens.user()
  await user.signUp(newAddress('helper'))
  await user.call('PATCH', '/api/user/profile', { firstName })
  return user
}

/** Accepts by the link, after reading who offers what. */
async function accept(user: User, path: string): Promise<void> {
  await user.open(path)
  await user
    .dialog(/invites you$/)
    .getByText('You could see everything, and log doses and supply.')
    .waitFor()
  await user.dialog().getByRole('button', { name: 'Accept' }).click()
  await user.toast('You look after Mia now').waitFor()
}

it('S14.6 a helper accepts what is offered and logs a dose; whose it is sees who did it', async () => {
  const { user: ada, mia } = await parent(await screens.user())
  const { path } = await invite(ada, 'Help')
  const bob = await helper('Bob')
  await accept(bob, path)
  await taken(bob, 'Amoxicillin').click()
  await until(async () => (await dosesOf(ada, mia)).length === 1, { what: 'the dose that Bob logged' })
  await ada.open('/')
  await chip(ada, 'Mia').click()
  await ada.page
    .getByRole('link', { name: /Amoxicillin/ })
    .first()
    .click()
  await ada
    .dialog('Amoxicillin')
    .getByText(/ by Bob on /)
    .waitFor()
})

it('S14.4 a helper who may log refills, and leaves what is said of the script to whose it is', async () => {
  const { user: ada, mia } = await parent(await screens.user())
  const id = randomUUID()
  const amounts = { unit: 'tablet', each: '1' }
  const fields = { dosage: '', reminderTimes: ['00:00', '23:59'], amounts, supply: { repeatsLeft: 3 } }
  await on(ada, mia).call('POST', '/api/medications', { id, name: 'Ramipril', ...fields })
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  for (const [kind, amount, days] of [
    ['added', '28', 30],
    ['counted', '0', 0.01],
  ] as const)
    await on(ada, mia).call('POST', '/api/supply-events', {
      id: randomUUID(),
      medicationId: id,
      kind,
      amount,
      at: at(days),
    })
  const { path } = await invite(ada, 'Help')
  const bob = await helper('Bob')
  await accept(bob, path)
  await chip(bob, 'Mia').click()
  await bob.page.getByRole('button', { name: /^I have refilled it/ }).click()
  await bob.toast('Ramipril: 28 tablets added').waitFor()
  const counted = async () => (await on(ada, mia).call<{ onHand: string }[]>('GET', '/api/supplies')).body
  await until(async () => (await counted())[0]?.onHand === '28', { what: 'the pack that Bob added' })
  await until(async () => (await bob.outbox()).waiting === 0, { what: 'nothing that waits' })
  expect(await bob.outbox()).toEqual({ waiting: 0, attention: 0 })
})

it('S14.4 what the role does not allow is refused at once with a sentence, and nothing waits to be sent', async () => {
  const { user: ada, mia } = await parent(await screens.user())
  const asNeeded = { id: randomUUID(), dosage: '', schedule: { kind: 'as-needed' }, reminderTimes: [] }
  await on(ada, mia).call('POST', '/api/medications', { ...asNeeded, name: 'Ibuprofen' })
  const { code } = await invite(ada, 'See')
  const bob = await helper('Bob')
  await bob.open('/settings/people')
  await bob.page.getByRole('button', { name: 'Enter a code you were given' }).click()
  await bob.dialog('Enter a code').getByLabel('Code').fill('ABC')
  await bob.dialog('Enter a code').getByRole('button', { name: 'Continue' }).click()
  await bob.dialog('Enter a code').getByText('A code has eight letters and digits, such as ABCD-EF23.').waitFor()
  await bob.dialog('Enter a code').getByLabel('Code').fill(code.toLowerCase().replace('-', ' '))
  await bob.dialog('Enter a code').getByRole('button', { name: 'Continue' }).click()
  await bob
    .dialog(/invites you$/)
    .getByText('You could see everything, and change nothing.')
    .waitFor()
  expect(await bob.dialog(/invites you$/).textContent()).not.toMatch(/What you log/)
  await bob.dialog().getByRole('button', { name: 'Accept' }).click()
  await bob.toast('You look after Mia now').waitFor()
  // Before anything is typed, not after.
  for (const path of ['/medications?add=1', '/appointments?add=1', '/voice', '/medical-documents', '/prescriptions']) {
    await bob.open(path)
    await bob.page
      .getByRole('status')
      .getByText(/^You can see what is here, and change nothing/)
      .waitFor()
    expect(await bob.dialog().count()).toBe(0)
  }
  // Nor is anything offered that they may not do, on the page or in what opens over it.
  const changes = /^(Add|Schedule|Upload|Take Photo|Scan|Edit|Pause|Delete|Mark as Complete|Set reminder times)\b/
  const logs = /^(Add a dose|Edit Amoxicillin|I took it|Log a dose|Skip|Snooze|Taken|Undo)\b/
  await bob.open('/')
  await chip(bob, 'Mia').click()
  for (const path of ['/', '/reminders', '/history']) {
    await bob.open(path)
    await bob.page
      .locator('main')
      .getByRole('link', { name: /Amoxicillin/ })
      .click()
    const sheet = bob.dialog('Amoxicillin')
    await sheet.getByText(/^You can see what is here, and change nothing/).waitFor()
    await sheet.getByRole('button', { name: 'Close' }).waitFor()
    expect(await sheet.getByRole('button').count()).toBe(1)
    await sheet.getByRole('button', { name: 'Close' }).click()
    for (const role of ['button', 'link'] as const)
      expect([path, await bob.page.locator('main').getByRole(role, { name: logs }).allTextContents()]).toEqual([
        path,
        [],
      ])
  }
  for (const [path, heading] of [
    ['/medications', 'Mia’s medications'],
    ['/appointments', 'No appointments yet'],
    ['/medical-documents', 'No documents yet'],
    ['/prescriptions', 'Prescriptions'],
  ] as const) {
    await bob.open(path)
    await bob.page.getByRole('heading', { name: heading }).waitFor()
    if (path !== '/medications') await bob.page.getByText(/^You can see what is here, and change nothing/).waitFor()
    else await bob.page.getByRole('heading', { name: 'Amoxicillin' }).waitFor()
    const main = bob.page.locator('main')
    for (const role of ['button', 'link'] as const)
      expect([path, await main.getByRole(role, { name: changes }).allTextContents()]).toEqual([path, []])
  }
  expect(await bob.outbox()).toEqual({ waiting: 0, attention: 0 })
  expect(await dosesOf(ada, mia)).toEqual([])
})

it('S14.4 who may only see is not asked to add the first medicine of somebody who has none', async () => {
  const { user: ada, mia } = await parent(await screens.user())
  const { body } = await on(ada, mia).call<ListedMedication[]>('GET', '/api/medications')
  for (const { id } of body) expect((await on(ada, mia).call('DELETE', `/api/medications/${id}`)).status).toBe(200)
  const { path } = await invite(ada, 'See')
  const bob = await helper('Bob')
  await bob.open(path)
  await bob.dialog().getByRole('button', { name: 'Accept' }).click()
  await bob.toast('You look after Mia now').waitFor()
  for (const [page, title] of [
    ['/reminders', 'No reminders scheduled'],
    ['/history', 'No history yet'],
  ] as const) {
    await bob.open(page)
    await bob.page.getByText(title).waitFor()
    await bob.page.getByText(/^You can see what is here, and change nothing/).waitFor()
    expect(await bob.page.locator('main').getByRole('link', { name: /^Add/ }).count()).toBe(0)
  }
})

it('S14.4 who may only see finds the lists behind the cards of home, and is not asked to log what was missed', async () => {
  const { user: ada, mia } = await parent(await screens.user())
  await planDay(on(ada, mia), [{ name: 'Ibuprofen', minutes: [-200, -3] }])
  const { path } = await invite(ada, 'See')
  const bob = await helper('Bob')
  await bob.open(path)
  await bob.dialog().getByRole('button', { name: 'Accept' }).click()
  await bob.toast('You look after Mia now').waitFor()
  await bob.open('/')
  const cards = ['Recent Medications', 'Upcoming Reminders', 'Upcoming Appointments', 'Saved Documents']
  for (const card of cards) await bob.page.getByRole('link', { name: `See all: ${card}` }).waitFor()
  expect(await bob.page.locator('main').getByText('Edit', { exact: true }).count()).toBe(0)
  for (const page of ['/', '/reminders']) {
    await bob.open(page)
    await bob.page.getByText('Missed', { exact: true }).waitFor()
    await bob.page
      .getByRole('link', { name: /Ibuprofen/ })
      .first()
      .waitFor()
    expect(await bob.page.getByText(/if you took it, say so/).count()).toBe(0)
  }
})

it('S14.5 a helper whose access ends sees nothing of the person from then on, and keeps nothing', async () => {
  const { user: ada, mia } = await parent(await screens.user())
  const { path } = await invite(ada, 'Help')
  const bob = await helper('Bob')
  await accept(bob, path)
  await taken(bob, 'Amoxicillin').waitFor()
  await ada.open('/settings/people')
  await ada.page.getByRole('button', { name: 'More for Mia' }).click()
  await ada.page.getByRole('menuitem', { name: 'Share' }).click()
  await ada.page.getByRole('button', { name: 'End what Bob may see' }).click()
  await ada.dialog('Stop sharing with Bob?').getByRole('button', { name: 'Stop sharing' }).click()
  await ada.toast('No longer shared').waitFor()
  await taken(bob, 'Amoxicillin').waitFor({ state: 'hidden', timeout: 5000 })
  await chip(bob, 'Mia').waitFor({ state: 'hidden' })
  await until(() => hasNothingOf(bob, mia), { what: 'a device without anything of Mia' })
})

it('a helper can stop by themselves, and is invited to nothing by a link that was used', async () => {
  const { user: ada, mia } = await parent(await screens.user())
  const { path } = await invite(ada, 'Help')
  const bob = await helper('Bob')
  await accept(bob, path)
  await bob.open(path)
  await bob.dialog('This invitation can’t be opened').waitFor()
  await bob.open('/settings/people')
  await bob.page.getByText(/^Shared by .*\. You can log doses and supply\.$/).waitFor()
  await bob.page.getByRole('button', { name: 'More for Mia' }).click()
  await bob.page.getByRole('menuitem', { name: 'Stop looking after them' }).click()
  await bob.dialog('Stop looking after Mia?').getByRole('button', { name: 'Stop', exact: true }).click()
  await bob.toast('You no longer look after Mia').waitFor()
  await until(() => hasNothingOf(bob, mia), { what: 'a device without anything of Mia' })
})

/** Somebody of fifteen whose parent has agreed, with a medicine that is due, and whom the helper helps. */
async function teenWith(
  bob: User,
): Promise<{ leo: User; self: ListedPerson; agrees(isGiven: boolean): Promise<void> }> {
  const leo = await screens.user()
  await leo.signUp(newAddress('teen'))
  await leo.call('PATCH', '/api/user/profile', { firstName: 'Leo' })
  await planDay(leo, [{ name: 'Ritalin', minutes: [-3] }])
  const [self] = (await leo.call<[ListedPerson]>('GET', '/api/people')).body
  const { link } = (await leo.call<{ link: string }>('POST', `/api/people/${self.id}/grants`, { role: 'help' })).body
  await bob.call('POST', `/api/grants/offers/${new URL(link).searchParams.get('token')}/accept`)
  const isMinor = { dateOfBirth: `${new Date().getFullYear() - 15}-01-01`, parentalConsentRequired: true }
  const agrees = async (parentalConsentGiven: boolean) => {
    await leo.server.db
      .update(users)
      .set({ ...isMinor, parentalConsentGiven })
      .where(eq(users.id, self.id))
  }
  return { leo, self, agrees }
}

it('S14.8 a minor without consent is on hold for the helper, whose dose is sent once a parent agrees again', async () => {
  const bob = await helper('Bob')
  const { leo, self, agrees } = await teenWith(bob)
  await bob.open('/')
  await taken(bob, 'Ritalin').waitFor()
  await bob.offline()
  await taken(bob, 'Ritalin').click()
  await taken(bob, 'Ritalin').waitFor({ state: 'hidden' })
  await agrees(false)
  await bob.online()
  await bob.page.getByText('Leo is on hold').waitFor()
  await everyone(bob).waitFor()
  await chip(bob, 'Leo').waitFor({ state: 'hidden' })
  await bob.page.getByRole('heading', { name: 'Leo', exact: true }).waitFor({ state: 'hidden' })
  await agrees(true)
  expect(await dosesOf(leo, self)).toEqual([])
  await bob.open('/settings/people')
  await until(async () => (await dosesOf(leo, self)).length === 1, { what: 'the dose that Bob logged before' })
  await chip(bob, 'Leo').waitFor()
})
