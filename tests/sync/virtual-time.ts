/**
 * Time that stands still until the world moves it, and the only place where simulated code may wait. At any moment at
 * most one piece of work runs; all others wait for an event here. That way one seed always gives one trace, whatever
 * the real event loop does.
 */
export interface VirtualTime {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs `event` that many milliseconds from now, and waits for it; returns how to cancel it. */
  in(ms: number, event: () => unknown): () => void
  /** Makes the world wait for this work before it goes on, except for the work's pauses. */
  track<T>(work: Promise<T>): Promise<T>
  /** Waits for `begin` to call back. The world goes on meanwhile. */
  pause<T>(begin: (resume: (value: T) => void) => void): Promise<T>
  /** Runs events up to that instant. Throws what an event threw. */
  runUntil(instant: number): Promise<void>
  /** Returns the instant of the next event, or null. */
  next(): number | null
}

interface Planned {
  at: number
  order: number
  event: () => unknown
}

export function virtualTime(start: number): VirtualTime {
  let now = start
  let order = 0
  let working = 0
  let quiet: (() => void) | null = null
  const planned: Planned[] = []

  const began = () => {
    working += 1
  }
  const ended = () => {
    working -= 1
    if (working === 0) quiet?.()
  }
  const track = <T>(work: Promise<T>): Promise<T> => {
    began()
    return work.finally(ended)
  }
  /**
   * Resolves when nothing is running. One turn of the event loop lets everything that follows a settled promise happen
   * first.
   */
  const settle = async () => {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve))
      if (working === 0) return
      await new Promise<void>((resolve) => {
        quiet = resolve
      })
    }
  }
  const takeNext = (until: number): Planned | null => {
    let best = -1
    planned.forEach((candidate, index) => {
      const other = planned[best]
      if (!other || candidate.at < other.at || (candidate.at === other.at && candidate.order < other.order))
        best = index
    })
    const found = planned[best]
    if (!found || found.at > until) return null
    planned.splice(best, 1)
    return found
  }

  return {
    now: () => now,
    in(ms, event) {
      order += 1
      const entry = { at: now + Math.max(0, ms), order, event }
      planned.push(entry)
      return () => {
        const index = planned.indexOf(entry)
        if (index >= 0) planned.splice(index, 1)
      }
    },
    track,
    pause: (begin) =>
      new Promise((resolve) => {
        begin((value) => {
          began()
          resolve(value)
        })
        ended()
      }),
    async runUntil(instant) {
      await settle()
      for (let entry = takeNext(instant); entry; entry = takeNext(instant)) {
        now = Math.max(now, entry.at)
        const failed: unknown[] = []
        const work = entry.event()
        if (work instanceof Promise) track(work).catch((error: unknown) => failed.push(error))
        await settle()
        if (failed.length > 0) throw failed[0]
      }
      now = Math.max(now, instant)
    },
    next: () => planned.reduce<number | null>((least, { at }) => Math.min(at, least ?? at), null),
  }
}
