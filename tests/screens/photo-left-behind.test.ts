import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { PHOTO_SIDE } from '#domain/records/medicine-photo.ts'
import { phonePhoto } from '#server/testing/pictures.ts'
import { choose, formOf, hears, heldBack, openFold, PREPARING, photoIn, press } from './support/photo-form.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

/** At the first question about a new medicine, with one that was taken before. */
async function atFirstQuestion(): Promise<User> {
  const user = await screens.user()
  await user.signUp()
  const body = {
    id: randomUUID(),
    name: 'Zinc',
    reminderTimes: ['08:00'],
    startDate: '2026-01-01',
    endDate: '2026-01-31',
  }
  expect((await user.call('POST', '/api/medications', body)).status).toBe(201)
  await user.open('/medications?add=1')
  await press(user, 'Ask me one question at a time')
  await openFold(user)
  return user
}

/** Follows the link out of the form, and closes the form that it leads to. */
async function leave(user: User): Promise<void> {
  await formOf(user).getByRole('link', { name: 'Start Zinc again' }).click()
  await formOf(user).getByLabel('Frequency').waitFor()
  await press(user, 'Cancel')
}

it.each([
  ['is in the form that was left once it is ready', true],
  ['is still being prepared where the form is opened before', false],
])('a photo whose form was left by a link %s', async (_when, isReady) => {
  const user = await atFirstQuestion()
  const canvas = await heldBack(user, PHOTO_SIDE)
  await choose(user, await phonePhoto())
  await hears(user, PREPARING)
  await leave(user)
  const left = user.page.getByText('A medication is not saved yet')
  await left.waitFor()
  if (isReady) await canvas.evaluate(({ give }) => give())
  await user.page.getByRole('link', { name: 'Continue' }).click()
  await openFold(user)
  if (!isReady) {
    await formOf(user).getByRole('button', { name: PREPARING }).first().waitFor()
    await canvas.evaluate(({ give }) => give())
  }
  const photo = await photoIn(formOf(user))
  await user.page.reload()
  expect(await photoIn(formOf(user)), 'the draft has it too').toBe(photo)
})

it('a form that was given up leaves no photo behind, and one without a photo says why where it is opened again', async () => {
  const user = await atFirstQuestion()
  const first = await heldBack(user, PHOTO_SIDE)
  await choose(user, await phonePhoto())
  await hears(user, PREPARING)
  await leave(user)
  await user.page.getByText('A medication is not saved yet').waitFor()
  await first.evaluate(({ refuse }) => refuse())
  await user.page.getByRole('link', { name: 'Continue' }).click()
  await formOf(user).getByText('The photo could not be made from this picture.').waitFor()
  await choose(user, await phonePhoto())
  await hears(user, PREPARING)
  await press(user, 'Cancel')
  await user.dialog('Discard what you typed?').getByRole('button', { name: 'Discard' }).click()
  await first.evaluate(({ give }) => give())
  await user.open('/medications?add=1')
  expect(await formOf(user).getByText('The photo could not be made').count()).toBe(0)
  expect(await formOf(user).locator('img.photo').count()).toBe(0)
})

it('what is wrong with a photo stays until another is chosen, whatever is typed elsewhere', async () => {
  const user = await atFirstQuestion()
  const problem = () => formOf(user).getByText('A PDF is not a picture. Choose a photo of the medicine.')
  await choose(user, Buffer.from('%PDF-1.7\n'), 'application/pdf')
  await problem().waitFor()
  await press(user, 'Next')
  await formOf(user).getByLabel('Name').fill('Ramipril')
  await formOf(user).getByLabel('Dosage').fill('5 mg')
  expect(await problem().count()).toBe(1)
  await choose(user, await phonePhoto())
  await photoIn(formOf(user))
  expect(await problem().count()).toBe(0)
})
