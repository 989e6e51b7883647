import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PHOTO_SIDE, photoProblem } from '#domain/records/medicine-photo.ts'
import { phonePhoto } from '#server/testing/pictures.ts'
import { planDay } from '#tests/e2e/support/day.ts'
import { setUpScreens } from './support/screens.ts'
import { newAddress, type User } from './support/user.ts'

const screens = setUpScreens()

const files = mkdtempSync(join(tmpdir(), 'dosewell-photos-'))
const fileOf = (name: string) => join(files, name)
beforeAll(async () => {
  writeFileSync(fileOf('pill.jpg'), await phonePhoto())
  writeFileSync(fileOf('leaflet.pdf'), '%PDF-1.7\n')
})
afterAll(() => rmSync(files, { recursive: true }))

/** The form of a medicine that is due now, with the fold open. */
async function atForm(email?: string): Promise<{ user: User; id: string }> {
  const user = await screens.user()
  await user.signUp(email)
  const [id = ''] = await planDay(user, [{ name: 'Ramipril', minutes: [-2] }])
  await user.open(`/medications?edit=${id}`)
  await user.dialog('Edit Medication').locator('summary').filter({ hasText: 'Strength and looks' }).click()
  return { user, id }
}

const formOf = (user: User) => user.dialog('Edit Medication')
const choose = (user: User, name: string) =>
  formOf(user).getByLabel('Picture of the medicine').setInputFiles(fileOf(name))
const press = (user: User, name: string) => formOf(user).getByRole('button', { name, exact: true }).click()
const cardOf = ({ page }: User) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Ramipril' }) })

const START = 'data:image/jpeg;base64,'
/** Returns the photo in what is shown there, in base64. */
async function photoIn(place: { locator(css: string): ReturnType<User['page']['locator']> }): Promise<string> {
  const picture = place.locator('img.photo').first()
  await picture.waitFor()
  const source = (await picture.getAttribute('src')) ?? ''
  expect(source.startsWith(START)).toBe(true)
  expect(await picture.getAttribute('alt'), 'the name stands beside it').toBe('')
  return source.slice(START.length)
}

it('a photo is chosen in the form and shown wherever the dose is, on every device, and is no part of what is logged', async () => {
  const email = newAddress()
  const { user: ann } = await atForm(email)
  const tablet = await screens.user()
  await tablet.signIn(email)
  await tablet.open('/medications')
  await choose(ann, 'pill.jpg')
  const chosen = await photoIn(formOf(ann))
  expect(photoProblem(chosen)).toBeNull()
  const { width, height, exif } = await sharp(Buffer.from(chosen, 'base64')).metadata()
  expect([width, height, exif]).toEqual([PHOTO_SIDE, PHOTO_SIDE, undefined])
  await press(ann, 'Save Changes')
  await ann.toast('Success').waitFor()
  await ann.open('/medications')
  expect(await photoIn(cardOf(ann))).toBe(chosen)
  expect(await photoIn(cardOf(tablet))).toBe(chosen)
  expect(await ann.medicationsOnServer()).toMatchObject([{ photo: chosen }])
  await ann.offline()
  await ann.open('/')
  expect(await photoIn(ann.page.locator('.due'))).toBe(chosen)
  await ann.page.getByRole('link', { name: /^Ramipril/ }).click()
  expect(await photoIn(ann.dialog('Ramipril'))).toBe(chosen)
  await ann
    .dialog('Ramipril')
    .getByRole('button', { name: /^Taken/ })
    .click()
  await ann.online()
  await ann.saved()
  const doses = await ann.dosesOnServer()
  expect(doses).toHaveLength(1)
  expect(JSON.stringify(doses)).not.toContain(chosen.slice(0, 40))
})

it('what is no picture says so beside the buttons; a photo lasts through a reload of the form, and is removed again', async () => {
  const { user: ben } = await atForm()
  await formOf(ben).getByLabel('Dosage').fill('5 mg')
  await choose(ben, 'leaflet.pdf')
  await formOf(ben).getByText('A PDF is not a picture.').waitFor()
  expect(await formOf(ben).getByLabel('Dosage').inputValue()).toBe('5 mg')
  expect(await formOf(ben).locator('img.photo').count()).toBe(0)
  await choose(ben, 'pill.jpg')
  const chosen = await photoIn(formOf(ben))
  expect(await formOf(ben).getByText('A PDF is not a picture.').count()).toBe(0)
  await ben.page.reload()
  expect(await photoIn(formOf(ben).locator('summary')), 'the closed fold says what is in it').toBe(chosen)
  await press(ben, 'Save Changes')
  await ben.toast('Success').waitFor()
  await ben.open('/medications')
  expect(await photoIn(cardOf(ben))).toBe(chosen)

  await ben.page.getByRole('link', { name: 'Edit Ramipril' }).click()
  await formOf(ben).locator('summary').filter({ hasText: 'Strength and looks' }).click()
  await press(ben, 'Remove photo')
  expect(await formOf(ben).getByRole('button', { name: 'Take a photo' }).evaluate(isFocused)).toBe(true)
  await formOf(ben).getByLabel('Shape').selectOption('capsule')
  await press(ben, 'Save Changes')
  await cardOf(ben).locator('.look').waitFor()
  expect(await cardOf(ben).locator('img').count()).toBe(0)
  await ben.saved()
  expect(await ben.medicationsOnServer()).toMatchObject([{ photo: null, look: { shape: 'capsule' } }])
})

it('a photo is taken with the camera', async () => {
  const { user: cleo } = await atForm()
  cleo.device.camera = await phonePhoto()
  await cleo.page.reload()
  await formOf(cleo).locator('summary').filter({ hasText: 'Strength and looks' }).click()
  await press(cleo, 'Take a photo')
  await cleo.dialog('Take Photo').getByRole('button', { name: 'Capture' }).click()
  expect(photoProblem(await photoIn(formOf(cleo)))).toBeNull()
})

const isFocused = (element: Element) => element === element.ownerDocument.activeElement
