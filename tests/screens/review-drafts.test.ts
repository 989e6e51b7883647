import { expect, it } from 'vitest'
import { jpegOf } from '#server/testing/pictures.ts'
import { testRecogniser } from '#server/testing/recogniser.ts'
import { setUpScreens } from './support/screens.ts'

const LABEL = [
  'GREENFIELD PHARMACY',
  'AMOXICILLIN 500mg CAPSULES',
  'Take ONE capsule three times a day',
  'Dr Ruth Penn',
]

const screens = setUpScreens({ recogniser: testRecogniser(LABEL.join('\n')) })

it('what was corrected in a review survives a reload and another page, until it is given up', async () => {
  const max = await screens.user()
  await max.signUp()
  await max.open('/prescriptions')
  const picture = { name: 'label.jpg', mimeType: 'image/jpeg', buffer: await jpegOf() }
  await max.page.getByLabel('Choose a picture').setInputFiles(picture)
  await max.page.getByRole('button', { name: 'Upload & Process' }).click()
  const review = max.dialog('Medications Found')
  const instructions = review.getByLabel('Instructions')
  await instructions.fill('One, three times a day')
  await review.getByRole('textbox', { name: /^Doctor/ }).fill('Dr Ruth Penny')
  await max.page.reload()
  await review.waitFor()
  expect(await instructions.inputValue()).toBe('One, three times a day')
  expect(await review.getByRole('textbox', { name: /^Doctor/ }).inputValue()).toBe('Dr Ruth Penny')
  await max.open('/medications')
  await max.open('/prescriptions')
  await review.getByRole('button', { name: 'Cancel' }).click()
  await max.dialog('Discard what you typed?').getByRole('button', { name: 'Discard' }).click()
  await max.page.reload()
  await max.page.getByRole('button', { name: /^Review 1 medication/ }).click()
  await instructions.waitFor()
  expect(await instructions.inputValue()).not.toBe('One, three times a day')
})
