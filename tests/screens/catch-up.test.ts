import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#domain/lib/local-time.ts'
import { PHOTO_SIDE } from '#domain/records/medicine-photo.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import { planDay, plannedTime } from '#tests/e2e/support/day.ts'
import { ledgerBegan, ledgerOf, liveInThePast, sleep } from '#tests/e2e/support/sleep.ts'
import { until } from '#tests/support/wait.ts'
import { refuseWrites } from './support/broken-storage.ts'
import { enableNotifications } from './support/notifications.ts'
import { dosesOf, on } from './support/people.ts'
import { photoIn } from './support/photo-form.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

/** Creates a user whose device's clock is that many minutes behind. */
async function sleeper(minutes: number): Promise<User> {
  const user = await screens.user()
  await liveInThePast(user, minutes)
  await user.signUp()
  await ledgerBegan(user)
  return user
}

/** Waits until the device records for so many people what was announced. */
const ledgersBegan = (user: User, people: number): Promise<unknown> =>
  until(async () => (await user.rings()).filter(({ key }) => key === 'beginning').length === people, {
    what: 'the notification logs of everybody',
  })

/** Returns a photo of this colour, in base64. */
const photoOf = async (colour: string): Promise<string> => {
  const [width, height] = [PHOTO_SIDE, PHOTO_SIDE]
  const plain = sharp({ create: { width, height, channels: 3, background: colour } })
  return (await plain.jpeg().toBuffer()).toString('base64')
}

const NOT_LOGGED = /^(One dose is|\d+ doses are) not logged yet$/

describe('doses that nothing announced', () => {
  it('R6.2 are listed at the next launch and settled one by one, at the time they were planned for', async () => {
    const ann = await sleeper(45)
    await enableNotifications(ann)
    await planDay(ann, [
      { name: 'Metformin', minutes: [-40], dosage: '500 mg' },
      { name: 'Ramipril', minutes: [-35] },
    ])
    await ann.page.getByText('Ramipril').first().waitFor()
    await sleep(ann, 43)
    await ann.page.reload()

    const two = ann.dialog('2 doses are not logged yet')
    await two.getByText('No reminder could reach you here in time.').waitFor()
    await two.getByText(`${await plannedTime(ann, 'Metformin')}. 500 mg`).waitFor()
    await two.getByRole('radio', { name: 'At their times' }).check()
    await two.getByRole('button', { name: 'Taken: Metformin' }).click()
    await ann.toast('Metformin taken as planned').getByRole('button', { name: 'Undo' }).waitFor()
    const one = ann.dialog('One dose is not logged yet')
    await one.getByRole('button', { name: 'Skipped', exact: true }).click()
    await one.waitFor({ state: 'detached' })
    await ann.saved()
    const events = await ann.dosesOnServer()
    expect(events.map(({ kind, snapshot }) => `${kind} ${snapshot.name}`)).toEqual([
      'taken Metformin',
      'skipped Ramipril',
    ])
    const [taken] = events
    const late = Date.parse(taken?.loggedAt ?? '') - Date.parse(taken?.at ?? '')
    expect([late > 37 * MINUTE, late < HOUR]).toEqual([true, true])
  })

  it('R6.2 are listed although they could not be read at first', async () => {
    const fay = await sleeper(45)
    await planDay(fay, [{ name: 'Metformin', minutes: [-40] }])
    await fay.page.getByText('Metformin').first().waitFor()
    await sleep(fay, 43)
    let refused = 0
    const mend = refuseWrites(fay, (stores) => stores.join() === 'rings' && ++refused > 0)
    await fay.page.reload()
    await until(async () => refused > 0, { what: 'a list that could not be made' })
    mend()
    await sleep(fay, 1)
    await fay.dialog('One dose is not logged yet').waitFor()
  })

  it('R6.2 R11.1 are listed for everybody whom the account is reminded of, one person after the other', async () => {
    const kim = await sleeper(45)
    const { body: mia } = await kim.call<ListedPerson>('POST', '/api/people', { name: 'Mia', timeZone: kim.timeZone })
    await planDay(kim, [{ name: 'Metformin', minutes: [-40] }])
    await planDay(on(kim, mia), [{ name: 'Amoxicillin', minutes: [-35] }])
    await kim.open('/')
    for (const name of ['Metformin', 'Amoxicillin']) await kim.page.getByText(name).first().waitFor()
    await ledgersBegan(kim, 2)
    await sleep(kim, 43)
    await kim.page.reload()

    const sheet = kim.dialog('One dose is not logged yet')
    await sheet.getByText(/You$/).waitFor()
    await sheet.getByText('Metformin').waitFor()
    await sheet.getByRole('button', { name: 'Not now' }).click()
    await sheet.getByText(/Mia$/).waitFor()
    await sheet.getByText('Amoxicillin').waitFor()
    await sheet.getByRole('button', { name: 'Taken', exact: true }).click()
    await sheet.waitFor({ state: 'detached' })
    await until(async () => (await dosesOf(kim, mia)).length === 1, { what: 'the dose of Mia' })
    expect(await kim.dosesOnServer()).toEqual([])
  })

  it('R6.2 are settled by one press, which Undo takes back', async () => {
    const bob = await sleeper(45)
    await planDay(bob, [
      { name: 'Warfarin', minutes: [-40] },
      { name: 'Digoxin', minutes: [-35] },
    ])
    await bob.page.getByText('Digoxin').first().waitFor()
    await sleep(bob, 43)
    await bob.open('/medications')
    const sheet = bob.dialog('2 doses are not logged yet')
    await sheet.getByText('Reminders are off on this device.').waitFor()
    await sheet.getByRole('button', { name: 'All taken' }).click()
    await sheet.waitFor({ state: 'detached' })
    await bob
      .toast(/^2 doses taken at/)
      .getByRole('button', { name: 'Undo' })
      .click()
    await bob.toast('Undone').waitFor()
    await bob.saved()
    expect((await bob.dosesOnServer()).map(({ kind }) => kind).sort()).toEqual(['taken', 'taken', 'undone', 'undone'])
    expect(await sheet.count()).toBe(0)
  })

  it('R6.2 are listed once: “Not now” leaves them open, and the next launch names only what came since', async () => {
    const cara = await sleeper(70)
    await planDay(cara, [
      { name: 'Lisinopril', minutes: [-65] },
      { name: 'Atorvastatin', minutes: [-30] },
    ])
    await cara.page.getByText('Atorvastatin').first().waitFor()
    await sleep(cara, 30)
    await cara.page.reload()
    const first = cara.dialog(NOT_LOGGED)
    await first.getByText('Lisinopril').waitFor()
    await first.getByRole('button', { name: 'Not now' }).click()
    await first.waitFor({ state: 'detached' })
    await sleep(cara, 35)
    await cara.page.reload()
    const second = cara.dialog('One dose is not logged yet')
    await second.getByText('Atorvastatin').waitFor()
    expect(await second.getByText('Lisinopril').count()).toBe(0)
    await second.getByRole('button', { name: 'Not now' }).click()
    await cara.page.getByRole('button', { name: 'Taken: Lisinopril' }).waitFor()
  })

  it('each stands beside the picture of its medicine, also once one of them is settled', async () => {
    const fay = await sleeper(45)
    const photos = await Promise.all(['#c33', '#36c'].map(photoOf))
    await planDay(fay, [
      { name: 'Warfarin', minutes: [-40], photo: photos[0] as string },
      { name: 'Digoxin', minutes: [-38], look: { shape: 'capsule', colours: ['red', 'white'] } },
      { name: 'Bisoprolol', minutes: [-36], photo: photos[1] as string },
      { name: 'Insulin', minutes: [-35], dosage: '10 units' },
    ])
    await fay.page.getByText('Insulin').first().waitFor()
    await sleep(fay, 43)
    await fay.page.reload()
    const sheet = fay.dialog(NOT_LOGGED)
    const rowOf = (name: string) => sheet.getByRole('listitem').filter({ hasText: name })
    const shapesOf = async (name: string) => [
      await rowOf(name).locator('img').count(),
      await rowOf(name).locator('.look').count(),
    ]
    expect(await photoIn(rowOf('Warfarin'))).toBe(photos[0])
    expect(await photoIn(rowOf('Bisoprolol'))).toBe(photos[1])
    expect(await shapesOf('Digoxin')).toEqual([0, 1])
    expect(await rowOf('Digoxin').locator('[data-colour="red"]').count()).toBe(1)
    expect(await shapesOf('Insulin')).toEqual([0, 0])
    await sheet.getByRole('button', { name: 'Taken: Warfarin' }).click()
    await fay.dialog('3 doses are not logged yet').waitFor()
    expect(await photoIn(rowOf('Bisoprolol'))).toBe(photos[1])
    for (const name of ['Digoxin', 'Insulin']) await sheet.getByRole('button', { name: `Skipped: ${name}` }).click()
    await fay.dialog('One dose is not logged yet').waitFor()
    expect(await photoIn(sheet)).toBe(photos[1])
  })

  it('R6.2 wait behind the dose that a notification opened', async () => {
    const dan = await sleeper(45)
    await planDay(dan, [
      { name: 'Furosemide', minutes: [-40] },
      { name: 'Sertraline', minutes: [60] },
    ])
    await dan.page.getByText('Furosemide').first().waitFor()
    await sleep(dan, 43)
    await dan.page
      .getByRole('link', { name: /Sertraline/ })
      .first()
      .click()
    const asked = dan.dialog('Sertraline')
    await asked.waitFor()
    await dan.page.reload()
    await asked.getByRole('button', { name: 'Close' }).first().click()
    const list = dan.dialog('One dose is not logged yet')
    await list.getByText('Furosemide').waitFor()
    // Its own dose sheet takes the place of the list, which then comes back.
    await list.getByRole('link', { name: /Furosemide/ }).click()
    await dan.dialog('Furosemide').getByRole('button', { name: 'Close' }).first().click()
    await list.getByRole('button', { name: 'Taken', exact: true }).click()
    await list.waitFor({ state: 'detached' })
  })

  it('R6.2 of before this device was there are not listed on it', async () => {
    const eve = await sleeper(45)
    await planDay(eve, [{ name: 'Bisoprolol', minutes: [-40] }])
    const { email } = await eve.user()
    const other = await screens.user()
    await other.signIn(email)
    await other.page.getByRole('button', { name: 'Taken: Bisoprolol' }).waitFor()
    await ledgerBegan(other)
    expect(await ledgerOf(other)).toEqual(['beginning'])
  })
})
