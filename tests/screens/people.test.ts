import { expect, it } from 'vitest'
import type { ListedPerson } from '#domain/records/person.ts'
import { tracesOf } from '#tests/e2e/support/traces.ts'
import { until } from '#tests/support/wait.ts'
import { chip, dosesOf, dosesOfServer, everyone, hasNothingOf, parent, taken } from './support/people.ts'
import { setUpScreens } from './support/screens.ts'

const screens = setUpScreens()

it('S14.1 shows everyone first, and each person alone with only their own: doses go to whom they belong, also without a network', async () => {
  const { user, mia } = await parent(await screens.user())
  expect(mia).toMatchObject({ relation: 'daughter', role: 'owner', isSelf: false })
  await user.open('/')
  await everyone(user).waitFor()
  await taken(user, 'Metformin').waitFor()
  await taken(user, 'Amoxicillin').waitFor()
  await user.offline()
  await taken(user, 'Amoxicillin').click()
  await user.toast('For Mia').waitFor()
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
  const { user: phone, email } = await parent(await screens.user())
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
  const { user: phone, mia, email } = await parent(await screens.user())
  const tablet = await screens.user()
  await tablet.signIn(email, 'Everyone today')
  await chip(tablet, 'Mia').click()
  await taken(tablet, 'Amoxicillin').waitFor()
  await phone.open('/settings/people')
  await phone.page.getByRole('button', { name: 'More for Mia' }).click()
  await phone.page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = phone.dialog('Delete Mia?')
  await question.getByRole('button', { name: 'Delete Mia' }).click()
  await question.getByText('To delete everything, type Mia.').waitFor()
  await question.getByLabel('Type Mia to confirm').fill('Mia')
  await question.getByRole('button', { name: 'Delete Mia' }).click()
  await phone.toast('Mia was deleted').waitFor()
  await chip(tablet, 'Mia').waitFor({ state: 'hidden', timeout: 5000 })
  for (const device of [phone, tablet]) {
    await until(() => hasNothingOf(device, mia), { what: 'a device without anything of Mia' })
  }
  await tablet.page.getByRole('button', { name: 'Taken: Metformin' }).waitFor()
})

it('S8.3 signing out leaves nothing of anybody on the device, and says how much of everybody is not sent', async () => {
  const { user, mia } = await parent(await screens.user())
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

it('a person is in a zone of their own, which can be changed, and follows the account’s at first', async () => {
  const { user, mia } = await parent(await screens.user())
  expect(mia.timeZone).toBe(user.timeZone)
  await user.open('/settings/people')
  await user.page.getByRole('button', { name: 'More for Mia' }).click()
  await user.page.getByRole('menuitem', { name: 'Edit' }).click()
  await user.dialog('Edit Mia').getByLabel('Time zone').selectOption('Asia/Tokyo')
  await user.dialog('Edit Mia').getByRole('button', { name: 'Save' }).click()
  await user.toast('Saved').waitFor()
  const people = (await user.call<ListedPerson[]>('GET', '/api/people')).body
  expect(people.map(({ isSelf, timeZone }) => [isSelf, timeZone])).toEqual([
    [true, user.timeZone],
    [false, 'Asia/Tokyo'],
  ])
})
