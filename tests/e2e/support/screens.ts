import type { Browser, LaunchOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type AppServer, type AppServerOptions, startAppServer } from '#tests/support/app-server.ts'
import { launch } from '#tests/support/chromium.ts'
import { addLastSeen } from './last-seen.ts'
import { newUser, type User, type UserOptions } from './user.ts'

export interface Screens {
  readonly server: AppServer
  readonly browser: Browser
  /** A fresh device; it is closed after the test. */
  user(options?: UserOptions): Promise<User>
}

/** One server and one browser (with what it is started with) for all tests of a file. Call it once, at the top of the file. */
export function setUpScreens(options: AppServerOptions = {}, browserOptions: LaunchOptions = {}): Screens {
  let server: AppServer | undefined
  let browser: Browser | undefined
  const people: User[] = []
  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startAppServer(options), launch(browserOptions)])
  })
  afterEach(async (test) => {
    await addLastSeen(test, people)
    await Promise.all(people.splice(0).map((user) => user.close()))
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
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
      people.push(user)
      return user
    },
  }
}
