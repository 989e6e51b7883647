import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { photoProblem } from '#domain/records/medicine-photo.ts'
import { until } from '#tests/support/wait.ts'
import { checkScreen } from './support/axe.ts'
import { planDay } from './support/day.ts'
import { fillMedication } from './support/medication-form.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const active = (user: User, name: string) =>
  user.page.getByRole('listitem').filter({ has: user.page.getByRole('heading', { name, exact: true }) })

/** Returns the milliseconds from pressing the form's button until the address is `/`, by the page's own clock. */
async function timeUntilHome(page: Page, press: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    addEventListener('click', () => sessionStorage.setItem('pressed', String(performance.now())), true)
    const navigation = (window as unknown as { navigation: EventTarget }).navigation
    navigation.addEventListener('currententrychange', () => {
      if (location.pathname === '/') sessionStorage.setItem('home', String(performance.now()))
    })
  })
  await press()
  await page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()
  return page.evaluate(() => Number(sessionStorage.getItem('home')) - Number(sessionStorage.getItem('pressed')))
}

/** Returns how many sheets of paper the page takes. */
async function sheets(page: Page, format: string): Promise<number> {
  const pdf = (await page.pdf({ format })).toString('latin1')
  return pdf.match(/\/Type \/Page\b/g)?.length ?? 0
}

it('a medication is added: toast, home within a second, and on the server as typed; the list on paper, without a connection and in the dark theme: the list alone, black on white, on one page; forty medicines take two, each with the head of the table', async () => {
  const finn = await screens.user({ context: { colorScheme: 'dark' } })
  await finn.signUp()
  await finn.open('/medications?add=1')
  await fillMedication(finn.page, {
    name: '  Amlodipine ',
    dosage: '5 mg',
    frequency: 'once a day',
    times: '2:30 pm, 7am',
    instructions: 'With water',
    startDate: '2026-01-09',
    ongoing: true,
  })
  const took = await timeUntilHome(finn.page, () =>
    finn.dialog().getByRole('button', { name: 'Add Medication' }).click(),
  )
  expect(took).toBeGreaterThan(0)
  expect(took).toBeLessThan(1000)
  await finn.toast('Success').getByText('Medication added successfully').waitFor()
  await finn.saved()
  expect(await finn.medicationsOnServer()).toMatchObject([
    {
      name: 'Amlodipine',
      dosage: '5 mg',
      frequency: 'once a day',
      reminderTimes: ['07:00', '14:30'],
      instructions: 'With water',
      startDate: '2026-01-09',
      endDate: null,
      isActive: true,
      schedule: { kind: 'daily' },
    },
  ])
  await finn.open('/medications')
  await active(finn, 'Amlodipine').getByText('2:30 PM').waitFor()

  await planDay(
    finn,
    Array.from({ length: 11 }, (_, number) => ({
      name: `Medicine ${number}`,
      minutes: [60, 300],
      dosage: '5 mg',
    })),
  )
  await finn.workerReady()
  await finn.page.getByText('Medicine 10').first().waitFor()
  await finn.offline()
  await finn.open('/medications')
  const { page } = finn
  await page.evaluate(() => {
    window.print = () => {
      document.title = 'printed'
    }
  })
  await page.getByRole('button', { name: 'Print my medicines' }).click()
  expect(await page.title()).toBe('printed')

  const paper = page.getByRole('region', { name: 'My medicines' })
  expect(await paper.count(), 'on the screen it is not there').toBe(0)
  await page.emulateMedia({ media: 'print' })
  await paper.getByRole('row', { name: /^Medicine 7 5 mg \d+:\d\d [AP]M, \d+:\d\d [AP]M/ }).waitFor()
  await paper.getByText(/^Prepared with Dosewell on .* entered; not checked by a doctor or pharmacist/).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.getByRole('button').count()).toBe(0)
  const colors = await paper.evaluate((element) => [
    getComputedStyle(element).color,
    getComputedStyle(document.body).backgroundColor,
  ])
  expect(colors).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  for (const format of ['A4', 'Letter']) expect([format, await sheets(page, format)]).toEqual([format, 1])

  // Forty take two pages, each with the head of the table.
  await page.emulateMedia({ media: 'screen' })
  await finn.online()
  const more = Array.from({ length: 28 }, (_, number) => ({
    name: `Medicine with a name of some length ${number}`,
    minutes: [60, 300, 420],
    dosage: '5 mg, 1 tablet',
  }))
  await planDay(finn, more)
  await finn.open('/medications')
  await active(finn, 'Medicine with a name of some length 27').waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const format of ['A4', 'Letter']) expect([format, await sheets(page, format)]).toEqual([format, 2])
  const heads = page.getByRole('region', { name: 'My medicines' }).locator('thead')
  const repeats = await heads.evaluateAll((all) =>
    all.map((head) => [getComputedStyle(head).display, getComputedStyle(head).breakInside]),
  )
  expect(repeats).toEqual([['table-header-group', 'avoid']])
})

it('a trip is packed for without a connection, and its list is printed alone', async () => {
  const gus = await screens.user()
  await gus.signUp()
  await planDay(gus, [{ name: 'Ramipril', minutes: [60, 300], dosage: '5 mg' }])
  await gus.workerReady()
  await gus.page.getByText('Ramipril').first().waitFor()
  await gus.offline()
  await gus.open('/medications')
  const { page } = gus
  await page.getByRole('link', { name: 'Pack for a trip' }).click()
  const days = await page.evaluate(() =>
    [10, 12].map((ahead) => {
      const date = new Date()
      date.setDate(date.getDate() + ahead)
      return date.toLocaleDateString('en-CA')
    }),
  )
  await page.getByLabel('First day').fill(days[0] as string)
  await page.getByLabel('Last day').fill(days[1] as string)
  await page.getByRole('heading', { name: 'For 3 days' }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Ramipril' }).getByText('6 doses').waitFor()
  await page.emulateMedia({ media: 'print' })
  await page
    .getByRole('region', { name: 'To pack' })
    .getByRole('row', { name: /^Ramipril 5 mg 6 doses/ })
    .waitFor()
  expect(await page.getByRole('button').count()).toBe(0)
})

it('a photo of a medicine is the square in the middle of a picture, small whatever is on it, and nothing but the picture', async () => {
  const vera = await screens.user()
  await vera.signUp()
  const [id = ''] = await planDay(vera, [{ name: 'Ramipril', minutes: [-2] }])
  await vera.open(`/medications?edit=${id}`)
  const form = vera.dialog('Edit Medication')
  await form.locator('summary').filter({ hasText: 'Strength and looks' }).click()
  const chosen = async (buffer: Buffer) => {
    const before = await photoOf(form.locator('.tile img.photo'))
    await form.getByLabel('Picture of the medicine').setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer })
    return until(async () => {
      const after = await photoOf(form.locator('.tile img.photo'))
      return after !== before && after
    })
  }
  const grain = await chosen(await noise().jpeg({ quality: 95 }).toBuffer())
  expect(photoProblem(grain)).toBeNull()
  const green = await chosen(await greenBetweenRed())
  expect(photoProblem(green)).toBeNull()
  expect(await drawnWidth(form.locator('.tile img.photo'))).toBe(160)
  const { channels, info } = await colours(green)
  expect([info.width, info.height]).toEqual([160, 160])
  for (const [red, wanted] of channels) expect([red < 60, wanted > 90]).toEqual([true, true])
  expect(await checkScreen(vera.page, 'the form with a photo')).toEqual([])
})

const photoOf = async (picture: Locator): Promise<string | null> =>
  (await picture.count()) > 0
    ? ((await picture.getAttribute('src')) ?? '').replace('data:image/jpeg;base64,', '')
    : null

/** Returns its width in pixels as the browser draws it; throws if it may not. */
const drawnWidth = (picture: Locator) =>
  picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return image.naturalWidth
  })

const noise = () => {
  const pixels = Uint8Array.from({ length: 400 * 300 * 3 }, (_, place) => ((place * 2_654_435_761) >>> 7) % 256)
  return sharp(pixels, { raw: { width: 400, height: 300, channels: 3 } })
}

/** 800 × 600, with red margins of 90 left and right, and the place of a camera. */
async function greenBetweenRed(): Promise<Buffer> {
  const red = { width: 90, height: 600, channels: 3, background: '#ff0000' } as const
  const side = await sharp({ create: red }).png().toBuffer()
  return sharp({ create: { ...red, width: 800, background: '#00a000' } })
    .composite([
      { input: side, left: 0, top: 0 },
      { input: side, left: 710, top: 0 },
    ])
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'S' } })
    .jpeg()
    .toBuffer()
}

/** Returns red and green of the first and the last pixel of the middle row. */
async function colours(photo: string) {
  const { data, info } = await sharp(Buffer.from(photo, 'base64')).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number) => data.subarray((80 * info.width + x) * 3, (80 * info.width + x) * 3 + 2)
  return { channels: [at(0), at(info.width - 1)].map(([red = 255, green = 0]) => [red, green] as const), info }
}
