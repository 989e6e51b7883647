/**
 * Resolves like the work, or rejects if it takes longer than `ms` milliseconds. The work itself continues, but its
 * result is ignored.
 */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(new Error(`no answer within ${ms} ms`)), ms)
  return Promise.race([work, limit.promise]).finally(() => clearTimeout(timer))
}

/** If a timer fires later than this (ms), the process could not run in the meantime. */
const LATE = 100

/**
 * Calls `end` after waiting `ms` milliseconds for something else. Time in which this process was stopped or busy does
 * not count, since what it waits for may have arrived long ago. Returns a function that stops waiting.
 */
export function afterPatience(ms: number, end: () => void): () => void {
  let due = performance.now() + ms
  let timer = setTimeout(look, ms)
  function look() {
    const late = performance.now() - due
    if (late <= LATE) return end()
    const more = Math.min(late, ms)
    due += late + more
    timer = setTimeout(look, more)
  }
  return () => clearTimeout(timer)
}
