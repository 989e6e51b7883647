import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PAGES, SERVER_PAGES } from '#domain/protocol/pages.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { startChaosRelay } from '#tests/support/chaos-relay.ts'
import { until } from '#tests/support/wait.ts'
import { chanceOf } from '#tests/sync/prng.ts'
import { planDay } from './support/day.ts'
import { copyOfApp, type Release } from './support/release.ts'
import { setUpScreens } from './support/screens.ts'
import { newUser, type User } from './support/user.ts'

const screens = setUpScreens()

const paths = Object.values(PAGES)

interface Manifest {
  id: string
  start_url: string
  display: string
  categories: string[]
  icons: { src: string; sizes: string; type: string; purpose: string }[]
  shortcuts: { name: string; url: string; icons: { src: string; sizes: string; type: string }[] }[]
  screenshots: { src: string; sizes: string; type: string; form_factor: string }[]
}

async function headingsOf(user: User): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const path of paths) {
    await user.open(path)
    found[path] = (await user.page.locator('h1').first().textContent()) ?? ''
  }
  return found
}

describe('the app', () => {
  it('can be installed: Chromium finds nothing missing in its manifest, and every picture is what it says', async () => {
    const ann = await screens.user()
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
  })

  it('is served by its worker after one visit, on every page, with the server out of reach', async () => {
    // This server takes no payments.
    const bob = await screens.user({ expected: [/status of 503 .*\/api\/create-subscription/] })
    await bob.signUp()
    await planDay(bob, [{ name: 'Metformin', minutes: [-2] }])
    await bob.page.getByText('Metformin').first().waitFor()
    await bob.workerReady()
    const online = await headingsOf(bob)
    await bob.offline()
    expect(await headingsOf(bob)).toEqual(online)
    await bob.open('/medications')
    await bob.page.getByRole('heading', { name: 'Metformin' }).waitFor()
    await bob.open('/no-such-page')
    await bob.page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
  })

  it('leaves the pages that the server draws to the server', async () => {
    // Neither page knows a user with this token.
    const dan = await screens.user({ expected: [/status of 404/] })
    await dan.open('/')
    await dan.workerReady()
    for (const page of Object.values(SERVER_PAGES)) {
      const answer = await dan.page.goto(`${dan.url}${page}?token=nobody`)
      expect(answer?.fromServiceWorker(), page).toBe(false)
      expect(await dan.page.locator('h1').textContent(), page).not.toBe('404 Page Not Found')
    }
  })

  it('shows a visitor its public pages without a network, and on the private ones the way in', async () => {
    const cara = await screens.user()
    await cara.open('/')
    await cara.workerReady()
    const online = await headingsOf(cara)
    await cara.offline()
    expect(await headingsOf(cara)).toEqual(online)
    for (const path of [PAGES.medications, PAGES.reminders, PAGES.history, PAGES.reminderHealth])
      expect(online[path]).toBe('Please sign in')
  })

  it('is offered for the home screen after the first logged dose, and not again once declined', async () => {
    const dan = await screens.user()
    await dan.signUp()
    await planDay(dan, [{ name: 'Metformin', minutes: [-2] }])
    const ask = () =>
      dan.page.evaluate(() => {
        const event = new Event('beforeinstallprompt', { cancelable: true })
        dispatchEvent(Object.assign(event, { prompt: async () => ({ outcome: 'dismissed' }) }))
        return event.defaultPrevented
      })
    expect(await ask()).toBe(true)
    const offer = dan.page.getByRole('region', { name: 'Install Dosewell' })
    await dan.page.getByRole('button', { name: 'Taken: Metformin' }).waitFor()
    expect(await offer.count()).toBe(0)
    await dan.page.getByRole('button', { name: 'Taken: Metformin' }).click()
    // The toast with its Undo covers the place of the offer.
    await dan
      .toast(/^Metformin taken/)
      .getByRole('button', { name: 'Close' })
      .click()
    await offer.getByRole('button', { name: 'Not now' }).click()
    await offer.waitFor({ state: 'detached' })
    await dan.page.reload()
    await dan.page.getByText(/^Taken \d+:\d\d [AP]M$/).waitFor()
    await ask()
    await until(() => dan.page.evaluate(readDeclined), { what: 'the mark of the declined offer' })
    expect(await offer.count()).toBe(0)
  })
})

describe('a new version', () => {
  let release: Release
  let server: AppServer

  beforeEach(async () => {
    release = copyOfApp()
    server = await startAppServer({ repository: release.repository })
  })
  afterEach(async () => {
    await server.stop()
    release.remove()
  })

  it('is offered without touching an open form; "Reload" lets it in, tabs with a form open stay, idle ones follow', async () => {
    const eve = await newUser(screens.browser, server)
    try {
      await eve.signUp()
      await eve.workerReady()
      const { page: asking } = eve
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

      release.publishNext()
      await asking.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
      const prompt = (tab: Page) => tab.getByText('A new version is ready')
      await prompt(asking).waitFor()
      await prompt(idle).waitFor()
      expect(await prompt(writing).count()).toBe(0)
      expect(await Promise.all(tabs.map(isMarked))).toEqual([true, true, true, true, true])

      const loadedAnew = [asking, idle].map((tab) => tab.waitForEvent('load'))
      await asking.getByRole('button', { name: 'Reload' }).click()
      await Promise.all(loadedAnew)
      await asking.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()
      expect(await isNextRelease(asking)).toBe(true)
      expect(await prompt(asking).count()).toBe(0)
      expect(await Promise.all([writing, details, voice].map(isMarked))).toEqual([true, true, true])
      expect(await name.inputValue()).toBe('Half a name')

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
    }
  })

  it('S2.2 let in while 50 changes wait: all are there afterwards, and the server gets each of them once', async () => {
    const relay = await startChaosRelay(server.port, chanceOf('update'))
    const names = Array.from({ length: 50 }, (_, index) => `Planned ${String(index).padStart(2, '0')}`)
    const fay = await newUser(screens.browser, server, { url: relay.url, expected: [/net::ERR_/] })
    try {
      await fay.signUp()
      await planDay(
        fay,
        names.map((name, index) => ({ name, minutes: [-20 - index] })),
      )
      const taken = (name: string) => fay.page.getByRole('button', { name: `Taken: ${name}` })
      await taken(names.at(-1) ?? '').waitFor()
      await fay.workerReady()

      // The app's files can be fetched, and nothing else.
      relay.spoil(1, (_method, path) => path.startsWith('/api/'), ['cut'])
      for (const name of names) {
        await taken(name).click()
        await taken(name).waitFor({ state: 'hidden' })
      }
      expect(await fay.outbox()).toEqual({ waiting: 50, attention: 0 })

      await server.kill()
      release.publishNext()
      await server.start()
      await fay.page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
      const loadedAnew = fay.page.waitForEvent('load', { timeout: 60_000 })
      await fay.page.getByRole('button', { name: 'Reload' }).click()
      await loadedAnew
      await fay.page.getByText('50 changes saved here, waiting to sync').waitFor()
      expect(await isNextRelease(fay.page)).toBe(true)
      expect(await fay.outbox()).toEqual({ waiting: 50, attention: 0 })
      expect(await fay.dosesOnServer()).toEqual([])

      // Each batch first meets the worst that can happen to it: it is done, and the answer is lost.
      relay.spoil(1, (method) => method === 'POST', ['loseAnswer'])
      await until(() => relay.met.loseAnswer > 0, { timeout: 45_000, what: 'a lost answer' })
      relay.heal()
      await fay.saved()
      const logged = (await fay.dosesOnServer()).map(({ kind, snapshot }) => `${kind} ${snapshot.name}`)
      expect(logged.sort()).toEqual(names.map((name) => `taken ${name}`))
    } finally {
      await fay.close()
      await relay.close()
    }
  })
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

/** Runs in the page: whether this device remembers that the offer was declined. */
async function readDeclined(): Promise<boolean> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const db = await done(indexedDB.open('dosewell-device'))
  const mark = await done(db.transaction('values').objectStore('values').get('mark:install-declined'))
  db.close()
  return typeof mark === 'string'
}
