import type { Browser, LaunchOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type AppServer, type AppServerOptions, startAppServer } from '#tests/support/app-server.ts'
import { launch } from '#tests/support/chromium.ts'
import { addLastSeen } from './last-seen.ts'
import { newPerson, type Person, type PersonOptions } from './person.ts'

export interface Stage {
  readonly server: AppServer
  readonly browser: Browser
  /** A fresh device; it is closed after the test. */
  person(options?: PersonOptions): Promise<Person>
}

/** One server and one browser (with what it is started with) for all stories of a file. Call it once, at the top of the file. */
export function setStage(options: AppServerOptions = {}, browserOptions: LaunchOptions = {}): Stage {
  let server: AppServer | undefined
  let browser: Browser | undefined
  const people: Person[] = []
  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startAppServer(options), launch(browserOptions)])
  })
  afterEach(async (story) => {
    await addLastSeen(story, people)
    await Promise.all(people.splice(0).map((person) => person.close()))
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  const there = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('The stage is set in beforeAll')
    return thing
  }
  return {
    get server() {
      return there(server)
    },
    get browser() {
      return there(browser)
    },
    async person(options) {
      const person = await newPerson(there(browser), there(server), options)
      people.push(person)
      return person
    },
  }
}
