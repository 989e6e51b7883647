/** An event of the page's own, beside the browser's `online`. */
const ANSWERED = 'dosewell:answered-again'

/**
 * Told by whoever asks the server anyway, when it answers after it did not: everything that waits for a network is
 * tried now.
 */
export const announceNetworkBack = (page: EventTarget = globalThis): void =>
  void page.dispatchEvent(new Event(ANSWERED))

/**
 * Runs when the network is back. `navigator.onLine` only tells of an interface: a network behind a portal, or one that
 * died behind its router, comes back without an `online` event (HTML, "Browser state"), and then the first answer of
 * the server tells.
 * @returns ends it
 */
export function onNetworkBack(run: () => void, page: EventTarget = globalThis): () => void {
  const ending = new AbortController()
  for (const event of ['online', ANSWERED]) page.addEventListener(event, () => run(), { signal: ending.signal })
  return () => ending.abort()
}
