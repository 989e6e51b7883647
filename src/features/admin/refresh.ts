import { MINUTE } from '#domain/lib/local-time.ts'

/** Specification, sections 7 and 9: stats and inbox are fetched again every 30 s. */
export const REFRESH_EVERY_MS = MINUTE / 2

export interface Refresh {
  /** Looks at once; the next look follows a whole interval later. */
  now(): void
  /** Ends it for good; what is on its way is given up. */
  stop(): void
}

interface RefreshOptions {
  /** Asks the server. Aborted as soon as a newer look begins, so that an old answer never covers a new one. */
  look(signal: AbortSignal): void
  /** Whose `visibilityState` counts. */
  page?: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  /** Where `online` is said. */
  network?: Pick<Window, 'addEventListener' | 'removeEventListener'>
}

/**
 * Looks at once and then every 30 s while the tab is shown. A hidden tab asks nothing; shown again, or back on the
 * network, it asks at once.
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
