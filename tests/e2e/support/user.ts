import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { DosesAnswer } from '#domain/protocol/doses.ts'
import type { LoggedDoseEvent } from '#domain/records/dose-event.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import type { ServerInUse } from '#tests/support/app-server.ts'
import { until } from '#tests/support/wait.ts'
import { showAndReadInTurn } from './in-turn.ts'
import { holdWorkerBack } from './late-worker.ts'
import { type MedicationEntry, submitMedication } from './medication-form.ts'
import { newAddress } from './never-used.ts'
import { watchForProblems } from './problems.ts'
import { noonZone } from './zones.ts'

/** What Chromium logs for every request that fails without a network, and for streams that break. */
const NO_NETWORK = /net::ERR_/

/**
 * Chromium logs the 401 that a signed-out visitor gets and, until the age dialog is done, the 403 for any data. Also
 * for requests that were under way when the session ended.
 */
const SIGNED_OUT =
  /status of 401 .*\/api\/(auth\/user|medications|medical-documents|prescriptions|appointments|doses|events|reminders|batch|push\/key)/
const NOT_OF_AGE_YET = /status of 403 .*\/api\/(medications|doses|events|reminders|batch)/

/** How the worker's `sync` handler asks the browser to fire again later: it rejects. */
const SYNC_AGAIN = /worker error: .*The outbox is not empty yet/

/** Chromium's complaint about `pushManager.subscribe()` in a browser without a profile; web-push.test.ts has one. */
const NO_PUSH_WITHOUT_PROFILE = /does not support the Push API in incognito mode/

export interface UserOptions {
  /** The time zone of the device, and so of the account; by default one where it is about noon. */
  timeZone?: string
  /** Where the browser finds the server; a relay's address for tests about bad networks. */
  url?: string
  /** Console complaints that this test provokes, apart from those about a network that was switched off. */
  expected?: readonly RegExp[]
  context?: BrowserContextOptions
}

/** A user on a device: a browser context (or a profile), the page they look at, and what they do there. */
export interface User {
  readonly context: BrowserContext
  /** The newest page. */
  readonly page: Page
  readonly server: ServerInUse
  readonly url: string
  readonly timeZone: string
  /** Opens an address of the app in the page, as if typed into the address bar. */
  open(path: string): Promise<void>
  /** Closes every tab; the device's storage remains. */
  closeTabs(): Promise<void>
  /** Opens a new tab, which becomes `page`. */
  newTab(path?: string): Promise<Page>
  /**
   * Creates an adult's account with the browser's own requests, skipping the sign-up pages. Ends on the home screen.
   */
  signUp(email?: string): Promise<void>
  /** Signs in to an existing account, skipping the pages like `signUp`. Ends on the home screen. */
  signIn(email: string): Promise<void>
  /** Types address and mailed code into the real pages; ends wherever the server leads. */
  enterCode(email: string): Promise<void>
  /** Goes through the form; ends on the home screen. */
  addMedication(entry: MedicationEntry): Promise<void>
  /** Returns the toast with this text in its title or description. */
  toast(words: string | RegExp): Locator
  dialog(name?: string | RegExp): Locator
  /** Returns how many writes are waiting on this device, and how many need the user. */
  outbox(): Promise<{ waiting: number; attention: number }>
  /** Waits until the server has answered every write of this device. */
  saved(): Promise<void>
  /**
   * Lets the worker in and waits until it serves the page: from now on the app opens without a network. A fresh device
   * has no worker before.
   */
  workerReady(): Promise<void>
  offline(): Promise<void>
  online(): Promise<void>
  /** Expects such console complaints from now on. */
  expectComplaint(pattern: RegExp): void
  /**
   * Returns the server's own answer, with this user's session. It bypasses the browser, so it works while that is
   * offline.
   * @param names the headers that say whose data it is about, if it is somebody else's
   */
  call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    names?: Record<string, string>,
  ): Promise<{ status: number; body: T }>
  medicationsOnServer(): Promise<ListedMedication[]>
  dosesOnServer(): Promise<LoggedDoseEvent[]>
  user(): Promise<CurrentUser>
  close(): Promise<void>
}

/** Creates a user on a fresh device. */
export async function newUser(browser: Browser, server: ServerInUse, options: UserOptions = {}): Promise<User> {
  const timeZone = options.timeZone ?? noonZone()
  const context = await browser.newContext({
    locale: 'en-AU',
    timezoneId: timeZone,
    viewport: { width: 1280, height: 800 },
    ...options.context,
  })
  const wantWorker = await holdWorkerBack(context)
  return userOf(context, server, { ...options, timeZone, wantWorker })
}

/**
 * Creates a user in an existing context (a persistent profile). `wantWorker` lets in the worker that is held back.
 */
export async function userOf(
  context: BrowserContext,
  server: ServerInUse,
  options: UserOptions & { timeZone: string; wantWorker?: () => Promise<void> },
): Promise<User> {
  const url = options.url ?? server.url
  const expected: RegExp[] = [SIGNED_OUT, SYNC_AGAIN, NO_PUSH_WITHOUT_PROFILE, ...(options.expected ?? [])]
  let isOfAge = false
  let isClosed = false
  watchForProblems(context, (line) =>
    (isOfAge ? expected : [NOT_OF_AGE_YET, ...expected]).some((pattern) => pattern.test(line)),
  )
  // Three browsers share two cores in CI; a test waits this long, once, for what never comes.
  context.setDefaultTimeout(30_000)
  await context.addInitScript(showAndReadInTurn)
  let page = context.pages()[0] ?? (await context.newPage())
  let cookie = ''

  const call = async <T>(method: string, path: string, body?: unknown, names: Record<string, string> = {}) => {
    const jar = await context.cookies()
    // What the browser would send, signed in or not. Saved, because the cookies of a closed context are gone.
    cookie = jar.map(({ name, value }) => `${name}=${value}`).join('; ') || cookie
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        cookie,
        ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID(), 'sec-fetch-site': 'same-origin' }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...names,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as T }
  }

  /** Opens a session for the browser as the sign-in pages do (sign-up.test.ts tests those). */
  const begin = async (email: string) => {
    // As on the way to those pages, no open page of the app may still make requests as somebody else.
    await page.goto('about:blank')
    const send = async (path: string, form: Record<string, string>) => {
      const headers = { 'sec-fetch-site': 'same-origin' }
      const answer = await context.request.post(`${server.url}${path}`, { form, headers, maxRedirects: 0 })
      if (answer.status() !== 303) throw new Error(`${path} answered ${answer.status()}`)
    }
    await send('/api/login', { email })
    await send('/api/login/code', { code: await server.codeFor(email) })
  }

  /** The app's own home screen: the first frame shows the same text before the app has loaded. */
  const home = () =>
    page.locator('#root').getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()

  const user: User = {
    context,
    get page() {
      return page
    },
    server,
    url,
    timeZone: options.timeZone,
    async open(path) {
      await page.goto(`${url}${path}`)
    },
    async closeTabs() {
      await Promise.all(context.pages().map((tab) => tab.close()))
    },
    async newTab(path) {
      page = await context.newPage()
      if (path !== undefined) await user.open(path)
      return page
    },
    async enterCode(email) {
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Email me a code' }).click()
      await page.getByLabel('Six-digit code').fill(await server.codeFor(email))
      await page.getByRole('button', { name: 'Sign in' }).click()
    },
    async signIn(email) {
      await begin(email)
      await user.open('/')
      await home()
    },
    async signUp(email = newAddress('person')) {
      await begin(email)
      const { status } = await call('POST', '/api/user/verify-age', {
        dateOfBirth: '1980-05-17',
        timeZone: options.timeZone,
      })
      if (status !== 200) throw new Error(`verifying the age of ${email} answered ${status}`)
      isOfAge = true
      await user.open('/')
      await home()
      await page.locator('#root').getByText('Add Your First Medication').first().waitFor()
    },
    async addMedication(entry) {
      await user.open('/medications?add=1')
      await submitMedication(page, entry)
      await page.getByRole('heading', { name: 'Welcome to Your Medication Dashboard' }).waitFor()
    },
    toast: (words) => page.locator('.toast').filter({ hasText: words }),
    dialog: (name) => page.getByRole('dialog', name === undefined ? {} : { name }),
    outbox: () => page.evaluate(countOutbox),
    async saved() {
      await until(
        async () => {
          const { waiting, attention } = await user.outbox()
          return waiting + attention === 0
        },
        // Attempts become rare while a server is down: the pause before the next one may be half of that.
        { timeout: 45_000, what: 'an empty outbox' },
      )
    },
    async workerReady() {
      await options.wantWorker?.()
      await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
        polling: 100,
      })
    },
    async offline() {
      expected.push(NO_NETWORK)
      await context.setOffline(true)
    },
    online: () => context.setOffline(false),
    expectComplaint(pattern) {
      expected.push(pattern)
    },
    call,
    async medicationsOnServer() {
      return (await call<ListedMedication[]>('GET', '/api/medications')).body
    },
    async dosesOnServer() {
      return (await call<DosesAnswer>('GET', '/api/doses?since=0')).body.events
    },
    async user() {
      return (await call<CurrentUser>('GET', '/api/auth/user')).body
    },
    async close() {
      // The test may have closed it already.
      if (isClosed) return
      isClosed = true
      // A route still waiting would fail the run once its context is gone.
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    },
  }
  return user
}

/** Runs in the page. Reads the signed-in user's database, and never creates one. */
async function countOutbox(): Promise<{ waiting: number; attention: number }> {
  const answer = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  const count = { waiting: 0, attention: 0 }
  for (const name of names.filter((known) => /^dosewell-[0-9a-f]{8}-/.test(known))) {
    const db = await answer(indexedDB.open(name))
    if (db.objectStoreNames.contains('outbox')) {
      const rows = await answer(db.transaction('outbox').objectStore('outbox').getAll())
      for (const row of rows) count[row.state as keyof typeof count] += 1
    }
    db.close()
  }
  return count
}
