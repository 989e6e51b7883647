import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { PHOTO_SIDE, photoProblem } from '#domain/records/medicine-photo.ts'
import { jpegOf, phonePhoto } from '#server/testing/pictures.ts'
import { timeIn } from '#tests/e2e/support/zones.ts'
import { enableNotifications } from './support/notifications.ts'
import { atForm, choose, formOf, hears, openFold, photoIn, press } from './support/photo-form.ts'
import { setUpScreens } from './support/screens.ts'
import { newAddress, type User } from './support/user.ts'

const screens = setUpScreens()

const cardOf = ({ page }: User) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Ramipril' }) })

it('a photo is chosen in the form and shown on the card, on home and in the sheet, on every device, and is no part of what is logged', async () => {
  const email = newAddress()
  const { user: ann } = await atForm(screens, email)
  const tablet = await screens.user()
  await tablet.signIn(email)
  await tablet.open('/medications')
  await choose(ann, await phonePhoto())
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
  const { user: ben } = await atForm(screens)
  await formOf(ben).getByLabel('Dosage').fill('5 mg')
  await choose(ben, Buffer.from('%PDF-1.7\n'), 'application/pdf')
  await formOf(ben).getByText('A PDF is not a picture. Choose a photo of the medicine.').waitFor()
  expect(await describedBy(ben, 'Choose a photo')).toMatch(/^A PDF is not a picture/)
  expect(await formOf(ben).getByLabel('Dosage').inputValue()).toBe('5 mg')
  expect(await formOf(ben).locator('img.photo').count()).toBe(0)
  await choose(ben, await phonePhoto())
  const chosen = await photoIn(formOf(ben))
  expect(await formOf(ben).getByText('A PDF is not a picture.').count()).toBe(0)
  await ben.page.reload()
  const fold = formOf(ben).locator('summary')
  expect(await photoIn(fold), 'the closed fold shows what is in it').toBe(chosen)
  expect(await fold.filter({ hasText: 'Strength and looks' }).textContent()).toMatch(/Photo chosen/)
  await press(ben, 'Save Changes')
  await ben.toast('Success').waitFor()
  await ben.open('/medications')
  expect(await photoIn(cardOf(ben))).toBe(chosen)

  await ben.page.getByRole('link', { name: 'Edit Ramipril' }).click()
  await openFold(ben)
  await press(ben, 'Remove photo')
  await hears(ben, 'The photo is removed.')
  expect(await formOf(ben).getByRole('button', { name: 'Take a photo' }).evaluate(isFocused)).toBe(true)
  await formOf(ben).getByLabel('Shape').selectOption('capsule')
  await press(ben, 'Save Changes')
  await cardOf(ben).locator('.look').waitFor()
  expect(await cardOf(ben).locator('img').count()).toBe(0)
  await ben.saved()
  expect(await ben.medicationsOnServer()).toMatchObject([{ photo: null, look: { shape: 'capsule' } }])
})

it('a photo is shown in the alert, at the reminders, and beside a medicine that is taken when needed', async () => {
  const eve = await screens.user()
  await eve.signUp()
  await enableNotifications(eve)
  const photo = (
    await sharp(await jpegOf())
      .resize(PHOTO_SIDE, PHOTO_SIDE)
      .jpeg()
      .toBuffer()
  ).toString('base64')
  const createdAt = new Date(Date.now() - 24 * 60 * 60_000).toISOString()
  for (const plan of [
    { name: 'Ibuprofen', schedule: { kind: 'as-needed' } },
    { name: 'Ramipril', reminderTimes: [timeIn(eve.timeZone, 0)] },
  ]) {
    const { status } = await eve.call('POST', '/api/medications', { id: randomUUID(), createdAt, photo, ...plan })
    expect(status).toBe(201)
  }
  const alert = eve.dialog(/^Time to take Ramipril/)
  expect(await photoIn(alert)).toBe(photo)
  await alert.getByRole('button', { name: 'Dismiss' }).click()
  expect(await photoIn(eve.page.getByRole('listitem').filter({ hasText: 'Ibuprofen' }))).toBe(photo)
  await eve.open('/medications')
  const paper = eve.page.locator(`.printed th img[src="data:image/jpeg;base64,${photo}"]`)
  await paper.nth(1).waitFor({ state: 'attached' })
  await eve.open('/reminders')
  expect(await photoIn(eve.page.locator('.reminder'))).toBe(photo)
})

/** Returns the sentence that describes a button of the form. */
const describedBy = (user: User, name: string) =>
  formOf(user)
    .getByRole('button', { name })
    .evaluate((button) => {
      const id = button.getAttribute('aria-describedby') ?? ''
      return button.ownerDocument.getElementById(id)?.textContent
    })

const isFocused = (element: Element) => element === element.ownerDocument.activeElement
