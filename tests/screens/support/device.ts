import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { CookieJar, type DOMWindow } from 'jsdom'
import type { TestApp } from '#server/testing/app.ts'
import { deviceChannels } from './channels.ts'
import { DeviceClock } from './clock.ts'
import { DeviceLocks } from './locks.ts'
import { deviceNetwork, type Network } from './network.ts'
import { addSilence } from './sounds.ts'
import { storage } from './storage.ts'
import { task } from './task.ts'

/** Chrome on Linux, which the log calls "this computer" when it is this device. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** What the tabs of one browser share. */
export interface Device {
  readonly cookies: CookieJar
  readonly indexedDB: IDBFactory
  readonly locks: DeviceLocks
  readonly clock: DeviceClock
  readonly network: Network
  readonly userAgent: string
  /** Extra properties of `navigator`; a test may add more. */
  readonly navigator: Record<string, unknown>
  /** Globals that this device's browser has beyond the others, from the next page on. */
  readonly globals: Record<string, unknown>
  /** The picture in front of the camera; null if there is no camera. */
  camera: Buffer | null
  /** Scripts that run in every page before the app. */
  readonly scripts: { source: string; argument: unknown }[]
  /** A tab's globals that belong to the device. */
  parts(window: DOMWindow, closed: AbortSignal): Record<string, unknown>
  /** Those of them that a worker has too. */
  workerParts(closed: AbortSignal): Record<string, unknown>
  hasSession(url: string): boolean
  /** Records a complaint of a page. */
  problem(line: string): void
  /** Fires at `end`. */
  readonly ended: AbortSignal
  /** Ends what outlives the tabs: the clock and the worker. */
  end(): void
}

export interface DeviceOptions {
  problem(line: string): void
  userAgent?: string | undefined
}

export function newDevice(server: TestApp, { problem, userAgent = USER_AGENT }: DeviceOptions): Device {
  const cookies = new CookieJar()
  const indexedDB = new IDBFactory()
  const items = new Map<string, string>()
  const open = new Set<DOMWindow>()
  const channelOf = deviceChannels()
  const clock = new DeviceClock()
  const globals = {}
  const ending = new AbortController()
  const workerParts = (closed: AbortSignal) => ({
    ...clock.parts(closed),
    indexedDB: closedWith(indexedDB, closed),
    IDBKeyRange,
    BroadcastChannel: channelOf(closed),
  })
  return {
    cookies,
    indexedDB,
    locks: new DeviceLocks(),
    clock,
    network: deviceNetwork(server, cookies),
    userAgent,
    navigator: {},
    globals,
    camera: null,
    scripts: [],
    parts: (window, closed) => {
      open.add(window)
      addSilence(window)
      closed.addEventListener('abort', () => open.delete(window))
      return {
        ...workerParts(closed),
        localStorage: storage(items, (key, oldValue, newValue) => {
          // HTML, "the storage event": all other documents are notified.
          for (const other of open) {
            if (other === window) continue
            const event = new other.StorageEvent('storage', { key, oldValue, newValue })
            void task().then(() => open.has(other) && other.dispatchEvent(event))
          }
        }),
        ...globals,
      }
    },
    workerParts,
    hasSession: (url) => /\b(session|signed_out)=/.test(cookies.getCookieStringSync(url)),
    problem,
    ended: ending.signal,
    end: () => {
      ending.abort()
      clock.end()
    },
  }
}

/**
 * Returns itself whatever is called or read, and never does anything: stands in for the database in the script of a
 * page that is gone.
 */
const GONE: unknown = new Proxy(() => {}, {
  get: (_, name) => (name === 'then' ? undefined : GONE),
  set: () => true,
  apply: () => GONE,
})

/**
 * Closes a tab's connections when the tab is closed, or another tab would wait for them for ever; its script receives
 * nothing more.
 */
function closedWith(factory: IDBFactory, closed: AbortSignal): IDBFactory {
  const watched = new WeakSet<IDBDatabase>()
  const watch = (db: IDBDatabase) => {
    if (watched.has(db)) return
    watched.add(db)
    const begin = db.transaction.bind(db)
    db.transaction = (...words) => (closed.aborted ? (GONE as IDBTransaction) : begin(...words))
    if (closed.aborted) db.close()
    else closed.addEventListener('abort', () => db.close())
  }
  return new Proxy(factory, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (name !== 'open') return (...words: unknown[]) => (closed.aborted ? GONE : value.apply(target, words))
      return (...words: [string, number?]) => {
        if (closed.aborted) return GONE
        const request = target.open(...words)
        for (const event of ['upgradeneeded', 'success']) request.addEventListener(event, () => watch(request.result))
        return request
      }
    },
  })
}
