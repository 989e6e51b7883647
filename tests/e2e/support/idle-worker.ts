import type { Page } from 'playwright-core'

/**
 * Ends the active service worker of the page's origin, as Chromium does after half a minute without events. Under a
 * debugger it never does, and a new version whose turn has come waits for exactly that if an event had just begun.
 * Returns false, so that it can be tried until what waits has happened.
 */
export async function endIdleWorker(page: Page): Promise<false> {
  const cdp = await page.context().newCDPSession(page)
  const active = Promise.withResolvers<string>()
  cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    const found = versions.find(
      ({ scriptURL, status }) => status === 'activated' && scriptURL.startsWith(new URL(page.url()).origin),
    )
    if (found) active.resolve(found.versionId)
  })
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.stopWorker', { versionId: await active.promise })
  await cdp.detach()
  return false
}
