import { readFileSync } from 'node:fs'
import { compileFunction } from 'node:vm'
import { type Desk, deskOf } from '#tests/e2e/support/notifications.ts'
import { WORKER_SCRIPT } from './client-bundle.ts'
import { ORIGIN } from './network.ts'
import { setPermission } from './notifications.ts'
import { dexieOf } from './page-dexie.ts'
import { task } from './task.ts'
import type { User } from './user.ts'

type Globals = Record<string, unknown>

/** The service worker of one device: the app's own script, which gets the events that a browser would send. */
export class DeviceWorker {
  readonly #scope: EventTarget
  readonly #globals: Globals

  constructor(user: User) {
    this.#globals = globalsOf(user)
    this.#scope = this.#globals.self as EventTarget
    this.#run(readFileSync(WORKER_SCRIPT, 'utf8'))
  }

  /** Runs the function in the worker: it sees the worker's globals and nothing from its own scope. */
  async evaluate<R, A = undefined>(work: (argument: A) => R | Promise<R>, argument?: A): Promise<R> {
    await task()
    return (await this.#run(`return (${work})(given)`, argument)) as R
  }

  /** Fires an event and waits for what it is extended by. A rejection stays in the worker, as in a browser. */
  async fire(type: string, fields: Globals): Promise<void> {
    await task()
    const work: Promise<unknown>[] = []
    const waitUntil = (promise: Promise<unknown>) => work.push(promise)
    this.#scope.dispatchEvent(Object.assign(new Event(type), { waitUntil, ...fields }))
    await Promise.allSettled(work)
  }

  #run(source: string, given?: unknown): unknown {
    const names = [...Object.keys(this.#globals), 'given']
    return compileFunction(source, names)(...Object.values(this.#globals), given)
  }
}

function globalsOf(user: User): Globals {
  const { device } = user
  const { registration } = setPermission(user, 'granted')
  const own = device.workerParts(device.ended)
  const scope = Object.assign(new EventTarget(), {
    registration,
    clients: { matchAll: async () => [], claim: async () => {} },
    location: new URL('/sw.js', ORIGIN),
    NotificationEvent: ClickEvent,
    // What the build fills in. Nothing is cached: nobody loads a page from here.
    __WB_MANIFEST: [{ url: '/app.html', revision: '1' }],
  })
  return {
    ...own,
    self: scope,
    globalThis: scope,
    registration,
    location: scope.location,
    dexie: dexieOf(own, device.ended),
    fetch: (input: string, init?: RequestInit) => device.network.fetch(input, init, device.ended),
    navigator: {
      locks: device.locks.ofTab(device.ended),
      language: 'en-AU',
      userAgent: device.userAgent,
      ...device.navigator,
    },
  }
}

class ClickEvent extends Event {
  readonly notification: Notification
  readonly action: string
  constructor(type: string, { notification, action }: { notification: Notification; action: string }) {
    super(type)
    this.notification = notification
    this.action = action
  }
}

/** Allows notifications and starts the device's worker. It sees no pages: close them, for a device at rest. */
export function openDesk(user: User): Desk<DeviceWorker> {
  const worker = new DeviceWorker(user)
  return deskOf(worker, {
    push: (text) => worker.fire('push', { data: { text: () => text } }),
    sync: (tag) => worker.fire('sync', { tag, lastChance: false }),
    periodic: (tag) => worker.fire('periodicsync', { tag }),
  })
}
