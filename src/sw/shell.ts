import { clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

const SHELL = '/app.html'
/** What the server alone answers: its calls, and the page of a parent, who is a visitor on any device. */
const SERVERS_OWN = /^\/(?:api(?:\/|$)|consent(?:\?|$))/

/**
 * Keeps the app itself on the device: every file of the build, and nothing of the person (their data is in IndexedDB).
 * Each navigation but those to the server's own pages gets the shell from the cache at once, so that a server that hangs delays nothing.
 * The router, not a list here, decides which pages exist.
 */
export function serveShell(files: (string | PrecacheEntry)[]): void {
  precacheAndRoute(files)
  cleanupOutdatedCaches()
  // The pages of the first visit use the cache too, for chunks they load later.
  clientsClaim()
  registerRoute(new NavigationRoute(createHandlerBoundToURL(SHELL), { denylist: [SERVERS_OWN] }))
}
