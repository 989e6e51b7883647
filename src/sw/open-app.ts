import { isExample } from '#domain/protocol/pages.ts'
import type { WorkerMessage } from '#src/platform/worker-messages.ts'
import { worker } from './scope.ts'

/**
 * Focuses a page of the app and tells it what to show, or opens one. An existing page is told rather than navigated,
 * because reloading it would lose an open form.
 * @param path path and query, same origin
 */
export async function openApp(path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A tab with the example knows nothing of what a notification is about.
  const pages = windows.filter(({ url }) => !isExample(new URL(url).pathname))
  const page =
    pages.find((candidate) => candidate.focused) ??
    pages.find((candidate) => candidate.visibilityState === 'visible') ??
    pages[0]
  if (!page) {
    await worker.clients.openWindow(path)
    return
  }
  const message: WorkerMessage = { kind: 'open', path }
  page.postMessage(message)
  await page.focus().catch(() => {
    // Without a fresh click (a synthetic event, a slow device) the browser refuses focus; the page shows it anyway.
  })
}
