import { expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { checkScreen } from './support/axe.ts'
import { planDay } from './support/day.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const LONG_NAME = 'Grandfather Bartholomew Featherstonehaugh'

async function addPerson(user: User, name: string, look: (label: string) => Promise<unknown>): Promise<void> {
  await user.open('/settings/people')
  await user.page.getByRole('button', { name: 'Add a person' }).click()
  await user.dialog().getByLabel('Name', { exact: true }).fill(name)
  await look('adding a person')
  await user.dialog().getByRole('button', { name: 'Add', exact: true }).click()
  await user.toast(`${name} was added`).waitFor()
}

it('a family: people are added, one is shared with somebody else’s account by a link, and both give doses with a phone each, one of them without a network; a message above a dialog lets its buttons be pressed; a phone shows who is chosen; no barrier that axe knows', {
  timeout: 240_000,
}, async () => {
  const ada = await screens.user({ context: { viewport: { width: 390, height: 844 } } })
  await ada.signUp()
  await planDay(ada, [{ name: 'Metformin', minutes: [-4, 60] }])
  const problems: unknown[] = []
  const look = async (label: string, { page } = ada) => problems.push(...(await checkScreen(page, label)))
  await addPerson(ada, 'Mia', look)
  await addPerson(ada, LONG_NAME, async () => {})

  // The message about whom was added stays, because it has a button.
  await ada.page.setViewportSize({ width: 390, height: 844 })
  await ada.page.getByRole('button', { name: 'More for Mia' }).click()
  await ada.page.getByRole('menuitem', { name: 'Share' }).click()
  await ada.page.getByText(/^Only you/).waitFor()
  await ada.dialog().getByRole('button', { name: 'Invite somebody' }).click({ trial: true })
  await look('who can see somebody')
  await ada.dialog().getByRole('button', { name: 'Invite somebody' }).click()
  await look('inviting somebody')
  await ada.dialog().getByRole('button', { name: 'Make the invitation' }).click()
  await ada.dialog('The invitation is ready').waitFor()
  await look('an invitation')
  const link = /http\S+token=[\w-]{43}/.exec((await ada.dialog().textContent()) ?? '')?.[0] ?? ''
  await ada.dialog().getByRole('button', { name: 'Done' }).click()
  await ada.page.getByText(/^Invited, can be accepted until/).waitFor()
  await look('who is invited')

  const bob = await screens.user({ context: { viewport: { width: 390, height: 844 } } })
  await bob.signUp()
  await bob.page.goto(link)
  await bob.page.getByRole('heading', { name: /invites you$/ }).waitFor()
  await look('the page of an invitation', bob)
  await bob.page.getByRole('link', { name: 'Open in Dosewell' }).click()
  await bob.page.getByText('You could see everything, and log doses and supply.').waitFor()
  await look('what is offered', bob)
  await bob.dialog().getByRole('button', { name: 'Accept' }).click()
  await bob.toast('You look after Mia now').waitFor()

  await ada.open('/')
  await ada.page.getByRole('button', { name: 'Mia', exact: true }).click()
  await ada.page.getByText('Mia’s day').waitFor()
  await ada.page.setViewportSize({ width: 1280, height: 800 })
  await ada.addMedication({
    name: 'Amoxicillin',
    dosage: '5 mL',
    frequency: 'Twice a day',
    howOften: 'Only when needed',
    ongoing: true,
  })
  await bob.page.getByRole('link', { name: 'Log a dose of Amoxicillin' }).waitFor()
  await bob.workerReady()
  await bob.offline()
  await bob.page.getByRole('link', { name: 'Log a dose of Amoxicillin' }).click()
  await bob
    .dialog('Amoxicillin')
    .getByRole('button', { name: /^Taken at/ })
    .click()
  await bob.toast(/Amoxicillin taken/).waitFor()
  await bob.online()
  await ada.page.getByRole('listitem').filter({ hasText: /Taken/ }).filter({ hasText: 'Amoxicillin' }).waitFor()
  await ada.page.getByRole('button', { name: 'Everyone' }).click()
  await ada.page.getByRole('heading', { name: 'Everyone today' }).waitFor()
  await look('everyone')
  await ada.open('/settings/people')
  await ada.page.getByText(LONG_NAME).first().waitFor()
  await look('the people')
  await ada.page.setViewportSize({ width: 390, height: 844 })
  await ada.page.getByRole('button', { name: LONG_NAME, exact: true }).click()
  await ada.open('/appointments')
  const chosen = ada.page.locator('.people [aria-pressed="true"]')
  await chosen.waitFor()
  const rightOf = (chip: Element) => chip.getBoundingClientRect().right
  await until(async () => (await chosen.evaluate(rightOf)) <= 390, { what: 'the chosen chip in full' })
  expect(problems).toEqual([])
})
