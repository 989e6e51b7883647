/** Without requestIdleCallback (Safari): long enough for the first screen to render. */
const WITHOUT_CALLBACK_MS = 1000

/**
 * After load, the first screen still fetches its data; on a slow network nothing that can wait should compete with it.
 */
const AFTER_LOAD_MS = 1500

/** A page that is never idle has to run it after this long. */
const AT_LATEST_MS = 3000

const waiting: (() => void)[] = []

/**
 * Runs work a moment after the document has loaded, once the page has nothing else to do: one after the other, so that a
 * tap never waits for all of it.
 */
export function whenIdle(work: () => void): void {
  waiting.push(work)
  if (waiting.length > 1) return
  const settle = () => setTimeout(() => runNext(WITHOUT_CALLBACK_MS, performance.now() + AT_LATEST_MS), AFTER_LOAD_MS)
  if (document.readyState === 'complete') settle()
  else addEventListener('load', settle, { once: true })
}

/** Runs what waits; all of it by the deadline, or as soon as the page can after that. */
function runNext(pause: number, deadline: number): void {
  const run = () => {
    try {
      waiting[0]?.()
    } finally {
      waiting.shift()
      if (waiting.length > 0) runNext(0, deadline)
    }
  }
  if ('requestIdleCallback' in globalThis)
    requestIdleCallback(run, { timeout: Math.max(1, deadline - performance.now()) })
  else setTimeout(run, pause)
}

/** What Chromium says of the network (https://wicg.github.io/netinfo). */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Fetches code before it is asked for, once the page is idle: not where the network is slow or metered. */
export function fetchAhead(fetch: () => void): void {
  whenIdle(() => {
    const { saveData = false, effectiveType = '4g' } = (navigator as { connection?: Connection }).connection ?? {}
    if (!saveData && effectiveType === '4g') fetch()
  })
}
