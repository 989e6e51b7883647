import { userEvent } from '@testing-library/user-event'
import type { DeviceClock } from './clock.ts'
import type { Device } from './device.ts'
import type { Download, FileChooser, FileEvents } from './file-events.ts'
import { type LoadedPage, loadPage } from './loaded-page.ts'
import { Locator } from './locator.ts'
import { topModal } from './missing-parts.ts'
import { ORIGIN } from './network.ts'
import { type Handler, matches, type Pattern, type SentRequest } from './route.ts'
import { followTo } from './server-page.ts'
import { storage } from './storage.ts'
import { task } from './task.ts'
import type { RoleOptions, Words } from './texts.ts'

/** How long to wait, once, for what never comes (ms). */
const PATIENCE = 30_000

/** How often to check while the document does not change (ms): fields change without any event. */
const LOOK_EVERY = 25

type User = ReturnType<typeof userEvent.setup>

/** One tab of a device: Playwright's page, as far as the tests use it. */
export class Tab {
  readonly #device: Device
  readonly sessionStorage = storage()
  readonly #scripts: { source: string; argument: unknown }[] = []
  #page: LoadedPage | undefined
  #user: User | undefined
  #navigation = new AbortController()
  /** The page's own navigation. */
  #going: Promise<void> = Promise.resolve()
  readonly #awaited: { kind: keyof FileEvents; take: (what: FileEvents[keyof FileEvents]) => void }[] = []

  constructor(device: Device) {
    this.#device = device
  }

  get #loaded(): LoadedPage {
    if (!this.#page) throw new Error('The tab is empty')
    return this.#page
  }

  get document(): Document {
    return this.#loaded.document
  }

  get user(): User {
    if (!this.#user) throw new Error('The tab is empty')
    return this.#user
  }

  /** Resolves when the app has started there, or when a newer navigation has taken its place. */
  goto(address: string, init?: RequestInit): Promise<void> {
    return this.#load(this.#begin(), address, init)
  }

  /** HTML, "navigate": the newest navigation ends those under way. Returns what tells this one that it is over. */
  #begin(): AbortSignal {
    this.#navigation.abort()
    this.#navigation = new AbortController()
    this.#going = Promise.resolve()
    return this.#navigation.signal
  }

  async #load(over: AbortSignal, address: string, init?: RequestInit): Promise<void> {
    if (over.aborted) return
    this.#empty()
    const failed = (error: unknown) => {
      if (!over.aborted) throw error
    }
    const found = await followTo(this.#device.network, new URL(address, ORIGIN).href, init).catch(failed)
    if (!found || over.aborted) return
    const { url, html } = found
    const onNavigate = (to: string, sent?: RequestInit) => {
      const next = this.#begin()
      // After the handler that navigates, as in a browser.
      this.#going = task().then(() => this.#load(next, to, sent))
    }
    const onFileEvent = (kind: keyof FileEvents, what: FileEvents[keyof FileEvents]) => {
      const place = this.#awaited.findIndex((one) => one.kind === kind)
      if (place >= 0) this.#awaited.splice(place, 1)[0]?.take(what)
    }
    const { sessionStorage } = this
    const page = loadPage({ device: this.#device, sessionStorage, url, html, onNavigate, onFileEvent })
    this.#page = page
    this.#user = userEvent.setup({ document: page.document, delay: 0, pointerEventsCheck: 0 })
    if (html !== null) return
    for (const { source, argument } of [...this.#device.scripts, ...this.#scripts]) page.run(source, argument)
    await task()
    if (this.#page !== page) return
    page.boot()
    await task()
  }

  reload(): Promise<void> {
    return this.goto(this.url())
  }

  async goBack(): Promise<void> {
    await task()
    this.#loaded.window.history.back()
    await this.settled()
  }

  close(): void {
    this.#begin()
    this.#empty()
  }

  #empty(): void {
    this.#page?.close()
    this.#page = undefined
  }

  /** Fires an event on the window, as the browser would. */
  tell(event: string): void {
    this.#page?.window.dispatchEvent(new this.#page.window.Event(event))
  }

  /** Resolves when navigation has ended and React has rendered the effects of the last action. */
  async settled(): Promise<void> {
    await task()
    await this.#going
  }

  url(): string {
    return this.#loaded.window.location.href
  }

  async content(): Promise<string> {
    return this.document.documentElement.outerHTML
  }

  async title(): Promise<string> {
    return this.document.title
  }

  /** Runs the function in the page: it sees the page's globals and nothing from its own scope. */
  async evaluate<R, A = undefined>(work: (argument: A) => R, argument?: A): Promise<Awaited<R>> {
    await this.settled()
    return (await this.#loaded.run(work.toString(), argument)) as Awaited<R>
  }

  /** Returns a handle of what the function returns: it changes along with the page. */
  async evaluateHandle<R, A = undefined>(work: (argument: A) => R, argument?: A) {
    const held = await this.evaluate(work, argument)
    return { evaluate: async <T>(read: (it: Awaited<R>) => T) => read(held), jsonValue: async () => held }
  }

  /** Runs the function in every page from the next one on, before the app. */
  async addInitScript<A>(work: (argument: A) => unknown, argument?: A): Promise<void> {
    this.#scripts.push({ source: work.toString(), argument })
  }

  async route(pattern: Pattern, handler: Handler, { times }: { times?: number } = {}): Promise<void> {
    this.#device.network.route(pattern, handler, times)
  }

  async unroute(pattern: Pattern, handler?: Handler): Promise<void> {
    this.#device.network.unroute(pattern, handler)
  }

  /** Calls the listener for every request the device sends from now on. */
  on(_event: 'request', listener: (request: SentRequest) => void): void {
    this.#device.network.onRequest.add(listener)
  }

  /** Resolves when the device has the answer to a request with such an address, the next one from now. */
  waitForResponse(pattern: Pattern): Promise<void> {
    const { onAnswer } = this.#device.network
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const hear = (url: string) => matches(pattern, url) && resolve()
    const timer = setTimeout(() => reject(new Error(`Waited ${PATIENCE} ms for an answer from ${pattern}`)), PATIENCE)
    onAnswer.add(hear)
    return promise.finally(() => {
      onAnswer.delete(hear)
      clearTimeout(timer)
    })
  }

  async waitForURL(pattern: Pattern): Promise<void> {
    // Between two pages there is none.
    await this.until(() => this.#page !== undefined && matches(pattern, this.url()), `the address ${pattern}`)
  }

  waitForEvent(kind: 'download'): Promise<Download>
  waitForEvent(kind: 'filechooser'): Promise<FileChooser>
  /** Returns the next file that the page saves, or the next question for files that it asks. */
  async waitForEvent(kind: keyof FileEvents): Promise<Download | FileChooser> {
    let what: FileEvents[keyof FileEvents] | undefined
    this.#awaited.push({ kind, take: (given) => (what = given) })
    await this.until(() => what !== undefined, `a ${kind}`)
    if (kind === 'download') return what as Download
    const input = what as HTMLInputElement
    return { setFiles: (files) => new Locator(this, () => [input], 'the chosen input').setInputFiles(files) }
  }

  get clock(): DeviceClock {
    return this.#device.clock
  }

  readonly keyboard = {
    press: async (key: string) => {
      await task()
      await this.user.keyboard(keysOf(key))
      await this.settled()
    },
    type: async (text: string) => {
      await task()
      await this.user.keyboard(text.replaceAll('{', '{{').replaceAll('[', '[['))
      await this.settled()
    },
  }

  #all(): Locator {
    return new Locator(this, () => (this.#page ? [this.#page.document.documentElement] : []), 'page')
  }

  getByRole(role: string, options?: RoleOptions): Locator {
    return this.#all().getByRole(role, options)
  }

  getByText(words: Words, options?: { exact?: boolean }): Locator {
    return this.#all().getByText(words, options)
  }

  getByLabel(words: Words, options?: { exact?: boolean }): Locator {
    return this.#all().getByLabel(words, options)
  }

  getByAltText(words: Words, options?: { exact?: boolean }): Locator {
    return this.#all().getByAltText(words, options)
  }

  locator(selector: string): Locator {
    return this.#all().locator(selector)
  }

  /** Checks again whenever the document changes, and every few milliseconds. */
  async until(isSo: () => boolean, what: string, timeout = PATIENCE): Promise<void> {
    const end = performance.now() + timeout
    for (;;) {
      await task()
      if (isSo()) return
      if (performance.now() > end) throw new Error(`Waited ${timeout} ms for ${what}. ${this.#seen()}`)
      await this.#change()
    }
  }

  #change(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, LOOK_EVERY)
    if (!this.#page) return promise
    const observer = new this.#page.window.MutationObserver(() => resolve())
    observer.observe(this.#page.document, { subtree: true, childList: true, attributes: true, characterData: true })
    return promise.finally(() => {
      observer.disconnect()
      clearTimeout(timer)
    })
  }

  #seen(): string {
    if (!this.#page) return 'The tab is empty.'
    const { document } = this.#page
    const dialog = topModal(document)
    const body = dialog ?? document.body
    const words = body.textContent.replace(/\s+/g, ' ').slice(0, 1500)
    return `At ${this.url()} the ${dialog ? 'dialog' : 'page'} says:\n${words}`
  }
}

const NAMES: Record<string, string> = { Control: 'Control', Shift: 'Shift', Alt: 'Alt', Meta: 'Meta' }

/** Writes `Shift+Tab` the way user-event does. */
function keysOf(key: string): string {
  const parts = key.split('+')
  const last = parts.pop() ?? ''
  const held = parts.filter((part) => part in NAMES)
  const main =
    last.length === 1 ? (last === '{' || last === '[' ? last + last : last) : last === 'Space' ? ' ' : `{${last}}`
  return `${held.map((name) => `{${name}>}`).join('')}${main}${held.map((name) => `{/${name}}`).join('')}`
}
