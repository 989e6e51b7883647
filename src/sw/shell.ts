import { clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { PAGES, SERVER_PAGES } from '#domain/protocol/pages.ts'
import { PAYMENT_HEADERS } from '#domain/protocol/payment-headers.ts'

const SHELL = '/app.html'
/** What only the server answers: its calls, and the pages it renders. */
const SERVERS_OWN = [/^\/api(?:\/|$)/, ...Object.values(SERVER_PAGES).map((page) => new RegExp(`^${page}(?:\\?|$)`))]
/** The only page on which the payment provider's script may run. */
const PAYMENT = new RegExp(`^${PAGES.subscribe}(?:\\?|$)`)

/**
 * Caches the app itself on the device: every file of the build, and no user data (that is in IndexedDB). Every
 * navigation, except to the server's own pages, immediately gets the shell from the cache, so that a hanging server
 * delays nothing. The router, not a list here, decides which pages exist.
 */
export function serveShell(files: (string | PrecacheEntry)[]): void {
  precacheAndRoute(files)
  cleanupOutdatedCaches()
  // The pages of the first visit use the cache too, for chunks they load later.
  clientsClaim()
  const shell = createHandlerBoundToURL(SHELL)
  registerRoute(new NavigationRoute(async (options) => allowingPayment(await shell(options)), { allowlist: [PAYMENT] }))
  registerRoute(new NavigationRoute(shell, { denylist: SERVERS_OWN }))
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
