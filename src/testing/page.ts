import { vi } from 'vitest'

/** Web Locks are the same in Node as in a page. */
const { locks } = navigator

/**
 * The parts of a page that sign-out touches, in place of the globals missing from Node. `vi.unstubAllGlobals` removes
 * them.
 */
export interface TestPage {
  readonly localStorage: Map<string, string>
  readonly sessionStorage: Map<string, string>
  /** What the page requested from the server, as `METHOD path`. */
  readonly asked: string[]
  /** The browser's cookies that scripts can read. */
  cookie: string
  /** Returns the network's answer for a path; rejects when offline. */
  network: (path: string) => Promise<Response>
  /** Calls the window's listeners for that event. */
  fire(event: string): void
}

export function testPage(): TestPage {
  const listeners = new EventTarget()
  const page: TestPage = {
    localStorage: new Map(),
    sessionStorage: new Map(),
    asked: [],
    cookie: '',
    network: () => Promise.reject(new TypeError('Failed to fetch')),
    fire: (event) => void listeners.dispatchEvent(new Event(event)),
  }
  vi.stubGlobal('localStorage', storageOf(page.localStorage))
  vi.stubGlobal('sessionStorage', storageOf(page.sessionStorage))
  vi.stubGlobal('navigator', { locks })
  vi.stubGlobal('addEventListener', listeners.addEventListener.bind(listeners))
  vi.stubGlobal('removeEventListener', listeners.removeEventListener.bind(listeners))
  const ofDocument = new EventTarget()
  vi.stubGlobal('document', {
    querySelector: () => null,
    visibilityState: 'visible',
    addEventListener: ofDocument.addEventListener.bind(ofDocument),
    removeEventListener: ofDocument.removeEventListener.bind(ofDocument),
    get cookie() {
      return page.cookie
    },
    /** The code only ever writes deletions. */
    set cookie(written: string) {
      const name = written.split('=', 1)[0]
      page.cookie = page.cookie
        .split('; ')
        .filter((pair) => !pair.startsWith(`${name}=`))
        .join('; ')
    },
  })
  vi.stubGlobal('fetch', (path: string, { method = 'GET' }: RequestInit = {}) => {
    page.asked.push(`${method} ${path}`)
    return page.network(path)
  })
  return page
}

const storageOf = (values: Map<string, string>) => ({
  getItem: (name: string) => values.get(name) ?? null,
  setItem: (name: string, value: string) => void values.set(name, value),
  removeItem: (name: string) => void values.delete(name),
  clear: () => values.clear(),
})

/** Returns what `fetch` makes of a redirect it may not follow: nothing in it can be read. */
export const redirectUnread = (): Response =>
  Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } })
