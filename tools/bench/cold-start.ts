import type { BrowserContext } from 'playwright-core'

declare global {
  /** Milliseconds from the start of the navigation until today's doses were painted; set in the measured page. */
  var paintedAt: number | undefined
}

const OFFLINE = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

/**
 * Opens the address in a new tab again and again, without a network and with the worker stopped before: returns the
 * milliseconds from the start of the navigation until the frame in which the list of the day names every medication.
 */
export async function coldStarts(
  context: BrowserContext,
  address: string,
  names: readonly string[],
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
    await page.addInitScript(watchForDay, names)
    await page.goto(address, { waitUntil: 'commit' })
    const painted = await page.waitForFunction(() => globalThis.paintedAt, undefined, { timeout: 20_000 })
    if (round > 0) times.push((await painted.jsonValue()) ?? Number.NaN)
    await page.close()
  }
  return times
}

/** Runs in the page before any script of its own. */
function watchForDay(names: readonly string[]): void {
  const observer = new MutationObserver(() => {
    const text = document.querySelector('.day')?.textContent ?? ''
    if (!names.every((name) => text.includes(name))) return
    observer.disconnect()
    // A frame's callbacks run before it is painted; what they post runs after.
    requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { paintedAt: performance.now() })))
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}
