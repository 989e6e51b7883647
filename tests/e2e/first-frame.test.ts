import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { planDay } from './support/day.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const DOSES = [
  { name: 'Amlodipine', minutes: [-120] },
  { name: 'Bisoprolol', minutes: [-25, 60] },
  { name: 'Candesartan', minutes: [-25] },
  { name: 'Digoxin', minutes: [90] },
]

interface Seen {
  /** The lines of the day before the app ran; null when there were none. */
  first: string[] | null
  /** Buttons among them. */
  buttons: number
  /** Whether the app had drawn anything by then. */
  isAppThere: boolean
}

declare global {
  var seenFirst: Seen | undefined
  var seenOnTheWay: () => string[]
}

/**
 * Reloads the home screen and records what the first frame showed when it was inserted into the page. The app waits for
 * it at most 250 ms, which a busy machine can miss; here it waits longer.
 */
async function openAnew(user: User): Promise<Seen> {
  await user.page.addInitScript(() => {
    const original = globalThis.setTimeout
    globalThis.setTimeout = ((work: () => void, ms?: number, ...rest: unknown[]) =>
      original(work, ms === 250 ? 30_000 : ms, ...rest)) as typeof setTimeout
    new MutationObserver((_changes, observer) => {
      const frame = document.querySelector('#first-frame')
      if (!frame?.querySelector('.day')) return
      observer.disconnect()
      const lines = [...frame.querySelectorAll('.slot__line, .due')].map((line) =>
        [...line.querySelectorAll('.slot__time, .badge, .slot__what, .dose__name')]
          .map((part) => part.textContent)
          .join(' | '),
      )
      const isAppThere = document.querySelector('#root .page') !== null
      globalThis.seenFirst = { first: lines, buttons: frame.querySelectorAll('.day button, .day a').length, isAppThere }
    }).observe(document, { childList: true, subtree: true })
  })
  await user.page.reload()
  await user.page.locator('#root .day').first().waitFor()
  await user.page.locator('#first-frame').waitFor({ state: 'detached' })
  const seen = await user.page.evaluate(() => globalThis.seenFirst)
  return seen ?? { first: null, buttons: 0, isAppThere: true }
}

/** Returns the same lines as the app draws them. */
const linesOfApp = (user: User): Promise<string[]> =>
  user.page
    .locator('#root .day')
    .evaluateAll((days) =>
      days
        .flatMap((day) => [...day.querySelectorAll('.slot:not(.home__fold) .slot__line, .due')])
        .map((line) =>
          [...line.querySelectorAll('.slot__time, .badge, .slot__what, .dose__name')]
            .map((part) => part.textContent)
            .join(' | '),
        ),
    )

/** Returns both within one minute: the words change with it ("12 min late"). */
async function comparedAnew(user: User): Promise<{ seen: Seen; lines: string[] }> {
  const minute = () => Math.floor(Date.now() / 60_000)
  for (;;) {
    const before = minute()
    const seen = await openAnew(user)
    const lines = await linesOfApp(user)
    if (minute() === before) return { seen, lines }
  }
}

/** Runs in the page. Returns whom the device shows at its next start; it is noted a moment after it is shown. */
async function readShown(): Promise<string | undefined> {
  const answered = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const db = await answered(indexedDB.open('dosewell-device'))
  const rows: ({ shown?: string } | null)[] = await answered(db.transaction('values').objectStore('values').getAll())
  db.close()
  return rows.find((row) => row?.shown !== undefined)?.shown
}

/** Returns where the browser took the document from without starting the worker (`src/sw/start-routes.ts`). */
const sourceOf = (user: User): Promise<string | undefined> =>
  user.page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    // W3C Service Workers, not in TypeScript's library.
    return (navigation as PerformanceEntry & { workerFinalSourceType?: string }).workerFinalSourceType
  })

const invitation = (place: Locator) => place.getByRole('link', { name: 'Add Your First Medication' }).first()

/** Opens the app, which is held back for a moment, in a new tab; checks who invites a new person. */
async function seeInvitation(user: User): Promise<void> {
  await user.closeTabs()
  const held = Promise.withResolvers<void>()
  await user.context.route('**/assets/signed-in-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  const page = await user.newTab()
  // By then the style sheet is there: without it everything stands elsewhere.
  await page.goto(`${screens.server.url}/`, { waitUntil: 'domcontentloaded' })
  const first = page.locator('#first-frame')
  await first.getByRole('heading', { name: 'No medications yet' }).waitFor()
  // Until the font comes, words are a little narrower or wider.
  await page.evaluate(async () => void (await document.fonts.ready))
  const early = await invitation(first).boundingBox()
  expect(await invitation(first).getAttribute('href')).toBe('/medications?add=1')
  held.resolve()
  const app = page.locator('#root')
  await app.getByText(/saved and synced/).waitFor()
  expect(await first.count()).toBe(0)
  expect(await invitation(app).boundingBox()).toEqual(early)
  await user.context.unroute('**/assets/signed-in-*.js')
}

it("the first frame invites a new person before the app has come, where the app then does; without a network it shows today's doses before the app runs, in the words in which the app then shows them; S3.6 in the zone that was chosen on this device, which the server has not heard of; after signing out nothing of the person", async () => {
  const ann = await screens.user()
  await ann.signUp()
  // Without a worker, which would serve the app from this device.
  await seeInvitation(ann)
  await planDay(ann, DOSES)
  // Each dose that arrives moves the others: a press in between can miss.
  for (const { name } of DOSES) await ann.page.getByText(name).first().waitFor()
  await ann.page.getByRole('button', { name: 'Taken: Amlodipine' }).click()
  await ann.toast(/^Amlodipine taken/).waitFor()
  await ann.saved()
  await ann.workerReady()

  await ann.offline()
  const { seen, lines } = await comparedAnew(ann)
  expect(seen.isAppThere).toBe(false)
  expect(await sourceOf(ann)).toBe('cache')
  expect(seen.first).toEqual(lines)
  expect(seen.first?.join()).toContain('Digoxin')
  expect(seen.buttons).toBe(0)

  await ann.online()
  await ann.call('PATCH', '/api/user/profile', { timeZone: 'Asia/Kathmandu' })
  await ann.page.reload()
  const question = ann.dialog(/^You seem to be in/)
  await question.waitFor()
  await ann.offline()
  await question.getByRole('button', { name: /^Follow/ }).click()
  await question.waitFor({ state: 'detached' })
  const followed = await comparedAnew(ann)
  expect(followed.seen.first).toEqual(followed.lines)
  expect(followed.seen.first?.join()).toContain('Digoxin')
  expect((await ann.user()).timeZone).toBe('Asia/Kathmandu')

  await ann.online()
  // With something unsent it would ask first.
  await ann.saved()
  // Until the server has answered: the device is wiped first, and navigating now would leave the session alive.
  await Promise.all([
    ann.page.waitForResponse(/\/api\/logout$/),
    ann.page.waitForEvent('load'),
    ann.page.getByRole('button', { name: 'Log out' }).click(),
  ])
  await ann.page.getByRole('link', { name: 'Login' }).waitFor()
  await ann.page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('#first-frame .page'))
        globalThis.seenFirst = { first: [], buttons: 0, isAppThere: false }
    }).observe(document, { childList: true, subtree: true })
  })
  await ann.page.goto(`${screens.server.url}/`)
  await ann.page.getByRole('link', { name: 'Login' }).waitFor()
  expect(await ann.page.evaluate(() => globalThis.seenFirst)).toBeUndefined()
})

it('with several people the first frame shows everyone’s day, or that of whoever was shown last, in the words of the app', async () => {
  const ann = await screens.user()
  await ann.signUp()
  await planDay(ann, DOSES)
  const { body: mia } = await ann.call<{ id: string }>('POST', '/api/people', { name: 'Mia', timeZone: ann.timeZone })
  const names = { 'dosewell-user': mia.id, 'dosewell-account': (await ann.user()).id }
  const call = <T>(method: string, path: string, body?: unknown) => ann.call<T>(method, path, body, names)
  await planDay({ timeZone: ann.timeZone, call }, [{ name: 'Amoxicillin', minutes: [-5, 30] }])
  await ann.page.reload()
  await ann.page.getByRole('heading', { name: 'Everyone today' }).waitFor()
  for (const name of ['Candesartan', 'Amoxicillin']) await ann.page.getByText(name).first().waitFor()
  await ann.workerReady()
  await ann.offline()
  const everyone = await comparedAnew(ann)
  expect(everyone.seen).toEqual({ first: everyone.lines, buttons: 0, isAppThere: false })
  expect(everyone.lines.join()).toMatch(/Candesartan.*Amoxicillin/)

  await ann.page.getByRole('button', { name: 'Mia', exact: true }).click()
  await ann.page.getByText('Mia’s day').waitFor()
  await until(async () => (await ann.page.evaluate(readShown)) === mia.id, { what: 'Mia noted for the next start' })
  const ofMia = await comparedAnew(ann)
  expect(ofMia.seen).toEqual({ first: ofMia.lines, buttons: 0, isAppThere: false })
  expect(ofMia.lines.join()).toContain('Amoxicillin')
  expect(ofMia.lines.join()).not.toContain('Candesartan')
})

/** Runs in the page. Records, frame by frame, what of the app and of the first frame is in sight. */
function recordStart(): void {
  const seen = new Set<string>()
  globalThis.seenOnTheWay = () => [...seen]
  const isInSight = (element: Element) => element.getClientRects().length > 0
  const look = () => {
    const headers = [...document.querySelectorAll('header')].filter(isInSight).length
    const isThere = [...document.querySelectorAll('#root h1, #root .empty')].filter(isInSight).length
    if (document.body) seen.add(`${headers} header, ${isThere} parts of the page`)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

it('the app takes the place of the first frame in one step, and whoever has pressed Tab keeps the focus; where the page takes long, the way to other pages is there before it', async () => {
  const ben = await screens.user()
  await ben.signUp()
  const { page } = ben
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/signed-in-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.addInitScript(recordStart)
  await page.goto(`${screens.server.url}/appointments`, { waitUntil: 'domcontentloaded' })
  await page.locator('#first-frame .brand').waitFor()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  const hasFocus = (element: Locator) => element.evaluate((node) => node === document.activeElement)
  expect(await hasFocus(skip)).toBe(true)
  held.resolve()
  await page.locator('#first-frame').waitFor({ state: 'detached' })
  await page.getByText('No appointments yet').waitFor()
  expect((await page.evaluate(() => globalThis.seenOnTheWay())).sort()).toEqual([
    '1 header, 0 parts of the page',
    '1 header, 2 parts of the page',
  ])
  expect(await hasFocus(skip)).toBe(true)
  await page.keyboard.press('Tab')
  expect(await hasFocus(page.locator('#root header a').first())).toBe(true)

  const content = Promise.withResolvers<void>()
  await page.route('**/assets/AppointmentsPage-*.js', async (route) => {
    await content.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'domcontentloaded' })
  await page.getByRole('navigation').getByRole('link', { name: 'Medications' }).waitFor()
  expect(await page.getByText('No appointments yet').count()).toBe(0)
  content.resolve()
  await page.getByText('No appointments yet').waitFor()
})
