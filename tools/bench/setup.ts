import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { launchPersistent } from '#tests/support/chromium.ts'
import { REPOSITORY } from '../run.ts'
import { ZONE } from './account.ts'
import { bundlePage } from './bench-page.ts'
import { type RawServer, startRawServer } from './raw-server.ts'

/**
 * What every measurement needs: the real server, the minimal one, the script of the bench's pages, profiles on disk.
 */
export interface Setup {
  server: AppServer
  raw: RawServer
  script: string
  /** Starts a browser with a fresh profile on disk. Closed with the set-up at the latest. */
  device(): Promise<BrowserContext>
  close(): Promise<void>
}

export async function setUpBench(): Promise<Setup> {
  // Emptied first: an interrupted run leaves its profiles.
  const folder = path.join(REPOSITORY, '.cache/bench')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const devices: BrowserContext[] = []
  const [server, raw, script] = await Promise.all([
    startAppServer({ dataIn: folder, isMeasured: true }),
    startRawServer(path.join(folder, 'raw-server.txt')),
    bundlePage(),
  ])
  return {
    server,
    raw,
    script,
    async device() {
      const context = await launchPersistent(path.join(folder, `profile-${devices.length}`), {
        locale: 'en-AU',
        timezoneId: ZONE,
        viewport: { width: 1280, height: 800 },
      })
      devices.push(context)
      return context
    },
    async close() {
      // Contexts that are closed already, or whose browser has crashed, reject.
      await Promise.allSettled(devices.map((context) => context.close()))
      await Promise.all([server.stop(), raw.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
