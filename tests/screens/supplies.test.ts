import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { addDays } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { noonZone } from '#tests/e2e/support/zones.ts'
import { hasFocus } from '#tests/support/focus.ts'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'
import { newAddress, type User } from './support/user.ts'

const screens = setUpScreens()

/** Adds Metformin, 1 tablet in the evening, which at noon is still ahead. */
async function plan(user: User, fields = {}): Promise<string> {
  const id = randomUUID()
  const answer = await user.call('POST', '/api/medications', {
    id,
    name: 'Metformin',
    dosage: '',
    reminderTimes: ['20:00'],
    amounts: { unit: 'tablet', each: '1' },
    ...fields,
  })
  if (answer.status !== 201) throw new Error(`adding answered ${answer.status}`)
  return id
}

const card = (user: User) => user.page.getByRole('listitem').filter({ hasText: 'Metformin' })
const supply = (user: User) => user.dialog('Supply of Metformin')

async function enter(user: User, what: string, label: RegExp, amount: string, button: string): Promise<void> {
  await card(user).getByRole('link', { name: 'Supply of Metformin' }).click()
  await supply(user).getByLabel(what).check()
  await supply(user).getByLabel(label).fill(amount)
  await supply(user).getByRole('button', { name: button, exact: true }).click()
  await supply(user).waitFor({ state: 'hidden' })
}

it('a medicine is counted, refilled and discarded from its card, each with Undo', async () => {
  const ann = await screens.user()
  await ann.signUp()
  await plan(ann)
  await ann.open('/medications')
  await enter(ann, 'I have refilled it', /How much is in the pack/, '28', 'Add')
  await ann.toast('Metformin: 28 tablets added').waitFor()
  await card(ann)
    .getByText(/^28 tablets left, until /)
    .waitFor()
  await enter(ann, 'Discard', /How much to discard/, '1 1/2', 'Discard')
  await card(ann)
    .getByText(/^26½ tablets left, until /)
    .waitFor()
  await ann.toast('Metformin: 1½ tablets discarded').getByRole('button', { name: 'Undo' }).click()
  await card(ann)
    .getByText(/^28 tablets left, until /)
    .waitFor()
  await enter(ann, 'Correct the count', /How much is left/, '0', 'Save the count')
  await card(ann).getByText('Nothing left').waitFor()
  await ann.saved()
  const { body } = await ann.call('GET', '/api/supply-events')
  expect((body as { events: { kind: string }[] }).events.map(({ kind }) => kind)).toEqual([
    'added',
    'discarded',
    'undone',
    'counted',
  ])
})

it('says what is wrong beside the field, and saves nothing', async () => {
  const ben = await screens.user()
  await ben.signUp()
  await plan(ben)
  await ben.open('/medications')
  await card(ben).getByRole('link', { name: 'Supply of Metformin' }).click()
  await supply(ben).getByRole('button', { name: 'Add', exact: true }).click()
  await supply(ben).getByText('Enter how many, such as 28, 0.5 or 1/2').waitFor()
  expect(await ben.outbox()).toEqual({ waiting: 0, attention: 0 })
})

it('asks how much a dose is before anything can be counted', async () => {
  const cleo = await screens.user()
  await cleo.signUp()
  const id = await plan(cleo, { amounts: null })
  await cleo.open('/medications')
  await card(cleo).getByRole('link', { name: 'Supply of Metformin' }).click()
  await supply(cleo).getByRole('link', { name: 'Enter how much a dose is' }).click()
  const form = cleo.dialog('Edit Medication')
  await until(() => hasFocus(form.getByLabel('Amount of each dose')), { what: 'the focus on the amount' })
  expect(cleo.page.url()).toContain(`edit=${id}`)
})

it('home says what runs out, one tap refills it, and a visit is drafted with the prescriber', async () => {
  const dora = await screens.user()
  await dora.signUp()
  const id = await plan(dora, { supply: { warnDays: 7, repeatsLeft: 1, prescriber: 'Dr. Lee' } })
  // A month ago there were 28, and now there are two.
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const pack = { id: randomUUID(), medicationId: id, kind: 'added', amount: '28', at: ago(30) }
  const count = { ...pack, id: randomUUID(), kind: 'counted', amount: '2', at: ago(0.01) }
  for (const event of [pack, count]) await dora.call('POST', '/api/supply-events', event)
  await dora.open('/')
  const line = dora.page.locator('.notice').filter({ hasText: 'Metformin runs out in 2 days' })
  await line.waitFor()
  await line.getByText(/^2 tablets left, until /).waitFor()
  await line.getByRole('button', { name: /^Draft a visit/ }).click()
  const form = dora.dialog('Add Appointment')
  expect(await form.getByLabel('Doctor name').inputValue()).toBe('Dr. Lee')
  expect(await form.getByLabel('Notes').inputValue()).toBe('New script for Metformin')
  await dora.open('/')
  await line.getByRole('button', { name: /^I have refilled it/ }).click()
  await dora.toast('Metformin: 28 tablets added').getByText('0 repeats left').waitFor()
  await line.waitFor({ state: 'hidden' })
  await dora.toast('Metformin').getByRole('button', { name: 'Undo' }).click()
  await line.waitFor()
  await dora.saved()
  const medications = await dora.medicationsOnServer()
  expect(medications[0]?.supply).toMatchObject({ repeatsLeft: 1 })
})

it('S13.2 a refill on one device is on the card of the other without a reload', async () => {
  const email = newAddress()
  const phone = await screens.user()
  await phone.signUp(email)
  await plan(phone)
  const tablet = await screens.user()
  await tablet.signIn(email)
  await tablet.open('/medications')
  await phone.open('/medications')
  await enter(phone, 'I have refilled it', /How much is in the pack/, '30', 'Add')
  await card(tablet)
    .getByText(/^30 tablets left/)
    .waitFor()
})

it('script, packs and warnings are kept, and what is wrong is said', async () => {
  const eve = await screens.user()
  await eve.signUp()
  await plan(eve)
  await eve.open('/medications')
  await card(eve).getByRole('link', { name: 'Supply of Metformin' }).click()
  await supply(eve).getByText('Script, packs and warnings').click()
  await supply(eve).getByLabel('Repeats left').fill('many')
  await supply(eve).getByRole('button', { name: 'Save', exact: true }).click()
  await supply(eve).getByText('Enter a whole number from 0 to 99, or leave it empty').waitFor()
  await supply(eve).getByLabel('Repeats left').fill('3')
  await supply(eve).getByLabel('Prescriber').fill('Dr. Lee')
  await supply(eve).getByRole('button', { name: 'Save', exact: true }).click()
  await eve.toast('Supply of Metformin saved').waitFor()
  await until(async () => (await eve.medicationsOnServer())[0]?.supply?.repeatsLeft === 3)
})

it('a trip: how much to pack, and what will not last', async () => {
  const eve = await screens.user()
  await eve.signUp()
  const id = await plan(eve)
  await plan(eve, { name: 'Ramipril', amounts: null, dosage: '5 mg' })
  const count = { id: randomUUID(), medicationId: id, kind: 'counted', amount: '5', at: new Date().toISOString() }
  await eve.call('POST', '/api/supply-events', count)
  await eve.open('/medications')
  await card(eve)
    .getByText(/^5 tablets left/)
    .waitFor()
  await eve.page.getByRole('link', { name: 'Pack for a trip' }).click()
  await eve.page.getByRole('heading', { name: 'Pack for a trip' }).waitFor()
  const dayAhead = (days: number) => addDays(localAt(Date.now(), noonZone()).date, days)
  await eve.page.getByLabel('First day').fill(dayAhead(2))
  await eve.page.getByLabel('Last day').fill(dayAhead(1))
  await eve.page.getByText('The last day cannot be before the first').waitFor()
  await eve.page.getByLabel('Last day').fill(dayAhead(7))
  const row = (name: string) => eve.page.locator('.list__row').filter({ hasText: name })
  await row('Metformin').getByText('6 tablets').waitFor()
  await row('Ramipril').getByText('6 doses').waitFor()
  // Two of the five are taken before.
  const notice = eve.page.locator('.notice').filter({ hasText: 'Metformin will not last' })
  await notice.getByText(/^3 tablets missing: it runs out /).waitFor()
})
