import { expect, it } from 'vitest'
import { PHOTO_SIDE, photoProblem } from '#domain/records/medicine-photo.ts'
import { jpegOf, phonePhoto } from '#server/testing/pictures.ts'
import { until } from '#tests/support/wait.ts'
import {
  atForm,
  choose,
  formOf,
  hears,
  heldBack,
  openFold,
  PREPARING,
  photoIn,
  press,
  submitOf,
} from './support/photo-form.ts'
import { setUpScreens } from './support/screens.ts'

const screens = setUpScreens()

it('while a photo is being prepared the form is neither saved nor left without a question', async () => {
  const { user: dan } = await atForm(screens)
  const canvas = await heldBack(dan, PHOTO_SIDE)
  await choose(dan, await phonePhoto())
  await hears(dan, PREPARING)
  expect(await submitOf(dan).textContent()).toBe(PREPARING)
  expect(await formOf(dan).getByRole('button', { name: PREPARING }).count(), 'at what was pressed too').toBe(2)
  expect(await formOf(dan).getByRole('button', { name: 'Choose a photo' }).count()).toBe(0)
  await formOf(dan).getByLabel('Name').press('Enter')
  await press(dan, 'Cancel')
  await dan.dialog('Discard what you typed?').getByRole('button', { name: 'Keep editing' }).click()
  await canvas.evaluate(({ give }) => give())
  await hears(dan, 'The photo is in the form.')
  const chosen = await photoIn(formOf(dan))
  await press(dan, 'Save Changes')
  await dan.toast('Success').waitFor()
  await dan.saved()
  expect(await dan.medicationsOnServer()).toMatchObject([{ photo: chosen }])
})

it('asked one by one, the next question waits for the photo, and shows why there is none', async () => {
  const fay = await screens.user()
  await fay.signUp()
  await fay.open('/medications?add=1')
  await press(fay, 'Ask me one question at a time')
  await formOf(fay).getByLabel('Name').fill('Ramipril')
  await openFold(fay)
  const canvas = await heldBack(fay, PHOTO_SIDE)
  await choose(fay, await phonePhoto())
  await hears(fay, PREPARING)
  await formOf(fay).getByLabel('Name').press('Enter')
  await canvas.evaluate(({ refuse }) => refuse())
  await formOf(fay).getByText('The photo could not be made from this picture.').waitFor()
  await press(fay, 'Next')
  await formOf(fay).getByRole('heading', { name: 'How often do you take it?' }).waitFor()
})

it('what was chosen or removed last counts, whichever picture is ready first', async () => {
  const { user: gil } = await atForm(screens)
  const first = await heldBack(gil, PHOTO_SIDE)
  await choose(gil, await phonePhoto())
  await hears(gil, PREPARING)
  await first.evaluate(({ pass }) => pass())
  await choose(gil, await jpegOf(200, 200))
  const other = await photoIn(formOf(gil))
  await first.evaluate(({ give }) => give())
  await hears(gil, 'The photo is in the form.')
  expect(await photoIn(formOf(gil))).toBe(other)

  const second = await heldBack(gil, PHOTO_SIDE)
  await choose(gil, await phonePhoto())
  await hears(gil, PREPARING)
  await press(gil, 'Remove photo')
  await second.evaluate(({ give }) => give())
  await hears(gil, 'The photo is removed.')
  await formOf(gil).getByLabel('Shape').selectOption('capsule')
  await press(gil, 'Save Changes')
  await gil.toast('Success').waitFor()
  await gil.saved()
  const [saved] = await gil.medicationsOnServer()
  expect([saved?.photo ?? null, saved?.look?.shape]).toEqual([null, 'capsule'])
})

it('a photo is taken with the camera; one that fails can be taken again, one that was cancelled is not used', async () => {
  const { user: cleo } = await atForm(screens)
  cleo.device.camera = await jpegOf(400, 300)
  await cleo.page.reload()
  await openFold(cleo)
  const camera = cleo.dialog('Take Photo')
  const capture = () => camera.getByRole('button', { name: 'Capture' }).click()
  await press(cleo, 'Take a photo')
  const shot = await heldBack(cleo, 400)
  await capture()
  await shot.evaluate(({ refuse }) => refuse())
  await cleo.toast('No photo was taken').waitFor()
  await capture()
  await camera.getByRole('button', { name: 'Cancel' }).click()
  await shot.evaluate(({ pass }) => pass())
  await choose(cleo, await jpegOf(200, 200))
  const other = await photoIn(formOf(cleo))
  await shot.evaluate(({ give }) => give())
  expect(await submitOf(cleo).textContent()).toBe('Save Changes')
  await press(cleo, 'Take a photo')
  await capture()
  const taken = await until(async () => {
    const photo = await photoIn(formOf(cleo))
    return photo !== other && photo
  })
  expect(photoProblem(taken)).toBeNull()
})
