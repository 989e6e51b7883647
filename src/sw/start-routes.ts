import type { PrecacheController } from 'workbox-precaching'
import { PAGES } from '#domain/protocol/pages.ts'
import { READER_FILES } from './reader-files.ts'

/** A rule of the static router (W3C Service Workers, `addRoutes`; Chromium 123), which TypeScript's library lacks. */
interface RouterRule {
  condition: { urlPattern: URLPattern; requestMethod?: 'GET'; requestMode?: RequestMode }
  source: 'fetch-event' | 'network' | { cacheName: string }
}

interface RoutingEvent extends ExtendableEvent {
  addRoutes?(rules: RouterRule[]): Promise<void>
}

/** What app.html names by addresses without a hash. */
const NAMED = ['/before-paint.js', '/manifest.webmanifest', '/icons/logo.svg']
/** The browser looks a request up by its own address: in the precache these have another one. */
const COPIES: Readonly<Record<string, string>> = {
  [PAGES.home]: '/app.html',
  ...Object.fromEntries(NAMED.map((file) => [file, file])),
}
const PREFIX = 'dosewell-start-'

/**
 * Lets the browser answer the home page and the files of the build from the caches without starting the worker, which
 * otherwise comes before every start of the app, and keeps the worker out of the pages' requests to the API. Where the
 * browser cannot do that, the worker's own routes answer the former with the same, and leave the latter alone. Call it
 * while installing, once everything is in the precache.
 */
export async function routeStart(precache: PrecacheController, event: RoutingEvent): Promise<void> {
  if (!event.addRoutes) return
  const cacheName = cacheOf(precache)
  const cache = await caches.open(cacheName)
  await Promise.all(
    Object.entries(COPIES).map(async ([path, file]) => {
      const stored = await precache.matchPrecache(file)
      if (!stored) throw new Error(`${file} is not on the device`)
      await cache.put(path, stored)
    }),
  )
  const exactly = (pathname: string) => new URLPattern({ pathname, search: '', baseURL: location.origin })
  const of = (pathname: string) => new URLPattern({ pathname, baseURL: location.origin })
  await event.addRoutes([
    // What pages fetch there was never the worker's. It answers a navigation to /api/logout.
    { condition: { urlPattern: of('/api/*'), requestMode: 'cors' }, source: 'network' },
    // Stored when they are first used, by the worker.
    ...READER_FILES.map(
      (name): RouterRule => ({
        condition: { urlPattern: of(`/assets/${name}*`), requestMethod: 'GET' },
        source: 'fetch-event',
      }),
    ),
    {
      condition: { urlPattern: of('/assets/*'), requestMethod: 'GET' },
      source: { cacheName: precache.strategy.cacheName },
    },
    {
      condition: { urlPattern: exactly(PAGES.home), requestMethod: 'GET', requestMode: 'navigate' },
      source: { cacheName },
    },
    ...NAMED.map(
      (file): RouterRule => ({ condition: { urlPattern: exactly(file), requestMethod: 'GET' }, source: { cacheName } }),
    ),
  ])
}

/** Deletes what an earlier version answered with. Call it when this one takes over. */
export async function forgetEarlierStarts(precache: PrecacheController): Promise<void> {
  const own = cacheOf(precache)
  const earlier = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== own)
  await Promise.all(earlier.map((name) => caches.delete(name)))
}

/** Named after the revisions of the files in it: a version that waits must not change what the current one shows. */
const cacheOf = (precache: PrecacheController): string =>
  PREFIX +
  Object.values(COPIES)
    .map((file) => new URL(precache.getCacheKeyForURL(file) ?? file, location.origin).search.replace(/\W/g, ''))
    .join('-')
