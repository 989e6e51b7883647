import type { Browser, LaunchOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import {
  type AppServer,
  type AppServerOptions,
  type ServerInUse,
  serverInUse,
  startAppServer,
} from '#tests/support/app-server.ts'
import { launch, SHORT_LIVED_PAGES } from '#tests/support/chromium.ts'
import { addLastSeen } from './last-seen.ts'
import { newUser, type User, type UserOptions } from './user.ts'

export interface Screens<Server extends ServerInUse = ServerInUse> {
  readonly server: Server
  readonly browser: Browser
  /** Creates a user on a fresh device, which is closed after the test. */
  user(options?: UserOptions): Promise<User>
}

const launchForTests = (options: LaunchOptions = {}): Promise<Browser> =>
  launch({ ...options, args: [...SHORT_LIVED_PAGES, ...(options.args ?? [])] })

/** The browser of this process. It outlives a file, because starting one costs as much as a short test. */
let sharedBrowser: Browser | undefined

async function openSharedBrowser(): Promise<Browser> {
  if (!sharedBrowser?.isConnected()) sharedBrowser = await launchForTests()
  return sharedBrowser
}

/**
 * Sets up the server that all files share, and the browser of this process. Call it once, at the top of the file. With
 * options (`{}` is enough) the file gets its own server: a test may then end it without disturbing others.
 * @param browserOptions what the file's own browser is started with
 */
export function setUpScreens(): Screens
export function setUpScreens(options: AppServerOptions, browserOptions?: LaunchOptions): Screens<AppServer>
export function setUpScreens(options?: AppServerOptions, browserOptions?: LaunchOptions): Screens {
  let own: AppServer | undefined
  let server: ServerInUse | undefined
  let browser: Browser | undefined
  const users: User[] = []
  beforeAll(async () => {
    const opening = browserOptions ? launchForTests(browserOptions) : openSharedBrowser()
    if (options) own = await startAppServer(options)
    const { port, dataDir } = inject('sharedServer')
    server = own ?? serverInUse(port, dataDir)
    browser = await opening
  })
  afterEach(async (test) => {
    await addLastSeen(test, users)
    await Promise.all(users.splice(0).map((user) => user.close()))
  })
  afterAll(async () => {
    if (browserOptions) await browser?.close()
    await own?.stop()
  })
  const there = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('The server and the browser start in beforeAll')
    return thing
  }
  return {
    get server() {
      return there(server)
    },
    get browser() {
      return there(browser)
    },
    async user(options) {
      const user = await newUser(there(browser), there(server), options)
      users.push(user)
      return user
    },
  }
}
