import { type RefObject, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { LockAfter } from '#src/data/app-lock.ts'
import { patienceOf, wasAwayTooLong } from './away.ts'
import { beginErrand, errandBegunAt } from './errand.ts'
import { lockNow } from './keeping.ts'

/** Locks this tab when it was hidden for longer than that. */
export function useAway(after: LockAfter): void {
  const leftAt = useRef<number | null>(null)
  useEffect(() => watchAway(after, leftAt), [after])
}

/** Watches how long the tab is hidden. `leftAt`: since when, which stays unchanged if another tab changes the lock. */
function watchAway(after: LockAfter, leftAt: RefObject<number | null>): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (lock: () => void) => {
    clearTimeout(timer)
    const now = Date.now()
    const isHidden = document.visibilityState === 'hidden'
    if (isHidden) leftAt.current ??= now
    const at = leftAt.current
    if (at === null) return
    const patience = patienceOf(after, at, errandBegunAt())
    if (wasAwayTooLong(at, now, patience)) lock()
    // A timer may sleep with the page, so its return is checked as well.
    else if (isHidden) timer = setTimeout(lock, at + patience - now)
    if (!isHidden) leftAt.current = null
  }
  // Synchronously, so that no frame, nor a thumbnail in the app switcher, shows what was there before.
  const onChange = () => look(() => flushSync(lockNow))
  document.addEventListener('visibilitychange', onChange, { signal })
  const onPress = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.type === 'file') beginErrand()
  }
  document.addEventListener('click', onPress, { capture: true, signal })
  // Another tab may have set or changed the lock while this one was hidden. Inside an effect React cannot render
  // synchronously.
  look(lockNow)
  return () => {
    clearTimeout(timer)
    listening.abort()
  }
}
