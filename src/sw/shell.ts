import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { PAGES, SERVER_PAGES } from '#domain/protocol/pages.ts'
import { PAYMENT_HEADERS } from '#domain/protocol/payment-headers.ts'
import { worker } from './scope.ts'
import { forgetEarlierStarts, routeStart } from './start-routes.ts'

type PrecacheFile = string | PrecacheEntry

const SHELL = '/app.html'
/** As many requests as browsers make of one HTTP/1.1 server at the same time. */
const AT_ONCE = 6
/** What only the server answers: its calls, and the pages it renders. */
const SERVERS_OWN = [/^\/api(?:\/|$)/, ...Object.values(SERVER_PAGES).map((page) => new RegExp(`^${page}(?:\\?|$)`))]
/** The only page on which the payment provider's script may run. */
const PAYMENT = new RegExp(`^${PAGES.subscribe}(?:\\?|$)`)

/**
 * Caches the app itself on the device: every file of the build, and no user data (that is in IndexedDB). Every
 * navigation, except to the server's own pages, immediately gets the shell from the cache, so that a hanging server
 * delays nothing. The router, not a list here, decides which pages exist.
 */
export function serveShell(files: readonly PrecacheFile[]): void {
  const precache = new PrecacheController()
  precache.addToCacheList([...files])
  worker.addEventListener('install', (event) =>
    event.waitUntil(storeAll(precache, files, event).then(() => routeStart(precache, event).catch(() => {}))),
  )
  worker.addEventListener('activate', (event) => {
    void precache.activate(event)
    event.waitUntil(forgetEarlierStarts(precache))
  })
  registerRoute(new PrecacheRoute(precache))
  cleanupOutdatedCaches()
  // The pages of the first visit use the cache too, for chunks they load later.
  clientsClaim()
  const shell = precache.createHandlerBoundToURL(SHELL)
  registerRoute(new NavigationRoute(async (options) => allowingPayment(await shell(options)), { allowlist: [PAYMENT] }))
  registerRoute(new NavigationRoute(shell, { denylist: SERVERS_OWN }))
}

/**
 * Fetches and stores the files that the device does not have. Workbox's own installation fetches one after the other,
 * which on a mobile network takes a round trip for each: a device would be a long time without an app for offline use.
 * @throws when a file cannot be fetched or stored; the browser then installs nothing and tries again later
 */
async function storeAll(precache: PrecacheController, files: readonly PrecacheFile[], event: ExtendableEvent) {
  const left = files.map((file) => (typeof file === 'string' ? { url: file, revision: null } : file))
  const storeNext = async (): Promise<void> => {
    for (let file = left.pop(); file; file = left.pop()) {
      const { href } = new URL(file.url, location.href)
      // A name without a hash may be in the browser's own cache with older content.
      const request = new Request(href, { cache: file.revision ? 'reload' : 'default', credentials: 'same-origin' })
      const cacheKey = precache.getCacheKeyForURL(href)
      await Promise.all(precache.strategy.handleAll({ params: { cacheKey }, request, event }))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, storeNext))
}

/** Returns the same document with the headers the server gives it at this address. */
function allowingPayment({ body, status, statusText, headers: given }: Response): Response {
  const headers = new Headers(given)
  for (const [name, extended] of Object.entries(PAYMENT_HEADERS)) {
    const value = headers.get(name)
    if (value !== null) headers.set(name, extended(value))
  }
  return new Response(body, { status, statusText, headers })
}
