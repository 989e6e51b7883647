import { randomUUID } from 'node:crypto'
import type { DosesAnswer } from '#domain/protocol/doses.ts'
import type { LoggedDoseEvent } from '#domain/records/dose-event.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import type { TestApp } from '#server/testing/app.ts'
import { askForCode, typeCode } from '#server/testing/people.ts'
import { type MedicationEntry, submitMedication } from '#tests/e2e/support/medication-form.ts'
import { noonZone } from '#tests/e2e/support/zones.ts'
import { until } from '#tests/support/wait.ts'
import { type Device, newDevice } from './device.ts'
import type { Locator } from './locator.ts'
import { ORIGIN } from './network.ts'
import type { Handler, Pattern } from './route.ts'
import { Tab } from './tab.ts'
import { task } from './task.ts'

export interface UserOptions {
  /** Console complaints that this test provokes. */
  expected?: readonly RegExp[]
  context?: { userAgent?: string }
}

/** The heading of the home screen; with several people it is another. */
const HOME = 'Welcome to Your Medication Dashboard'

let made = 0

/** A user on their own device, with the methods of `User` in tests/e2e. */
export class User {
  readonly server: TestApp
  readonly device: Device
  /** That of the process, which the file set when it began: in the meantime a full hour may have passed. */
  readonly timeZone = process.env.TZ ?? noonZone()
  readonly problems: string[] = []
  readonly url = ORIGIN
  /** Applies to every tab of the device, including future ones. */
  readonly context = {
    route: async (pattern: Pattern, handler: Handler) => this.device.network.route(pattern, handler),
    unroute: async (pattern: Pattern, handler?: Handler) => this.device.network.unroute(pattern, handler),
    addInitScript: async <A>(work: (argument: A) => unknown, argument?: A) => {
      this.device.scripts.push({ source: work.toString(), argument })
    },
  }
  readonly #expected: RegExp[]
  readonly #tabs: Tab[]

  constructor(server: TestApp, { expected = [], context }: UserOptions = {}) {
    this.server = server
    this.#expected = [...expected]
    const problem = (line: string) => {
      if (!this.#expected.some((pattern) => pattern.test(line))) this.problems.push(line)
    }
    this.device = newDevice(server, { problem, userAgent: context?.userAgent })
    this.#tabs = [new Tab(this.device)]
  }

  /** The newest tab. */
  get page(): Tab {
    const tab = this.#tabs.at(-1)
    if (!tab) throw new Error('Every tab is closed')
    return tab
  }

  open(path: string): Promise<void> {
    return this.page.goto(path)
  }

  /** Opens a new tab, which becomes `page`. */
  async newTab(path?: string): Promise<Tab> {
    this.#tabs.push(new Tab(this.device))
    if (path !== undefined) await this.open(path)
    return this.page
  }

  /** Closes every tab; the device's storage remains. */
  async closeTabs(): Promise<void> {
    for (const tab of this.#tabs.splice(0)) tab.close()
  }

  /** Signs in to an account, new or not, skipping the sign-in pages. Ends on the home screen. */
  async signIn(email: string, home = HOME): Promise<void> {
    await this.#begin(email)
    await this.open('/')
    await this.#home(home)
  }

  /** Creates an adult's account. Ends on the home screen. */
  async signUp(email = newAddress()): Promise<void> {
    await this.#begin(email)
    const answer = await this.call('POST', '/api/user/verify-age', {
      dateOfBirth: '1980-05-17',
      timeZone: this.timeZone,
    })
    if (answer.status !== 200) throw new Error(`verifying the age of ${email} answered ${answer.status}`)
    await this.open('/')
    await this.#home()
    await this.page.getByText('Add Your First Medication').first().waitFor()
  }

  async #begin(email: string): Promise<void> {
    const { code, cookie } = await askForCode(this.server, email)
    const answer = await typeCode(this.server, code, cookie)
    if (answer.statusCode !== 303) throw new Error(`signing in answered ${answer.statusCode}`)
    for (const line of [answer.headers['set-cookie']].flat())
      if (line !== undefined) await this.device.cookies.setCookie(line, ORIGIN)
  }

  #home(name = HOME): Promise<void> {
    return this.page.getByRole('heading', { name }).waitFor()
  }

  /** Types address and mailed code into the real pages; ends wherever the server leads. */
  async enterCode(email: string): Promise<void> {
    await this.page.getByLabel('Email').fill(email)
    await this.page.getByRole('button', { name: 'Email me a code' }).click()
    await this.page.getByLabel('Six-digit code').fill(this.codeFor(email))
    await this.page.getByRole('button', { name: 'Sign in' }).click()
  }

  /** Returns the code in the newest mail to that address. */
  codeFor(email: string): string {
    const mail = this.server.mails.findLast(({ to }) => to === email.toLowerCase())
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
    if (!code) throw new Error(`no code was mailed to ${email}`)
    return code
  }

  /** Goes through the form; ends on the home screen. */
  async addMedication(entry: MedicationEntry): Promise<void> {
    await this.open('/medications?add=1')
    await submitMedication(this.page, entry)
    await this.#home()
  }

  /** Returns the toast with this text in its title or description. */
  toast(words: string | RegExp): Locator {
    return this.page.locator('.toast').filter({ hasText: words })
  }

  dialog(name?: string | RegExp): Locator {
    return this.page.getByRole('dialog', name === undefined ? {} : { name })
  }

  async outbox(): Promise<{ waiting: number; attention: number }> {
    const rows = await readRows<{ state: string }>(this.device.indexedDB, 'outbox')
    const waiting = rows.filter(({ state }) => state === 'waiting').length
    return { waiting, attention: rows.length - waiting }
  }

  /** Returns every logged dose that this device knows of, whoever's it is. */
  doses(): Promise<LoggedDoseEvent[]> {
    return readRows<LoggedDoseEvent>(this.device.indexedDB, 'doseEvents')
  }

  /** Returns the notification logs of this device, of everybody. */
  rings(): Promise<{ key: string }[]> {
    return readRows<{ key: string }>(this.device.indexedDB, 'rings')
  }

  /** Waits until the server has answered every write of this device. */
  async saved(): Promise<void> {
    const isEmpty = async () => {
      const { waiting, attention } = await this.outbox()
      return waiting + attention === 0
    }
    await until(isEmpty, { timeout: 30_000, what: 'an empty outbox' })
  }

  /** Pages have no worker here, with or without a network. */
  async workerReady(): Promise<void> {}

  /** Ends the session here without telling any page. */
  async clearCookies(): Promise<void> {
    await this.device.cookies.removeAllCookies()
  }

  /**
   * Collects everything that toasts say from the next page on, oldest first, each once: title, description and button
   * in one string.
   */
  async hearToasts(): Promise<readonly string[]> {
    const heard: string[] = []
    await this.page.addInitScript(noteToasts, heard)
    return heard
  }

  async offline(): Promise<void> {
    await task()
    this.device.network.isUp = false
    this.#tellTabs('offline')
  }

  async online(): Promise<void> {
    await task()
    this.device.network.isUp = true
    this.#tellTabs('online')
  }

  #tellTabs(event: string): void {
    for (const tab of this.#tabs) tab.tell(event)
  }

  /** Expects such console complaints from now on. */
  expectComplaint(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  /**
   * Returns the server's own answer, with this device's session. It bypasses the page, so it works while that is
   * offline.
   */
  async call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: T }> {
    const answer = await this.server.inject({
      method: method as 'GET',
      url: path,
      headers: {
        cookie: await this.device.cookies.getCookieString(ORIGIN),
        ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID(), 'sec-fetch-site': 'same-origin' }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    return { status: answer.statusCode, body: (answer.body === '' ? null : JSON.parse(answer.body)) as T }
  }

  async medicationsOnServer(): Promise<ListedMedication[]> {
    return (await this.call<ListedMedication[]>('GET', '/api/medications')).body
  }

  async dosesOnServer(): Promise<LoggedDoseEvent[]> {
    return (await this.call<DosesAnswer>('GET', '/api/doses?since=0')).body.events
  }

  async user(): Promise<CurrentUser> {
    return (await this.call<CurrentUser>('GET', '/api/auth/user')).body
  }
}

/** Runs in pages. A newer toast may reuse an older one's element, so only element and text together identify it. */
function noteToasts(heard: string[]): void {
  const noted = new WeakMap<Element, string>()
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll('.toast')) {
      const words = toast.textContent
      if (words === '' || noted.get(toast) === words) continue
      noted.set(toast, words)
      heard.push(words)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Returns an address that nobody has used yet. */
export function newAddress(): string {
  made += 1
  return `user-${made}-${randomUUID().slice(0, 8)}@example.org`
}

/** Reads every row of a store from the databases of this device's users. */
async function readRows<Row>(factory: IDBFactory, store: string): Promise<Row[]> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const rows: Row[] = []
  for (const { name = '' } of await factory.databases()) {
    if (!/^dosewell-[0-9a-f]{8}-/.test(name)) continue
    const db = await done(factory.open(name))
    if (db.objectStoreNames.contains(store))
      rows.push(...(await done(db.transaction(store).objectStore(store).getAll())))
    db.close()
  }
  return rows
}
