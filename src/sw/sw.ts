import type { PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { PAGES } from '#domain/protocol/pages.ts'
import { SIGN_IN_PATH, SIGN_OUT_PATH } from '#domain/protocol/sign-in-address.ts'
import { SKIP_WAITING } from '#src/platform/worker-messages.ts'
import { keepReaderFiles } from './reader-files.ts'
import { type SyncEvent, worker } from './scope.ts'
import { serveShell } from './shell.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] }

/** All that the worker does besides serving the app, which is nearly all of this script: run when it is needed. */
const handlers = () => import('./handlers.ts')
type Handlers = Awaited<ReturnType<typeof handlers>>

const handle = (event: ExtendableEvent, work: (late: Handlers) => Promise<void>): void =>
  event.waitUntil(handlers().then(work))

/** Filled in by the build; the name may occur only once. */
const files = self.__WB_MANIFEST
const urls = files.map((file) => (typeof file === 'string' ? file : file.url))
const sheet = urls.find((url) => /(?:^|\/)assets\/[^/]+\.css$/.test(url))

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && url.pathname === SIGN_OUT_PATH,
  async ({ request }) =>
    (await handlers()).answerLogout(request, sheet ? `/${sheet.replace(/^\//, '')}` : null, worker),
)
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && url.pathname === SIGN_IN_PATH,
  async ({ request }) => (await handlers()).answerLogin(request),
)
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && url.pathname === PAGES.prescriptions,
  async ({ request }) => (await handlers()).takeShared(request),
  'POST',
)
serveShell(files)
keepReaderFiles()

worker.addEventListener('message', (event) => {
  // A new version waits until the user lets it in: taking over on its own would change the app under an open form.
  if (event.data?.type === SKIP_WAITING.type) event.waitUntil(worker.skipWaiting())
})
worker.addEventListener('push', (event) => handle(event, (late) => late.onPush(event)))
worker.addEventListener('pushsubscriptionchange', (event) => handle(event, (late) => late.onSubscriptionChange()))
worker.addEventListener('notificationclick', (event) => handle(event, (late) => late.onNotificationClick(event)))
worker.addEventListener('sync', (event) => handle(event as SyncEvent, (late) => late.onSync(event as SyncEvent)))
worker.addEventListener('periodicsync', (event) =>
  handle(event as SyncEvent, (late) => late.onPeriodicSync(event as SyncEvent)),
)
