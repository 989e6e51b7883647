import { IDBObjectStore } from 'fake-indexeddb'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { MailCarrier } from '#server/mail/carrier.ts'
import { type MailWorker, mailWorker } from '#server/mail/worker.ts'
import { type TestApp, type TestAppOptions, testApp } from '#server/testing/app.ts'
import type { TestClock } from '#server/testing/clock.ts'
import { noonZone } from '#tests/e2e/support/zones.ts'
import { User, type UserOptions } from './user.ts'

export interface Screens {
  readonly server: TestApp
  /** Creates a user on a fresh device, whose tabs are closed after the test. */
  user(options?: UserOptions): Promise<User>
}

/**
 * Sets up one server, in this process, for all tests of a file. Call it once, at the top of the file. With `sendsQueue`
 * it also sends its queued mails, to `server.mails`.
 */
export function setUpScreens({
  sendsQueue = false,
  ...options
}: TestAppOptions & { sendsQueue?: boolean } = {}): Screens {
  let server: TestApp | undefined
  let queue: MailWorker | undefined
  const users: User[] = []
  beforeAll(async () => {
    // The time zone of every device in this process.
    process.env.TZ = noonZone()
    server = await testApp({ clock: realClock(), onMail: () => queue?.wake(), ...options })
    if (sendsQueue) queue = queueOf(server)
    queue?.start()
  })
  afterEach(async () => {
    const used = users.splice(0)
    await Promise.all(used.map((user) => user.closeTabs()))
    for (const { device } of used) device.end()
    restoreStores()
    const problems = used.flatMap((user) => user.problems)
    if (problems.length > 0) throw new Error(`The pages complained:\n${problems.join('\n')}`)
  })
  afterAll(async () => {
    await queue?.stop()
    await server?.close()
  })
  const there = (): TestApp => {
    if (!server) throw new Error('The server starts in beforeAll')
    return server
  }
  return {
    get server() {
      return there()
    },
    async user(options) {
      const user = new User(there(), options)
      users.push(user)
      return user
    },
  }
}

function queueOf({ db, clock, random, config, facts, mails }: TestApp): MailWorker {
  const onFault = (error: unknown) => {
    throw error
  }
  const deliver: MailCarrier['deliver'] = async (mail, handOver) => {
    await handOver()
    mails.push(mail)
  }
  const carrier = { deliver, atOnce: 5, close: () => {} }
  const { secret } = facts
  return mailWorker({ db, clock, random, carrier, config, secret, isAlone: true, onFault, onMailFault: onFault })
}

/** Shows the same time as the devices. */
const realClock = (): TestClock => ({ now: () => Date.now(), advance: () => {}, set: () => {} })

/** All pages of this process share the IndexedDB classes, and a test may break their methods in its page. */
const STORE_METHODS = Object.getOwnPropertyDescriptors(IDBObjectStore.prototype)
const restoreStores = () => void Object.defineProperties(IDBObjectStore.prototype, STORE_METHODS)
