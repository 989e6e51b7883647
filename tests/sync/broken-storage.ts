import type { DBCore } from 'dexie'
import type { DosewellDatabase } from '#src/data/database.ts'

/** How a transaction goes wrong: refused for lack of room, or aborted by the browser after the work was done. */
export type StorageFault = 'storage quota' | 'transaction aborted'

/** A disk that fails once: at the n-th change from now on. */
export interface BrokenStorage {
  failAt(change: number, fault: StorageFault): void
  heal(): void
  /** How often it failed, and resets the count. */
  failures(): StorageFault[]
  install(db: DosewellDatabase): void
}

export function createBrokenStorage(): BrokenStorage {
  let armed: { left: number; fault: StorageFault } | null = null
  let happened: StorageFault[] = []

  const dueNow = (): StorageFault | null => {
    if (!armed) return null
    armed.left -= 1
    if (armed.left > 0) return null
    const { fault } = armed
    armed = null
    happened.push(fault)
    return fault
  }

  /** Dexie's own transactions fail in its tables, below. */
  let isDexies = false

  const create = (core: DBCore): Partial<DBCore> => ({
    ...core,
    transaction: (...asked) => {
      isDexies = true
      try {
        return core.transaction(...asked)
      } finally {
        isDexies = false
      }
    },
    table: (name) => {
      const table = core.table(name)
      return {
        ...table,
        mutate: async (request) => {
          const fault = dueNow()
          if (fault === 'storage quota') throw new DOMException('The disk is full', 'QuotaExceededError')
          const done = await table.mutate(request)
          if (fault === 'transaction aborted') (request.trans as unknown as IDBTransaction).abort()
          return done
        },
      }
    },
  })

  const breakStore = (store: IDBObjectStore): IDBObjectStore => {
    for (const change of ['add', 'put'] as const) {
      const work = store[change].bind(store)
      store[change] = (row) => {
        const fault = dueNow()
        if (fault === 'storage quota') throw new DOMException('The disk is full', 'QuotaExceededError')
        const request = work(row)
        if (fault === 'transaction aborted') store.transaction.abort()
        return request
      }
    }
    return store
  }

  /** Transactions past Dexie (src/data/dose-write.ts). */
  const breakConnection = (connection: IDBDatabase): void => {
    const begin = connection.transaction.bind(connection)
    connection.transaction = (...asked) => {
      const transaction = begin(...asked)
      if (isDexies) return transaction
      const open = transaction.objectStore.bind(transaction)
      const stores = new Map<string, IDBObjectStore>()
      transaction.objectStore = (name) => {
        const store = stores.get(name) ?? breakStore(open(name))
        stores.set(name, store)
        return store
      }
      return transaction
    }
  }

  return {
    failAt: (change, fault) => {
      armed = { left: change, fault }
    },
    heal: () => {
      armed = null
    },
    failures: () => {
      const seen = happened
      happened = []
      return seen
    },
    install: (db) => {
      db.use({ stack: 'dbcore', name: 'broken storage', create })
      db.on('ready', () => breakConnection(db.backendDB()))
    },
  }
}

/** Whether an error is what such a disk makes of a transaction. */
export const isStorageFault = (error: unknown): boolean =>
  error instanceof Error && /Quota|Abort|InvalidState/.test(`${error.name} ${error.message}`)
