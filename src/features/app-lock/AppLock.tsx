import { useEffect, useRef } from 'react'
import type { AppLock as Lock } from '#src/data/app-lock.ts'
import { useAppLock } from '#src/session/app-lock.ts'
import { announce } from '#src/ui/live-region.tsx'
import { LockScreen } from './LockScreen.tsx'
import { useAway } from './use-away.ts'

/**
 * What a lock that is set does in this tab: closes it when it was out of sight for too long, and stands there until it
 * is opened.
 */
export default function AppLock({ lock }: { lock: Lock }) {
  const isLocked = useAppLock((state) => state.isLocked)
  useAway(lock.after)
  useFocusOnOpening(isLocked)
  return isLocked ? <LockScreen hasPasskey={lock.passkey !== null} /> : null
}

/** As after a change of page: the focus goes to the content, and what was said before the lock is not said again. */
function useFocusOnOpening(isLocked: boolean): void {
  const was = useRef(isLocked)
  useEffect(() => {
    if (isLocked) announce('')
    else if (was.current) document.getElementById('main')?.focus({ preventScroll: true })
    was.current = isLocked
  }, [isLocked])
}
