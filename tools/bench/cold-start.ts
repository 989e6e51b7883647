import type { BrowserContext } from 'playwright-core'

declare global {
  /** Milliseconds from the start of the navigation until today's doses were painted; set in the measured page. */
  var paintedAt: number | undefined
}

/** What has to be painted: so many of these elements, with all of these names in them. */
export interface Painted {
  within: string
  count: number
  names: readonly string[]
}

const OFFLINE = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

/**
 * Opens the address in a new tab again and again, without a network and with the worker stopped before: returns the
 * milliseconds from the start of the navigation until the frame that shows it.
 */
export async function coldStarts(
  context: BrowserContext,
  address: string,
  painted: Painted,
  rounds: number,
): Promise<number[]> {
  const times: number[] = []
  // The first round does not count: it compiles, and the browser stores the compiled code.
  for (let round = 0; round <= rounds; round += 1) {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('ServiceWorker.enable')
    await session.send('ServiceWorker.stopAllWorkers')
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', OFFLINE)
    await page.addInitScript(watchFor, painted)
    await page.goto(address, { waitUntil: 'commit' })
    const at = await page.waitForFunction(() => globalThis.paintedAt, undefined, { timeout: 20_000 })
    if (round > 0) times.push((await at.jsonValue()) ?? Number.NaN)
    await page.close()
  }
  return times
}

/** Runs in the page before any script of its own. */
function watchFor({ within, count, names }: Painted): void {
  const observer = new MutationObserver(() => {
    const found = [...document.querySelectorAll(within)]
    const text = found.map(({ textContent }) => textContent).join()
    if (found.length < count || !names.every((name) => text.includes(name))) return
    observer.disconnect()
    // A frame's callbacks run before it is painted; what they post runs after.
    requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { paintedAt: performance.now() })))
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}
