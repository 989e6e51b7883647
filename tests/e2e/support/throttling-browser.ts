import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/chromium.ts'
import { until } from '#tests/support/wait.ts'
import { processesOf } from './killable.ts'

/**
 * A browser whose tabs can really be hidden, throttled and frozen. Playwright starts Chromium with all of that switched
 * off and reports every page as visible; so this one is started without Playwright and then connected to without its
 * defaults. Chromium lets a hidden tab run once a second for a minute, and only then once a minute: no switch shortens
 * that for a tab that was loaded.
 */
export interface ThrottlingBrowser {
  readonly context: BrowserContext
  /** Brings another tab to the front. */
  hide(page: Page): Promise<void>
  /** Stops everything in a hidden tab. */
  freeze(page: Page): Promise<void>
  /** Lets a frozen tab go on, still hidden. */
  thaw(page: Page): Promise<void>
  /** Brings the tab to the front, and lets it go on if it was frozen. */
  show(page: Page): Promise<void>
  /** Stops the processes of all pages and workers while `during` runs, as when the device sleeps. */
  asleep(during: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** @param timeZone of the device */
export async function throttlingBrowser(timeZone: string): Promise<ThrottlingBrowser> {
  const executable = findChromium()
  if (!executable) throw new Error('No Chromium found: install it or name it in CHROMIUM.')
  const profile = mkdtempSync(path.join(tmpdir(), 'dosewell-throttled-'))
  const browserProcess = spawn(
    executable,
    [
      ...CHROMIUM_FLAGS,
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--lang=en-AU',
      '--window-size=1280,800',
      'about:blank',
    ],
    { env: { ...process.env, TZ: timeZone }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = new Promise((resolve) => browserProcess.once('exit', resolve))
  const end = () => browserProcess.kill()
  process.once('exit', end)
  const address = await new Promise<string>((resolve, reject) => {
    browserProcess.once('error', reject)
    void ended.then(() => reject(new Error('Chromium ended at its start.')))
    readline.createInterface({ input: browserProcess.stderr }).on('line', (line) => {
      const said = /^DevTools listening on (ws:.*)$/.exec(line)?.[1]
      if (said) resolve(said)
    })
  })
  const browser = await chromium.connectOverCDP(address, { noDefaults: true })
  const cdp = await browser.newBrowserCDPSession()
  const [context] = browser.contexts()
  if (!context) throw new Error('Chromium has no context of its own.')
  let other: Page | undefined
  const setState = async (page: Page, state: 'frozen' | 'active') => {
    const session = await context.newCDPSession(page)
    await session.send('Page.setWebLifecycleState', { state })
    await session.detach()
  }
  return {
    context,
    async hide(page) {
      other ??= await context.newPage()
      await other.bringToFront()
      const isHidden = () => page.evaluate(() => document.visibilityState === 'hidden')
      await until(isHidden, { what: 'a hidden tab' })
    },
    freeze: (page) => setState(page, 'frozen'),
    thaw: (page) => setState(page, 'active'),
    async show(page) {
      await page.bringToFront()
      await setState(page, 'active')
    },
    async asleep(during) {
      const renderers = await processesOf(cdp, 'renderer')
      const signal = (name: NodeJS.Signals) => {
        for (const id of renderers) process.kill(id, name)
      }
      signal('SIGSTOP')
      try {
        await during()
      } finally {
        signal('SIGCONT')
      }
    },
    async close() {
      await browser.close()
      end()
      await ended
      process.off('exit', end)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
