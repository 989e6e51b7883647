import * as dexie from 'dexie'

/** An open database of any page; Dexie's types leave it out. */
interface Connection {
  readonly name: string
  readonly _state: { vcFired?: boolean }
  on(event: string): { fire(event: Event): void }
}

const connections = () => (dexie.Dexie as unknown as { connections: Connection[] }).connections

/**
 * Returns Dexie as a page has it: with the IndexedDB of its device for databases that name no other, and with no
 * connections but the page's own. Everything else is one for all pages: during a transaction Dexie replaces the
 * language's promises with its own.
 * @param closed takes the page's connections, listeners and live queries out of it; otherwise they would hold every page that ever
 *   was, and be told of each change of all later ones
 */
export function dexieOf(
  engine: Pick<dexie.DexieOptions, 'indexedDB' | 'IDBKeyRange'>,
  closed: AbortSignal,
): Record<string, unknown> {
  class Dexie extends dexie.Dexie {
    constructor(name: string, options: dexie.DexieOptions = {}) {
      super(name, { ...engine, ...options })
      // A user's database has the same name on each device, and those of a test are in one process.
      const own = this as unknown as Connection
      const onBlocked = (event: Event) => {
        own.on('blocked').fire(event)
        const others = connections().filter((one) => one instanceof Dexie && one.name === name && one !== own)
        for (const one of others) if (!one._state.vcFired) one.on('versionchange').fire(event)
      }
      Object.assign(own, { _fireOnBlocked: onBlocked })
    }
    static override delete(name: string) {
      return new Dexie(name, { addons: [] }).delete()
    }
  }
  const factory = engine.indexedDB as IDBFactory
  const getDatabaseNames = async () => (await factory.databases()).map(({ name }) => name)
  const liveQuery = <T>(querier: () => T | Promise<T>): dexie.Observable<T> => {
    const observable = dexie.liveQuery(querier)
    const subscribe = observable.subscribe.bind(observable) as (...words: unknown[]) => dexie.Subscription
    const subscribeHere = (...words: unknown[]) => {
      const subscription = subscribe(...words)
      closed.addEventListener('abort', () => subscription.unsubscribe())
      return subscription
    }
    return Object.assign(observable, { subscribe: subscribeHere })
  }
  const { on } = dexie.Dexie
  const onHere = (name: 'storagemutated', listener: (parts: dexie.ObservabilitySet) => void) => {
    on(name, listener)
    closed.addEventListener('abort', () => on.storagemutated.unsubscribe(listener))
  }
  Object.assign(Dexie, {
    getDatabaseNames,
    liveQuery,
    on: Object.assign(onHere, { storagemutated: on.storagemutated }),
  })
  closed.addEventListener('abort', () => {
    const others = connections().filter((one) => !(one instanceof Dexie))
    connections().splice(0, Infinity, ...others)
  })
  return { ...(dexie as Record<string, unknown>), Dexie, default: Dexie, liveQuery }
}
