import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { PAGES } from '#domain/protocol/pages.ts'
import { until } from '#tests/support/wait.ts'
import { addAppointment } from './support/appointments.ts'
import { checkWidth } from './support/axe.ts'
import { planDay } from './support/day.ts'
import { type Inspection, inspect } from './support/inspection.ts'
import { newAddress } from './support/never-used.ts'
import { MARKS, pseudoCatalogue, textsOutside } from './support/pseudo-catalogue.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

/** Every page, whatever their headings are called, but /admin, which opens to an administrator (accessibility-admin). */
const PATHS = Object.values(PAGES).filter((path) => path !== PAGES.admin)

/** What is nobody's text: what was typed, names and addresses, and how Vietnamese writes dates. */
const NO_MESSAGE = new RegExp(
  [
    '^(Dosewell|Linux|Amlodipine( 5 mg)?|Bisoprolol( 2\\.5 mg)?|5 mg, daily|2\\.5 mg, daily|Dr\\. Ivy Lee)$',
    '^(UTC([+−]\\d+)?|[A-Z]\\w+/[\\w/+ -]+)$',
    '^(title: )?[\\w.+-]+@[\\w.-]+$',
    '^(aria-label: )?(Thứ|CN,|Chủ Nhật|[Tt]háng|\\d+ thg)',
  ].join('|'),
  'u',
)

/** Opens each page in turn and checks it once its heading, whatever that is called, is there. */
async function checkPages({ user, arrive }: Inspection, check: (path: string) => Promise<void>): Promise<void> {
  await user.open(PAGES.home)
  for (const path of PATHS) {
    await arrive(path)
    await check(path)
  }
}

async function livedIn(user: User): Promise<void> {
  await user.signUp()
  await planDay(user, [
    { name: 'Amlodipine', minutes: [-90, 120], dosage: '5 mg' },
    { name: 'Bisoprolol', minutes: [-2], dosage: '2.5 mg' },
  ])
  await addAppointment(user, { doctorName: 'Dr. Ivy Lee' }, 180)
  await user.saved()
}

const speak = (user: User, tag: string) => user.context.addInitScript((to) => localStorage.setItem('language', to), tag)

it('every text of a screen is of the catalogue, and one 40 % longer breaks nothing', async () => {
  const inspection = await inspect(screens)
  const { user } = inspection
  await livedIn(user)
  const catalogue = pseudoCatalogue()
  await user.context.route('**/locales/vi.*.json*', (route) => route.fulfill({ json: catalogue }))
  await speak(user, 'vi')
  const outside: string[] = []
  const problems: string[] = []
  await checkPages(inspection, async (path) => {
    problems.push(...(await checkWidth(user.page, path)))
    const texts = await user.page.evaluate(textsOutside, MARKS)
    outside.push(...texts.filter((text) => !NO_MESSAGE.test(text)).map((text) => `${path}: ${text}`))
  })
  expect(outside).toEqual([])
  expect(problems).toEqual([])
})

it('a language written from right to left mirrors every page, and what was typed keeps its own direction', async () => {
  const inspection = await inspect(screens)
  const { user, look, problems } = inspection
  const { page } = user
  await livedIn(user)
  await speak(user, 'ar')
  await checkPages(inspection, async (path) => {
    await look(path)
    expect(`${path}: ${await page.evaluate(() => document.documentElement.dir)}`).toBe(`${path}: rtl`)
    // Only charts and phone numbers run from left to right.
    expect(`${path}: ${await page.locator('[dir=ltr]:not(bdi, input, [role=img])').count()}`).toBe(`${path}: 0`)
  })
  expect(problems).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  await user.open('/medications')
  await page.getByText('5 mg').first().waitFor()
  const middle = async (one: Locator) => {
    const box = await one.boundingBox()
    return box ? box.x + box.width / 2 : Number.NaN
  }
  const links = page.locator('.bar a')
  expect(await middle(page.locator('.brand__mark').first())).toBeGreaterThan(195)
  expect(await middle(links.first())).toBeGreaterThan(await middle(links.last()))
  await seeFromLeft(page, '5 mg', [0, 2])
  await page.locator('[aria-haspopup=menu]').last().click()
  expect(await page.getByRole('menu').getAttribute('dir')).toBe('rtl')

  const emergency = { allergies: 'Penicillin.', conditions: '', bloodGroup: 'O-', contacts: [], note: '' }
  await user.call('PATCH', '/api/user/profile', { emergency })
  await user.open('/settings/emergency-card')
  await seeFromLeft(page, 'O-', [0, 1])
  await seeFromLeft(page, 'Penicillin.', [9, 10])
})

/** Checks that of two characters of a text the first one stands to the left. */
async function seeFromLeft(page: Page, words: string, [first, second]: readonly [number, number]): Promise<void> {
  const found = page.locator('#root').getByText(words).first()
  await found.waitFor()
  const [left, right] = await found.evaluate(
    (element, { words, characters }) => {
      const node = [...element.childNodes].find(({ nodeValue }) => nodeValue?.includes(words)) as Text
      return characters.map((index) => {
        const range = document.createRange()
        range.setStart(node, node.data.indexOf(words) + index)
        range.setEnd(node, node.data.indexOf(words) + index + 1)
        return range.getBoundingClientRect().x
      })
    },
    { words, characters: [first, second] },
  )
  expect(left).toBeLessThan(right ?? 0)
}

/** A letter with a mark, as every Vietnamese heading has and no English one. */
const VIETNAMESE = /[À-ỹ]/

it('a language chosen on /settings is spoken by every device of the account, offline too', async () => {
  const inspection = await inspect(screens)
  const { user } = inspection
  const email = newAddress('linh')
  await user.signUp(email)
  await user.addMedication({ name: 'Amlodipine', times: '8:00 am', ongoing: true })
  await user.workerReady()
  await user.open('/settings')
  await user.page.getByLabel('Language').selectOption('vi')
  const spoken = (one: User) => one.page.evaluate(() => document.documentElement.lang)
  await until(async () => (await spoken(user)) === 'vi')
  await until(async () => (await user.user()).language === 'vi')

  await checkPages(inspection, async (path) => {
    const heading = await user.page.locator('main h1').first().textContent()
    expect(`${path}: ${heading}`).toMatch(VIETNAMESE)
  })

  await user.offline()
  await user.page.reload()
  await user.page.getByRole('heading', { name: VIETNAMESE }).first().waitFor()
  await user.online()

  const phone = await screens.user()
  await phone.signIn(email)
  await until(async () => (await spoken(phone)) === 'vi', { timeout: 20_000 })
  await phone.page.getByRole('heading', { name: VIETNAMESE }).first().waitFor()
})
