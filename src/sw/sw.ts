import '#src/platform/zod-without-eval.ts'
import type { PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { PAGES } from '#domain/protocol/pages.ts'
import { SKIP_WAITING } from '#src/platform/worker-messages.ts'
import { answerLogin, LOGIN_PATH, LOGOUT_PATH } from './logout-answer.ts'
import { onNotificationClick } from './notification-click.ts'
import { onSync } from './outbox-sync.ts'
import { onPeriodicSync } from './periodic-check.ts'
import { onPush } from './push.ts'
import { keepReaderFiles } from './reader-files.ts'
import { type PeriodicSyncEvent, type SyncEvent, worker } from './scope.ts'
import { takeShared } from './share-target.ts'
import { serveShell } from './shell.ts'
import { answerLogout } from './sign-out.ts'
import { onSubscriptionChange } from './subscription-change.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] }

/** Filled in by the build; the name may occur only once. */
const files = self.__WB_MANIFEST
const urls = files.map((file) => (typeof file === 'string' ? file : file.url))
const sheet = urls.find((url) => /(?:^|\/)assets\/[^/]+\.css$/.test(url))

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && url.pathname === LOGOUT_PATH,
  ({ request }) => answerLogout(request, sheet ? `/${sheet.replace(/^\//, '')}` : null, worker),
)
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && url.pathname === LOGIN_PATH,
  ({ request }) => answerLogin(request),
)
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && url.pathname === PAGES.prescriptions,
  ({ request }) => takeShared(request),
  'POST',
)
serveShell(files)
keepReaderFiles()

worker.addEventListener('message', (event) => {
  // A new version waits until the user lets it in: taking over on its own would change the app under an open form.
  if (event.data?.type === SKIP_WAITING.type) event.waitUntil(worker.skipWaiting())
})
worker.addEventListener('push', onPush)
worker.addEventListener('pushsubscriptionchange', onSubscriptionChange)
worker.addEventListener('notificationclick', onNotificationClick)
worker.addEventListener('sync', (event) => onSync(event as SyncEvent))
worker.addEventListener('periodicsync', (event) => onPeriodicSync(event as Event & PeriodicSyncEvent))
