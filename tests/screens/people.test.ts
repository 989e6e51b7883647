import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { ListedPerson } from '#domain/records/person.ts'
import { doseEvents } from '#server/testing/tables.ts'
import { planDay } from '#tests/e2e/support/day.ts'
import { newAddress } from '#tests/e2e/support/never-used.ts'
import { tracesOf } from '#tests/e2e/support/traces.ts'
import { until } from '#tests/support/wait.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const chip = ({ page }: User, name: string) =>
  page.getByRole('navigation', { name: 'Whose medicines' }).getByRole('button', { name, exact: true })
const taken = ({ page }: User, name: string) => page.getByRole('button', { name: `Taken: ${name}` })
const everyone = ({ page }: User) => page.getByRole('heading', { name: 'Everyone today' })

const peopleOf = async (user: User) => (await user.call<ListedPerson[]>('GET', '/api/people')).body
const personNamed = async (user: User, name: string): Promise<ListedPerson> => {
  const person = (await peopleOf(user)).find((listed) => listed.name === name)
  if (!person) throw new Error(`nobody is called ${name}`)
  return person
}

/** The user's own calls, about somebody else. */
const on = (user: User, { id }: ListedPerson) => ({
  timeZone: user.timeZone,
  call: async <T = unknown>(method: string, path: string, body?: unknown) =>
    user.call<T>(method, path, body, await namesOf(user, id)),
})
const namesOf = async (user: User, person: string) => ({
  'dosewell-user': person,
  'dosewell-account': (await user.user()).id,
})

const dosesOf = async (user: User, person: ListedPerson): Promise<{ kind: string }[]> =>
  (await on(user, person).call<{ events: { kind: string }[] }>('GET', '/api/doses?since=0')).body.events

/** A user who looks after Mia. Both have a medicine that is due. */
async function parent(): Promise<{ user: User; mia: ListedPerson; email: string }> {
  const user = await screens.user()
  const email = newAddress('parent')
  await user.signUp(email)
  await planDay(user, [{ name: 'Metformin', minutes: [-4] }])
  await user.open('/settings/people')
  await user.page.getByRole('button', { name: 'Add a person' }).click()
  await user.dialog('Add a person').getByLabel('Name', { exact: true }).fill('Mia')
  await user.dialog('Add a person').getByLabel('Who they are to you').fill('daughter')
  await user.dialog('Add a person').getByRole('button', { name: 'Add', exact: true }).click()
  await user.toast('Mia was added').waitFor()
  const mia = await personNamed(user, 'Mia')
  await planDay(on(user, mia), [{ name: 'Amoxicillin', minutes: [-3] }])
  return { user, mia, email }
}

it('S14.1 shows everyone first, and each person alone with only their own: doses go to whom they belong, also without a network', async () => {
  const { user, mia } = await parent()
  expect(mia).toMatchObject({ relation: 'daughter', role: 'owner', isSelf: false })
  await user.open('/')
  await everyone(user).waitFor()
  await taken(user, 'Metformin').waitFor()
  await taken(user, 'Amoxicillin').waitFor()
  await user.offline()
  await taken(user, 'Amoxicillin').click()
  await taken(user, 'Amoxicillin').waitFor({ state: 'hidden' })
  await user.online()
  await until(async () => (await dosesOf(user, mia)).length === 1, { what: 'the dose of Mia on the server' })
  expect(await user.dosesOnServer()).toEqual([])

  await chip(user, 'Mia').click()
  await user.page.getByText('Mia’s day').waitFor()
  await user.page
    .getByRole('link', { name: /Amoxicillin/ })
    .first()
    .waitFor()
  expect(await user.page.getByText('Metformin').count()).toBe(0)
  await user.open('/medications')
  await user.page.getByRole('heading', { name: 'Mia’s medications' }).waitFor()
  await user.page.getByRole('heading', { name: 'Amoxicillin' }).waitFor()
  expect(await user.page.getByRole('heading', { name: 'Metformin' }).count()).toBe(0)
  await chip(user, 'You').click()
  await user.page.getByRole('heading', { name: 'Metformin' }).waitFor()
  expect(await user.page.getByRole('heading', { name: 'Amoxicillin' }).count()).toBe(0)
})

it('S15.2 what one device adds and logs for somebody is on the other without a reload, and so is somebody new', async () => {
  const { user: phone, email } = await parent()
  const tablet = await screens.user()
  await tablet.signIn(email, 'Everyone today')
  await taken(tablet, 'Amoxicillin').waitFor()
  await phone.open('/')
  await taken(phone, 'Amoxicillin').click()
  await taken(tablet, 'Amoxicillin').waitFor({ state: 'hidden', timeout: 5000 })
  await phone.call('POST', '/api/people', { name: 'Opa' })
  await chip(tablet, 'Opa').waitFor({ timeout: 5000 })
})

it('S15.1 nothing of somebody who was deleted elsewhere is shown or stays on the device', async () => {
  const { user: phone, mia, email } = await parent()
  const tablet = await screens.user()
  await tablet.signIn(email, 'Everyone today')
  await chip(tablet, 'Mia').click()
  await taken(tablet, 'Amoxicillin').waitFor()
  await phone.open('/settings/people')
  await phone.page.getByRole('button', { name: 'Delete Mia' }).click()
  const question = phone.dialog('Delete Mia?')
  await question.getByRole('button', { name: 'Delete Mia' }).click()
  await question.getByText('To delete everything, type Mia.').waitFor()
  await question.getByLabel('Type Mia to confirm').fill('Mia')
  await question.getByRole('button', { name: 'Delete Mia' }).click()
  await phone.toast('Mia was deleted').waitFor()
  await chip(tablet, 'Mia').waitFor({ state: 'hidden', timeout: 5000 })
  for (const device of [phone, tablet]) {
    const isGone = async () => (await tracesOf(device.page, ['Amoxicillin', mia.id])).length === 0
    await until(isGone, { what: 'a device without anything of Mia' })
  }
  await tablet.page.getByRole('button', { name: 'Taken: Metformin' }).waitFor()
})

it('S8.3 signing out leaves nothing of anybody on the device, and says how much of everybody is not sent', async () => {
  const { user, mia } = await parent()
  await user.open('/')
  await taken(user, 'Amoxicillin').waitFor()
  await user.offline()
  await taken(user, 'Amoxicillin').click()
  await taken(user, 'Amoxicillin').waitFor({ state: 'hidden' })
  await user.page.getByRole('button', { name: 'Log out' }).click()
  await user
    .dialog()
    .getByText(/^1 change on this device/)
    .waitFor()
  await user.online()
  await user.dialog().getByRole('button', { name: 'Save first' }).click()
  const isOut = async () => (await user.call('GET', '/api/auth/user')).status === 401
  await until(isOut, { what: 'the end of the session' })
  await user.page.getByRole('link', { name: 'Login' }).waitFor()
  expect(await dosesOfServer(user, mia)).toBe(1)
  expect(await tracesOf(user.page, ['Amoxicillin', 'Metformin', 'Mia', mia.id])).toEqual([])
})

const dosesOfServer = ({ server }: User, { id }: ListedPerson): Promise<number> =>
  server.db.$count(doseEvents, eq(doseEvents.userId, id))
