import { liveQuery } from 'dexie'
import { useCallback, useSyncExternalStore } from 'react'
import type { DosewellDatabase } from '#src/data/database.ts'
import { readOrNote } from './use-live-query.ts'

/** What several parts of a page read of one database. */
interface Shared<T> {
  value: T | undefined
  listeners: Set<() => void>
  end: (() => void) | null
}

/** How long (ms) a read that nobody looks at stays current: the next page may look at once. */
const LINGER = 1000

/**
 * Makes a hook that returns what a part of the page selects from the result of a local database read, and again after
 * every change. However many parts use it, the database is read once, and a part is drawn anew only where its selection
 * changes: it selects the result itself, or something that is equal to what it was (`Object.is`).
 */
export function sharedLiveQuery<T>(read: (db: DosewellDatabase) => Promise<T>) {
  const shares = new WeakMap<DosewellDatabase, Shared<T>>()
  const shareOf = (db: DosewellDatabase): Shared<T> => {
    const share = shares.get(db) ?? { value: undefined, listeners: new Set(), end: null }
    shares.set(db, share)
    return share
  }

  const begin = (db: DosewellDatabase, share: Shared<T>): void => {
    const { unsubscribe } = liveQuery(() => readOrNote(() => read(db), share.value)).subscribe({
      next(value) {
        share.value = value
        for (const listener of share.listeners) listener()
      },
      error: reportError,
    })
    share.end = () => {
      unsubscribe()
      share.end = null
      share.value = undefined
    }
  }

  // biome-ignore lint/correctness/noComponentHookFactories: called once per read when a module loads, never in a render
  return function useShared<S>(db: DosewellDatabase, select: (value: T) => S): S | undefined {
    const share = shareOf(db)
    const subscribe = useCallback(
      (listener: () => void) => {
        share.listeners.add(listener)
        if (!share.end) begin(db, share)
        return () => {
          share.listeners.delete(listener)
          setTimeout(() => share.listeners.size === 0 && share.end?.(), LINGER)
        }
      },
      [db, share],
    )
    return useSyncExternalStore(subscribe, () => (share.value === undefined ? undefined : select(share.value)))
  }
}
