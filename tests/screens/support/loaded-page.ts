import { readFileSync } from 'node:fs'
import { compileFunction, runInNewContext } from 'node:vm'
import { type DOMWindow, JSDOM, VirtualConsole } from 'jsdom'
import { addCamera, mediaDevicesOf } from './camera.ts'
import type { Device } from './device.ts'
import { eventSourceOf } from './event-source.ts'
import { addFileEvents, type OnFileEvent } from './file-events.ts'
import { addFocusOrder } from './focus-order.ts'
import { addLoadedMedia } from './loaded-media.ts'
import { addRecorder } from './microphone.ts'
import { addMissingParts } from './missing-parts.ts'
import { ORIGIN } from './network.ts'
import { dexieOf } from './page-dexie.ts'
import { addPictures } from './pictures.ts'
import { xhrOf } from './xhr.ts'

const CLIENT_SCRIPT = new URL('../../../.cache/client-bundle/client.js', import.meta.url)
/** What the browser draws before the app has loaded is covered by other tests. */
const SHELL = readFileSync(new URL('../../../app.html', import.meta.url), 'utf8')
  .replace(/<div id="first-frame">[\s\S]*?<\/header>[\s\S]*?<\/div>/, '')
  .replace(/<script.*<\/script>/g, '')

/** Node's versions work like a browser's, and can be stored and sent. */
const NODES_OWN = ['URL', 'URLSearchParams', 'Blob', 'File', 'FormData', 'Headers', 'TextDecoder', 'TextEncoder']
/** The language's own globals are shared by all pages, so that what is stored and sent keeps its type. */
const OF_LANGUAGE: string[] = runInNewContext('Object.getOwnPropertyNames(globalThis)')
const KEPT_OUT = new Set([...NODES_OWN, ...OF_LANGUAGE, 'crypto', 'performance', 'event'])

/** An app document, as loaded in a tab. */
export interface LoadedPage {
  readonly window: DOMWindow
  readonly document: Document
  /** Runs a function in the page: it sees the page's globals and nothing from its own scope. */
  run(source: string, argument?: unknown): unknown
  /** Starts the app. */
  boot(): void
  close(): void
}

/** Navigates the tab, with the data of a form if there is any. */
type Navigate = (url: string, init?: RequestInit) => void

export interface PageOptions {
  device: Device
  sessionStorage: Storage
  url: string
  /** For a page that the server draws; null for the app's own document. */
  html: string | null
  onNavigate: Navigate
  onFileEvent: OnFileEvent
}

/** What an app document tells its script: whether the request for it carried a session. */
const shellFor = (hasSession: boolean): string =>
  hasSession ? SHELL : SHELL.replace('</title>', '</title><meta name="session" content="none">')

export function loadPage({ device, sessionStorage, url, html, onFileEvent, ...options }: PageOptions): LoadedPage {
  const closing = new AbortController()
  const { signal } = closing
  // The script of a page that was left may run on for a moment, but leads nowhere.
  const onNavigate: Navigate = (to, init) => signal.aborted || options.onNavigate(to, init)
  const { clock } = device
  const begun = clock.now()
  const virtualConsole = new VirtualConsole()
  virtualConsole.on('jsdomError', (error) => device.problem(`page error: ${told(error.cause ?? error)}`))
  const dom = new JSDOM(html ?? shellFor(device.hasSession(url)), {
    url,
    cookieJar: device.cookies,
    virtualConsole,
    pretendToBeVisual: true,
  })
  const { window } = dom
  const own = { ...addMissingParts(window), ...addPictures(window), ...device.parts(window, signal) }
  const location = locationOf(window, onNavigate)
  const given: Record<string, unknown> = {
    ...own,
    dexie: dexieOf(own, signal),
    navigator: navigatorOf(window, device, signal),
    location,
    sessionStorage,
    globalThis: window,
    // A page's time starts at its own load.
    performance: {
      now: () => clock.now() - begun,
      timeOrigin: begun,
      getEntriesByType: (type: string) => (type === 'navigation' ? [{ name: url }] : []),
    },
    fetch: (input: string | URL, init?: RequestInit) => device.network.fetch(input, init, signal),
    ...addRecorder(window, clock),
    EventSource: eventSourceOf(device.network, signal),
    XMLHttpRequest: xhrOf(device.network, window, signal),
    console: {
      ...console,
      error: (...words: unknown[]) => device.problem(`console.error: ${words.map(String).join(' ')}`),
      warn: () => {},
    },
    reportError: (error: unknown) => device.problem(`page error: ${told(error)}`),
    // Inherited from the window's prototype, not its own property.
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    dispatchEvent: window.dispatchEvent.bind(window),
    isSecureContext: true,
    setImmediate: (work: () => void) => setImmediate(() => signal.aborted || work()),
  }
  for (const [name, value] of Object.entries(given)) {
    // The window's own `location` cannot be replaced; the app only reads it to see where it is.
    if (name !== 'location' && name !== 'globalThis')
      Object.defineProperty(window, name, { value, configurable: true, writable: true })
  }
  const allNames = [...new Set([...Object.getOwnPropertyNames(window).filter(isGiven), ...Object.keys(given)])].sort()
  const values = allNames.map((name) => given[name] ?? bound(window, name))
  leaveThrough(window, onNavigate)
  addFileEvents(window, onFileEvent)
  addFocusOrder(window)
  addCamera(window, device)
  addLoadedMedia(window, device, signal)
  return {
    window,
    document: window.document,
    run: (source, argument) =>
      compileFunction(`return (${source})(...arguments[arguments.length - 1])`, allNames)(...values, [argument]),
    boot: () => compiled(allNames)(...values),
    close: () => {
      closing.abort()
      window.close()
    },
  }
}

/** Names that a parameter may have; handlers (`onload`) and jsdom's internals are no globals of the app. */
const isGiven = (name: string): boolean => /^[a-zA-Z]\w*$/.test(name) && !/^on[a-z]/.test(name) && !KEPT_OUT.has(name)

function bound(window: DOMWindow, name: string): unknown {
  const value: unknown = window[name]
  // The window's functions need it as their `this`; constructors stay as they are.
  return typeof value === 'function' && /^[a-z]/.test(name) ? value.bind(window) : value
}

let script: { names: string; run: (...values: unknown[]) => void } | undefined

/**
 * Compiles the script once for all pages of this process. Their globals are its parameters, so running it again needs
 * no compiling.
 */
function compiled(names: string[]): (...values: unknown[]) => void {
  if (script?.names !== names.join()) {
    const run = compileFunction(readFileSync(CLIENT_SCRIPT, 'utf8'), names, { filename: CLIENT_SCRIPT.pathname })
    script = { names: names.join(), run: run as (...values: unknown[]) => void }
  }
  return script.run
}

/** Some of jsdom's errors have no stack. */
const told = (error: unknown): string => `${error} ${(error as Error | undefined)?.stack ?? ''}`

function navigatorOf(window: DOMWindow, device: Device, closed: AbortSignal): unknown {
  const own: Record<string, unknown> = {
    locks: device.locks.ofTab(closed),
    mediaDevices: mediaDevicesOf(window, device),
    language: 'en-AU',
    languages: ['en-AU'],
    userAgent: device.userAgent,
    get onLine() {
      return device.network.isUp
    },
    ...device.navigator,
  }
  return new Proxy(window.navigator, {
    get(target, name) {
      if (typeof name === 'string' && name in own) return own[name]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
    has: (target, name) => name in own || name in target,
  })
}

/**
 * jsdom cannot navigate: its `assign` and `reload` only complain on the console. They cannot be replaced there, so
 * another object stands in for `location`.
 */
function locationOf(window: DOMWindow, onNavigate: Navigate): unknown {
  const { location } = window
  const go = (to: string | URL) => onNavigate(new URL(to, location.href).href)
  const own: Record<string, unknown> = { assign: go, replace: go, reload: () => go(location.href) }
  return new Proxy(own, {
    get(_, name) {
      if (typeof name === 'string' && name in own) return own[name]
      const value: unknown = Reflect.get(location, name)
      return typeof value === 'function' ? value.bind(location) : value
    },
    set(_, name, value) {
      if (name === 'href') go(String(value))
      else Reflect.set(location, name, value)
      return true
    },
    has: (_, name) => name in location,
  })
}

/** Makes links that the router leaves alone load another document in the tab. */
function leaveThrough(window: DOMWindow, onNavigate: Navigate): void {
  window.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a[href]')
    if (!link || event.defaultPrevented) return
    const to = new URL(link.getAttribute('href') ?? '', window.location.href)
    const isHere = to.hash !== '' && to.href.split('#')[0] === window.location.href.split('#')[0]
    if (isHere || to.origin !== ORIGIN || link.hasAttribute('download')) return
    event.preventDefault()
    onNavigate(to.href)
  })
  // Forms of the server's pages: by now the app has handled its own.
  window.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const fields = new window.FormData(form, (event as SubmitEvent).submitter)
    const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))
    const to = new URL(form.getAttribute('action') ?? '', window.location.href)
    if (form.method === 'get') onNavigate(`${to.href.split('?')[0]}?${body}`)
    else onNavigate(to.href, { method: 'POST', body })
  })
}
