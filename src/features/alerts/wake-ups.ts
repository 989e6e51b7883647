import { CHECK_EVERY } from '#domain/reminders/alerts.ts'

const TICK = 1000
/** Ticks further apart than this mean sleep, a frozen tab or a changed clock. */
const GAP = 5000

/**
 * Calls `wake` every 30 seconds of wall time, and immediately when time was lost: after sleep, in a tab that was hidden
 * or frozen, on focus, on reconnecting, out of the back-forward cache. Returns a function that stops it.
 */
export function onWakeUps(wake: () => void): () => void {
  const listening = new AbortController()
  let lastTick = Date.now()
  let lastWake = lastTick
  const wakeNow = () => {
    lastWake = Date.now()
    wake()
  }
  const timer = setInterval(() => {
    const now = Date.now()
    const isTimeLost = now - lastTick > GAP || now < lastTick
    lastTick = now
    if (isTimeLost || now - lastWake >= CHECK_EVERY) wakeNow()
  }, TICK)
  const on = (target: EventTarget, name: string) => target.addEventListener(name, wakeNow, { signal: listening.signal })
  on(document, 'visibilitychange')
  on(document, 'resume')
  on(window, 'focus')
  on(window, 'online')
  on(window, 'pageshow')
  wakeNow()
  return () => {
    clearInterval(timer)
    listening.abort()
  }
}
