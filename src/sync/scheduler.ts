import { backoff } from './backoff.ts'
import type { PassEnd, PassOptions } from './engine.ts'
import type { SyncClock } from './ports.ts'

/** Another tab is running a pass; try again soon, in case it was about to stop. */
const BUSY_PAUSE = 3000

export interface Timers {
  set(run: () => void, ms: number): unknown
  clear(handle: unknown): void
}

/** What a change notification said. */
type UpTo = PassOptions['upTo']

export interface SchedulerPorts {
  pass(options: PassOptions): Promise<PassEnd>
  clock: SyncClock
  timers: Timers
  onEnd(end: PassEnd): void
  onError(error: unknown): void
}

/** Decides when passes run, not what they do. */
export interface Scheduler {
  /**
   * Something happened (a write, a change notification, the network returned): runs a pass now, or once more after the
   * current one.
   * @param upTo what a change notification said: if this device already has that much by then, the pass need not fetch
   */
  request(upTo?: UpTo): void
  /** Delivers what was written. It does not fetch news from elsewhere, which change notifications announce. */
  deliver(): void
  stop(): void
}

/**
 * Runs one pass at a time. After a temporary end or an error it waits twice as long each time (with a random part, so
 * that devices do not return together), and at least the Retry-After. A request cuts the wait short, since connectivity
 * flags and change notifications only schedule attempts (docs/sync-spec.md, S9) and an attempt costs little; but no
 * request shortens a Retry-After.
 */
export function createScheduler(ports: SchedulerPorts): Scheduler {
  let running = false
  /** The server sent a Retry-After: requests wait. */
  let held = false
  let again = false
  /**
   * The newest change notification not acted on yet; `everything` after a failure and for any reason other than a
   * write.
   */
  let wanted: UpTo | 'everything'
  let stopped = false
  let failures = 0
  let timer: unknown = null

  const forgetTimer = (): void => {
    if (timer !== null) ports.timers.clear(timer)
    timer = null
  }

  const later = (ms: number): void => {
    forgetTimer()
    timer = ports.timers.set(() => {
      timer = null
      run()
    }, ms)
  }

  const pauseAfter = (end: PassEnd): number | null => {
    if (end.kind === 'busy') return BUSY_PAUSE
    // No word will come when the server knows them again (S14.3).
    if (end.kind === 'gate' && end.gate === 'person-unknown') return pauseAfterFailure()
    return end.kind === 'temporary' ? Math.max(end.after ?? 0, pauseAfterFailure()) : null
  }

  const pauseAfterFailure = (): number => {
    const pause = backoff(failures, ports.clock.random())
    failures += 1
    return pause
  }

  const hold = (ms: number): void => {
    held = true
    ports.timers.set(() => {
      held = false
      requestAgain()
    }, ms)
  }

  const requestAgain = (): void => {
    if (!again || held) return
    again = false
    run()
  }

  const want = (upTo: UpTo): void => {
    if (wanted === 'everything') return
    const isOfAnotherEpoch = wanted && upTo && upTo.epoch !== wanted.epoch
    // One that was overtaken on its way says nothing that the newer one does not.
    if (wanted && upTo && !isOfAnotherEpoch && upTo.seq < wanted.seq) return
    wanted = isOfAnotherEpoch ? 'everything' : (upTo ?? 'everything')
  }

  const runOnce = async (): Promise<void> => {
    const options = { pull: wanted !== undefined, upTo: wanted === 'everything' ? undefined : wanted }
    wanted = undefined
    const end = await ports.pass(options).catch((error: unknown) => {
      want(undefined)
      throw error
    })
    if (end.kind !== 'synced') want(undefined)
    if (stopped) return
    ports.onEnd(end)
    if (end.kind === 'synced') failures = 0
    if (end.kind === 'temporary' && end.after) hold(end.after)
    const pause = pauseAfter(end)
    if (pause !== null) later(pause)
  }

  const request = (upTo?: UpTo): void => {
    want(upTo)
    run()
  }

  const run = (): void => {
    if (stopped) return
    if (running || held) {
      again = true
      return
    }
    forgetTimer()
    running = true
    runOnce()
      .catch((error: unknown) => {
        if (!stopped) later(pauseAfterFailure())
        ports.onError(error)
      })
      .finally(() => {
        running = false
        requestAgain()
      })
  }

  return {
    request,
    deliver: run,
    stop() {
      stopped = true
      forgetTimer()
    },
  }
}
