import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from 'playwright-core'
import { sized } from './long.ts'

const WELL_KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const DISABLED_FEATURES = [
  // It needs two more renderers for the address bar of each window, which no test has: two thirds of a window's cost.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // What Playwright disables: Chromium heeds only the last such list.
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/**
 * `--no-sandbox`: root in a container has no user namespaces. `--disable-quic` … `--disable-sync`: stop the browser's
 * own traffic. The resolver rule makes every host but this machine unreachable, so no test depends on a network.
 */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/**
 * Chromium compiles every script that a worker stores while it is installed, a second's work, unless the answer has this
 * header with the value `none`. All of ours have it, for another reason. Left out where the time of a start is measured.
 */
const STORED_SCRIPTS_UNCOMPILED: readonly string[] = [
  '--enable-blink-features=CacheStorageCodeCacheHint',
  '--enable-features=CacheStorageCodeCacheHintHeader:name/x-permitted-cross-domain-policies',
]

/**
 * For a browser whose pages live as long as a test: what V8's optimising compiler spends on them is more than its code
 * saves (docs/decisions/062). In the long run, and for measuring, pages are as people have them.
 */
export const SHORT_LIVED_PAGES: readonly string[] = sized({ short: ['--js-flags=--no-opt'], long: [] })

/**
 * Finds the browser to test with: the one CHROMIUM names, else Chromium or Chrome where systems install it, else
 * undefined.
 * @throws Error when CHROMIUM names something that cannot be executed (a typo must not choose another browser).
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.CHROMIUM) {
    if (isExecutable(env.CHROMIUM)) return env.CHROMIUM
    throw new Error(`CHROMIUM is ${env.CHROMIUM}, which is not an executable file.`)
  }
  const folders = (env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const onPath = COMMANDS.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [...WELL_KNOWN, ...onPath].find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function options<Extra extends LaunchOptions>(extra: Extra): Extra {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium found: install it or name it in CHROMIUM.')
  return { ...extra, executablePath, headless: true, args: [...CHROMIUM_FLAGS, ...(extra.args ?? [])] }
}

/** Launches a browser whose contexts are forgotten when closed. Push subscriptions need `launchPersistent`. */
export function launch(extra: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch(options({ ...extra, args: [...STORED_SCRIPTS_UNCOMPILED, ...(extra.args ?? [])] }))
}

/** Launches a browser with a profile in `dir`: what an installed app has stored survives closing and reopening it. */
export function launchPersistent(
  dir: string,
  extra: LaunchOptions & BrowserContextOptions = {},
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(dir, options(extra))
}
