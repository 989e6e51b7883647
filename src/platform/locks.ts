interface LockWish {
  /** Only if it is free; otherwise the work is told that it did not get the lock. */
  ifAvailable?: boolean
  /** Ends the waiting, not the work. */
  signal?: AbortSignal
  /** Takes it from its current holder. */
  steal?: boolean
}

type LockedWork<T> = (isGiven: boolean) => Promise<T>

/**
 * Runs the work while holding the named lock, which no other tab, nor this browser's worker, can then hold (Web Locks).
 * In a browser without them the lock covers this page only, which is safe: every write has a key, so two pages that
 * send it have it carried out once (docs/sync-spec.md, S2.2). Returns the result of the work. Rejects as the work does,
 * or with the signal's reason if it fires before the work begins.
 */
export function withLock<T>(name: string, wish: LockWish, work: LockedWork<T>): Promise<T> {
  // Typed as always present, but insecure pages do not have it.
  const locks = navigator.locks as LockManager | undefined
  return locks ? locks.request(name, wish, (lock) => work(lock !== null)) : inThisPage(name, wish, work)
}

/** For each lock of this page: settles when the last caller in its queue is done. */
const queues = new Map<string, Promise<void>>()

function inThisPage<T>(name: string, { ifAvailable, signal, steal }: LockWish, work: LockedWork<T>): Promise<T> {
  const before = queues.get(name)
  if (before && ifAvailable) return work(false)
  return new Promise((resolve, reject) => {
    let isBegun = false
    const giveUp = () => isBegun || reject(signal?.reason)
    if (signal?.aborted) return giveUp()
    signal?.addEventListener('abort', giveUp)
    const run = async () => {
      if (!steal) await before
      const isWanted = !signal?.aborted
      isBegun = isWanted
      const working = isWanted ? work(true) : null
      await working?.catch(() => {})
      // Released before the caller gets the result.
      if (queues.get(name) === queue) queues.delete(name)
      if (working) resolve(working)
    }
    const queue = run()
    queues.set(name, queue)
  })
}
