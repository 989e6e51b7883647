import { type ReactNode, useEffect, useRef } from 'react'
import type { AppLock as Lock } from '#src/data/app-lock.ts'
import { useAppLock } from '#src/session/app-lock.ts'
import { announce } from '#src/ui/live-region.tsx'
import { LockScreen } from './LockScreen.tsx'
import { useAway } from './use-away.ts'

interface AppLockProps {
  lock: Lock
  /** The emergency card, which is part of another feature. */
  card: ReactNode
}

/**
 * Runs the lock in this tab: locks it when it was hidden for too long, and shows the lock screen until it is unlocked.
 */
export default function AppLock({ lock, card }: AppLockProps) {
  const isLocked = useAppLock((state) => state.isLocked)
  useAway(lock.after)
  useFocusOnOpening(isLocked)
  return isLocked ? <LockScreen hasPasskey={lock.passkey !== null} card={lock.showsCard ? card : null} /> : null
}

/** Moves the focus to the content, as after a change of page, and does not repeat earlier announcements. */
function useFocusOnOpening(isLocked: boolean): void {
  const was = useRef(isLocked)
  useEffect(() => {
    if (isLocked) announce('')
    else if (was.current) document.getElementById('main')?.focus({ preventScroll: true })
    was.current = isLocked
  }, [isLocked])
}
