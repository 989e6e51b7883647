import { expect } from 'vitest'
import { planDay } from '#tests/e2e/support/day.ts'
import type { Screens } from './screens.ts'
import type { User } from './user.ts'

/** The form of a medicine that is due now, with the fold open. */
export async function atForm(screens: Screens, email?: string): Promise<{ user: User; id: string }> {
  const user = await screens.user()
  await user.signUp(email)
  const [id = ''] = await planDay(user, [{ name: 'Ramipril', minutes: [-2] }])
  await user.open(`/medications?edit=${id}`)
  await openFold(user)
  return { user, id }
}

export const formOf = (user: User) => user.dialog(/^(Add|Edit) Medication$/)
export const openFold = (user: User) =>
  formOf(user).locator('summary').filter({ hasText: 'Strength and looks' }).click()
export const choose = (user: User, buffer: Buffer, mimeType = 'image/jpeg') =>
  formOf(user).getByLabel('Picture of the medicine').setInputFiles({ name: 'chosen', mimeType, buffer })
export const press = (user: User, name: string) => formOf(user).getByRole('button', { name, exact: true }).click()
export const submitOf = (user: User) => formOf(user).locator('button[type=submit]')
export const PREPARING = 'Preparing the photo'
/** Waits until that is announced. */
export const hears = ({ page }: User, hasText: string) =>
  page.locator('[aria-live="polite"]').filter({ hasText }).waitFor({ state: 'attached' })
const START = 'data:image/jpeg;base64,'
/** Returns the photo in what is shown there, in base64. */
export async function photoIn(place: { locator(css: string): ReturnType<User['page']['locator']> }): Promise<string> {
  const picture = place.locator('img.photo').first()
  await picture.waitFor()
  const source = (await picture.getAttribute('src')) ?? ''
  expect(source.startsWith(START)).toBe(true)
  expect(await picture.getAttribute('alt'), 'the name stands beside it').toBe('')
  return source.slice(START.length)
}

/**
 * Holds back the JPEGs of this width (pixels) that the page makes, from the next one on. `give` and `refuse` answer for
 * what is held, and `pass` makes the later ones as ever; each waits until there is one.
 */
export const heldBack = ({ page }: User, width: number) =>
  page.evaluateHandle((held) => {
    const { prototype } = HTMLCanvasElement
    const { toBlob } = prototype
    const waiting: { make: () => Promise<Blob | null>; callback: BlobCallback }[] = []
    let asked = Promise.withResolvers<void>()
    const taken = async () => {
      await asked.promise
      asked = Promise.withResolvers()
      return waiting.splice(0)
    }
    prototype.toBlob = function (callback, ...how) {
      const make = () => new Promise<Blob | null>((resolve) => toBlob.call(this, resolve, ...how))
      if (this.width !== held) return toBlob.call(this, callback, ...how)
      waiting.push({ make, callback })
      asked.resolve()
    }
    return {
      pass: async () => {
        await asked.promise
        Object.assign(prototype, { toBlob })
      },
      give: async () => {
        for (const { make, callback } of await taken()) callback(await make())
      },
      refuse: async () => {
        for (const { callback } of await taken()) callback(null)
      },
    }
  }, width)
