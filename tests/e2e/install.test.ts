import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PAGES, type PagePath, PUBLIC_PAGES, SERVER_PAGES } from '#domain/protocol/pages.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { startChaosRelay } from '#tests/support/chaos-relay.ts'
import { until } from '#tests/support/wait.ts'
import { chanceOf } from '#tests/sync/prng.ts'
import { planDay } from './support/day.ts'
import { endIdleWorker } from './support/idle-worker.ts'
import { copyOfApp } from './support/release.ts'
import { setUpScreens } from './support/screens.ts'
import { newUser, type User } from './support/user.ts'

const screens = setUpScreens()

const HEADINGS: Record<PagePath, string> = {
  '/': 'Welcome to Your Medication Dashboard',
  '/medications': 'My Medications',
  '/appointments': 'Doctor Appointments',
  '/medical-documents': 'Save Documents',
  '/voice': 'Voice Interaction',
  '/prescriptions': 'Prescriptions',
  '/reminders': 'Upcoming Reminders',
  '/history': 'History',
  '/insights': 'Insights',
  '/settings': 'More',
  '/settings/reminders': 'Reminder health',
  '/settings/people': 'People',
  '/settings/emergency-card': 'Emergency card',
  '/settings/programs': 'Connected programs',
  '/pricing': 'Pricing',
  '/subscribe': 'Subscribe to Premium',
  '/privacy': 'Privacy Policy',
  '/terms': 'Terms of Service',
  '/contact': 'Contact',
  '/admin': 'Access Denied',
}

interface Manifest {
  id: string
  start_url: string
  display: string
  categories: string[]
  icons: { src: string; sizes: string; type: string; purpose: string }[]
  shortcuts: { name: string; url: string; icons: { src: string; sizes: string; type: string }[] }[]
  screenshots: { src: string; sizes: string; type: string; form_factor: string }[]
}

/** Opens each of these pages in the address bar; returns their headings. */
async function headingsOf(user: User, paths: readonly string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const path of paths) {
    await user.open(path)
    found[path] = (await user.page.locator('h1').first().textContent()) ?? ''
  }
  return found
}

describe('the app', () => {
  it('can be installed by a visitor: Chromium finds nothing missing in its manifest, and every picture is what it says; the worker leaves the server’s own pages to the server, and without a network shows the public pages, and on the private ones the way in', async () => {
    // Neither page of the server knows a user with this token.
    const ann = await screens.user({ expected: [/status of 404/] })
    await ann.open('/')
    await ann.workerReady()
    const cdp = await ann.context.newCDPSession(ann.page)
    const { data, errors } = await cdp.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
    // A test's context is what users know as a private window.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

    const manifest = JSON.parse(data ?? '') as Manifest
    expect(manifest).toMatchObject({ id: '/', start_url: '/', display: 'standalone' })
    expect(manifest.categories.length).toBeGreaterThan(0)
    const purposes = new Set(manifest.icons.map(({ purpose }) => purpose))
    expect([...purposes].sort()).toEqual(['any', 'maskable', 'monochrome'])
    expect(manifest.screenshots.map(({ form_factor }) => form_factor).sort()).toEqual(['narrow', 'wide'])

    const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)]
    for (const { src, sizes, type } of pictures) {
      const measured = await ann.page.evaluate(measurePicture, src)
      expect(measured.type, src).toBe(type)
      if (sizes !== 'any') expect(measured.size, src).toBe(sizes)
    }
    for (const { url } of manifest.shortcuts) expect((await fetch(`${ann.url}${url}`)).status, url).toBe(200)

    for (const page of Object.values(SERVER_PAGES)) {
      const answer = await ann.page.goto(`${ann.url}${page}?token=nobody`)
      expect(answer?.fromServiceWorker(), page).toBe(false)
      expect(await ann.page.locator('h1').textContent(), page).not.toBe('404 Page Not Found')
    }

    const publicPages = [PAGES.home, ...PUBLIC_PAGES]
    const online = await headingsOf(ann, publicPages)
    await ann.offline()
    expect(await headingsOf(ann, publicPages)).toEqual(online)
    const wayIn = await headingsOf(ann, [PAGES.medications, PAGES.reminders, PAGES.history, PAGES.reminderHealth])
    expect(new Set(Object.values(wayIn))).toEqual(new Set(['Please sign in']))
  })

  it('is served by its worker after one visit, on every page, with the server out of reach', async () => {
    const bob = await screens.user()
    await bob.signUp()
    await planDay(bob, [{ name: 'Metformin', minutes: [-2] }])
    await bob.page.getByText('Metformin').first().waitFor()
    await bob.workerReady()
    await bob.offline()
    for (const [path, name] of Object.entries(HEADINGS)) {
      await bob.open(path)
      await bob.page.getByRole('heading', { level: 1, name, exact: true }).first().waitFor()
    }
    await bob.open('/medications')
    await bob.page.getByRole('heading', { name: 'Metformin' }).waitFor()
    await bob.open('/no-such-page')
    await bob.page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
  })
})

it('S2.2 a new version is offered without touching an open form; let in by "Reload" while 50 changes wait, all are there afterwards, tabs with a form open stay and idle ones follow; the server gets each change once', {
  timeout: 240_000,
}, async () => {
  const release = copyOfApp()
  const server = await startAppServer({ repository: release.repository })
  const relay = await startChaosRelay(server.port, chanceOf('update'))
  const names = Array.from({ length: 50 }, (_, index) => `Planned ${String(index).padStart(2, '0')}`)
  const eve = await newUser(screens.browser, server, { url: relay.url, expected: [/net::ERR_/] })
  try {
    await eve.signUp()
    await planDay(
      eve,
      names.map((name) => ({ name, minutes: [-20] })),
    )
    const { page: asking } = eve
    const takeAll = asking.getByRole('button', { name: /^Taken \(50\)/ })
    await takeAll.waitFor()
    await eve.workerReady()
    const idle = await eve.newTab('/history')
    const details = await eve.newTab('/settings')
    await details.getByLabel('First name').fill('Eve')
    const voice = await eve.newTab('/voice')
    await voice.getByLabel('Reminder text').fill('Time for bed.')
    const writing = await eve.newTab('/medications?add=1')
    const name = eve.dialog('Add Medication').getByLabel('Name', { exact: true })
    await name.fill('Half a name')
    const tabs = [asking, idle, writing, details, voice]
    await Promise.all(tabs.map(markPage))

    // The app's files can be fetched, and nothing else.
    relay.spoil(1, (_method, path) => path.startsWith('/api/'), ['cut'])
    await takeAll.click()
    await asking.getByText('50 changes saved here, waiting to sync').waitFor()
    expect(await eve.outbox()).toEqual({ waiting: 50, attention: 0 })

    release.publishNext()
    await asking.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    const prompt = (tab: Page) => tab.getByText('A new version is ready')
    await prompt(asking).waitFor()
    await prompt(idle).waitFor()
    expect(await prompt(writing).count()).toBe(0)
    expect(await Promise.all(tabs.map(isMarked))).toEqual([true, true, true, true, true])

    let loads = 0
    for (const tab of [asking, idle]) tab.once('load', () => (loads += 1))
    await asking.getByRole('button', { name: 'Reload' }).click()
    const followed = async () => loads === 2 || (await endIdleWorker(asking))
    await until(followed, { timeout: 120_000, interval: 5_000, what: 'the new version in both tabs' })
    await asking.getByText('50 changes saved here, waiting to sync').waitFor()
    expect(await isNextRelease(asking)).toBe(true)
    expect(await prompt(asking).count()).toBe(0)
    expect(await Promise.all([writing, details, voice].map(isMarked))).toEqual([true, true, true])
    expect(await name.inputValue()).toBe('Half a name')
    expect(await eve.outbox()).toEqual({ waiting: 50, attention: 0 })
    expect(await eve.dosesOnServer()).toEqual([])

    // Each batch first meets the worst that can happen to it: it is done, and the answer is lost.
    relay.spoil(1, (method) => method === 'POST', ['loseAnswer'])
    await until(() => relay.met.loseAnswer > 0, { timeout: 45_000, what: 'a lost answer' })
    relay.heal()
    await eve.saved()
    const logged = (await eve.dosesOnServer()).map(({ kind, snapshot }) => `${kind} ${snapshot.name}`)
    expect(logged.sort()).toEqual(names.map((one) => `taken ${one}`))

    const lost = (tab: Page) => tab.getByText('What you typed on this page is not saved yet and would be lost.')
    for (const tab of [details, voice]) {
      await tab.getByRole('button', { name: 'Reload' }).click()
      await lost(tab).waitFor()
    }
    await details.getByRole('button', { name: 'Save' }).click()
    await details.getByText('Saved', { exact: true }).waitFor()
    await voice.getByRole('button', { name: 'Reload anyway' }).click()

    await eve.dialog('Add Medication').getByRole('button', { name: 'Cancel' }).click()
    await eve.dialog('Discard what you typed?').getByRole('button', { name: 'Discard' }).click()
    await prompt(writing).waitFor()
    await Promise.all([writing.waitForEvent('load'), writing.getByRole('button', { name: 'Reload' }).click()])
  } finally {
    await eve.close()
    await relay.close()
    await server.stop()
    release.remove()
  }
})

const isNextRelease = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('meta[name=release]')?.getAttribute('content') === 'next')

const markPage = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(window, { isSamePage: true }))

/** Returns false once the page has been reloaded. */
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'isSamePage' in window)

/** Runs in the page. */
async function measurePicture(src: string): Promise<{ type: string; size: string }> {
  const answer = await fetch(src)
  const type = (answer.headers.get('content-type') ?? '').replace(/;.*/, '')
  await answer.body?.cancel()
  const picture = new Image()
  picture.src = src
  await picture.decode()
  return { type, size: `${picture.naturalWidth}x${picture.naturalHeight}` }
}
