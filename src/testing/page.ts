import { vi } from 'vitest'

/** Web Locks are the same here as there. */
const { locks } = navigator

/** The parts of a page that the sign-out touches, in place of the globals that Node lacks. `vi.unstubAllGlobals` ends it. */
export interface TestPage {
  readonly localStorage: Map<string, string>
  readonly sessionStorage: Map<string, string>
  /** What the page was asked from the server, `METHOD path`. */
  readonly asked: string[]
  /** What the browser holds of cookies that scripts can read. */
  cookie: string
  /** What the network answers to a path; rejects: no network. */
  network: (path: string) => Promise<Response>
  /** Tells the listeners of that event of the window. */
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
    /** Only deletions are written here. */
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

/** What `fetch` makes of a redirect that it may not follow: nothing of it can be read. */
export const redirectUnread = (): Response =>
  Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } })
