/** The page's own event, in addition to the browser's `online`. */
const ANSWERED = 'dosewell:answered-again'

/**
 * Announces that the server answers again; called by code that contacts the server anyway. Everything waiting for a
 * network then tries immediately.
 */
export const announceNetworkBack = (page: EventTarget = globalThis): void =>
  void page.dispatchEvent(new Event(ANSWERED))

/**
 * Runs a function when the network is back. `navigator.onLine` only covers the interface: a network behind a portal, or
 * one that died behind its router, returns without an `online` event (HTML, "Browser state"), and then the server's
 * first answer is the sign.
 * @returns a function that stops it
 */
export function onNetworkBack(run: () => void, page: EventTarget = globalThis): () => void {
  const ending = new AbortController()
  for (const event of ['online', ANSWERED]) page.addEventListener(event, () => run(), { signal: ending.signal })
  return () => ending.abort()
}
