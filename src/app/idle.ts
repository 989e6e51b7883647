/** Without requestIdleCallback (Safari): long enough for the first screen to be drawn. */
const WITHOUT_CALLBACK_MS = 1000

/** A page that is never idle has to make room for it after this long. */
const AT_LATEST_MS = 3000

/** Runs work once the document has loaded and the page has nothing else to do. */
export function whenIdle(work: () => void): void {
  const wait = () => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => work(), { timeout: AT_LATEST_MS })
    else setTimeout(work, WITHOUT_CALLBACK_MS)
  }
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}
