interface LockWish {
  /** Only if nobody holds it: else the work is told that it was not given. */
  ifAvailable?: boolean
  /** Ends the waiting, not the work. */
  signal?: AbortSignal
  /** Takes it from whoever holds it. */
  steal?: boolean
}

type LockedWork<T> = (isGiven: boolean) => Promise<T>

/**
 * Runs the work while it holds the lock of that name, which no other tab, nor the worker of this browser, can hold
 * meanwhile (Web Locks). Where the browser has none, the lock is one of this page alone: every write has a key, so that
 * two pages that send it do it once (docs/sync-spec.md, S2.2). Returns what the work returns. Rejects as the work does,
 * and with the signal's reason when it was not begun by then.
 */
export function withLock<T>(name: string, wish: LockWish, work: LockedWork<T>): Promise<T> {
  // Typed as always there; no insecure page has them.
  const locks = navigator.locks as LockManager | undefined
  return locks ? locks.request(name, wish, (lock) => work(lock !== null)) : inThisPage(name, wish, work)
}

/** Of each lock of this page: settles when the last one who asked for it is done. */
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
      // Free before whoever waited for the work hears of it.
      if (queues.get(name) === queue) queues.delete(name)
      if (working) resolve(working)
    }
    const queue = run()
    queues.set(name, queue)
  })
}
