import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { LockAfter } from '#src/data/app-lock.ts'
import { patienceOf, wasAwayTooLong } from './away.ts'
import { beginErrand, errandBegunAt } from './errand.ts'
import { lockNow } from './keeping.ts'

/** Locks this tab when it was out of sight for longer than that. */
export function useAway(after: LockAfter): void {
  useEffect(() => watchAway(after), [after])
}

function watchAway(after: LockAfter): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let left: { at: number; patience: number } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  // At once, so that no frame, and no picture of the app among the open ones, shows what was there before.
  const lock = () => flushSync(lockNow)
  const onChange = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') {
      const at = Date.now()
      left = { at, patience: patienceOf(after, at, errandBegunAt()) }
      if (left.patience === 0) lock()
      // A timer may sleep with the page: its return is looked at as well.
      else timer = setTimeout(lock, left.patience)
    } else {
      if (left && wasAwayTooLong(left.at, Date.now(), left.patience)) lock()
      left = null
    }
  }
  document.addEventListener('visibilitychange', onChange, { signal })
  const onPress = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.type === 'file') beginErrand()
  }
  document.addEventListener('click', onPress, { capture: true, signal })
  return () => {
    clearTimeout(timer)
    listening.abort()
  }
}
