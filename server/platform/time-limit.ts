/**
 * What the work comes to, or a rejection as soon as it takes longer than `ms` milliseconds. The work itself goes on; nobody hears of it
 * any more.
 */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(new Error(`no answer within ${ms} ms`)), ms)
  return Promise.race([work, limit.promise]).finally(() => clearTimeout(timer))
}

/** A timer that comes later than this (ms) says that the process did not get to run. */
const LATE = 100

/**
 * Calls `end` after `ms` milliseconds of waiting for somebody else. Time in which this process was stopped or busy does not count: what
 * it waits for may have come long ago. Returns how to stop waiting.
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
