import { MINUTE } from '#domain/lib/local-time.ts'

/** Specification, sections 7 and 9: stats and inbox are fetched again every 30 s. */
export const REFRESH_EVERY_MS = MINUTE / 2

export interface Refresh {
  /** Runs immediately; the next run follows a whole interval later. */
  now(): void
  /** Stops for good and aborts a running request. */
  stop(): void
}

interface RefreshOptions {
  /**
   * Fetches from the server. Aborted as soon as a newer run begins, so that an old answer never overwrites a new one.
   */
  look(signal: AbortSignal): void
  /** The page whose `visibilityState` counts. */
  page?: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  /** Where `online` is fired. */
  network?: Pick<Window, 'addEventListener' | 'removeEventListener'>
}

/**
 * Runs immediately and then every 30 s while the tab is visible. A hidden tab requests nothing; when it is visible or
 * online again, it runs immediately.
 */
export function startRefresh({ look, page = document, network = window }: RefreshOptions): Refresh {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = new AbortController()
  let isStopped = false
  const now = () => {
    if (isStopped) return
    clearTimeout(timer)
    running.abort()
    if (page.visibilityState === 'hidden') return
    running = new AbortController()
    timer = setTimeout(now, REFRESH_EVERY_MS)
    look(running.signal)
  }
  const onVisibility = () => {
    if (page.visibilityState === 'hidden') clearTimeout(timer)
    else now()
  }
  page.addEventListener('visibilitychange', onVisibility)
  network.addEventListener('online', now)
  now()
  return {
    now,
    stop() {
      isStopped = true
      page.removeEventListener('visibilitychange', onVisibility)
      network.removeEventListener('online', now)
      clearTimeout(timer)
      running.abort()
    },
  }
}
