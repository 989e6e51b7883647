import type { BrowserContext, CDPSession } from 'playwright-core'
import { launchPersistent } from '#tests/support/chromium.ts'
import { until } from '#tests/support/wait.ts'

/** A browser on a profile that outlives it, and the ways to end it early. */
export interface KillableBrowser {
  readonly context: BrowserContext
  /** Sends SIGKILL to the browser and all its processes. Resolves when they have gone. */
  kill(): Promise<void>
  /** Sends SIGKILL to all its pages and workers, as when a phone runs out of memory. The browser lives on. */
  killTabs(): Promise<void>
}

export async function openKillable(profile: string, timeZone: string): Promise<KillableBrowser> {
  const context = await launchPersistent(profile, {
    timezoneId: timeZone,
    locale: 'en-AU',
    viewport: { width: 1280, height: 800 },
  })
  const browser = context.browser()
  if (!browser) throw new Error('The profile has no browser')
  const cdp = await browser.newBrowserCDPSession()
  // Playwright starts the browser as the leader of its own process group.
  const [leader] = await processesOf(cdp, 'browser')
  if (leader === undefined) throw new Error('The browser has no process')
  return {
    context,
    async kill() {
      const closed = context.waitForEvent('close')
      process.kill(-leader, 'SIGKILL')
      await closed
    },
    async killTabs() {
      const [page] = context.pages()
      const crashed = page?.waitForEvent('crash')
      const killed = await processesOf(cdp, 'renderer')
      for (const id of killed) process.kill(id, 'SIGKILL')
      await crashed
      // A tab opened before the browser has noticed would be given one of the dead processes.
      const areForgotten = async () => {
        const known = await processesOf(cdp, 'renderer')
        return killed.every((id) => !known.includes(id))
      }
      await until(areForgotten, { timeout: 15_000, what: 'a browser that knows which processes ended' })
    },
  }
}

/** Returns the ids of a browser's running processes of this type. */
export async function processesOf(cdp: CDPSession, type: 'browser' | 'renderer'): Promise<number[]> {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
  return processInfo.filter((one) => one.type === type).map(({ id }) => id)
}
