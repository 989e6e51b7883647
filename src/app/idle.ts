/** Without requestIdleCallback (Safari): long enough for the first screen to render. */
const WITHOUT_CALLBACK_MS = 1000

/**
 * After load, the first screen still fetches its data; on a slow network nothing that can wait should compete with it.
 */
const AFTER_LOAD_MS = 1500

/** A page that is never idle has to run it after this long. */
const AT_LATEST_MS = 3000

/** Runs work a moment after the document has loaded, once the page has nothing else to do. */
export function whenIdle(work: () => void): void {
  const wait = () => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => work(), { timeout: AT_LATEST_MS })
    else setTimeout(work, WITHOUT_CALLBACK_MS)
  }
  const settle = () => setTimeout(wait, AFTER_LOAD_MS)
  if (document.readyState === 'complete') settle()
  else addEventListener('load', settle, { once: true })
}

/** What Chromium says of the network (https://wicg.github.io/netinfo). */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Fetches code before it is asked for, once the page is idle: not where the network is slow or metered. */
export function fetchAhead(fetch: () => void): void {
  whenIdle(() => {
    const { saveData = false, effectiveType = '4g' } = (navigator as { connection?: Connection }).connection ?? {}
    if (!saveData && effectiveType === '4g') fetch()
  })
}
