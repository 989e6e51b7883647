import { useEffect, useMemo, useState } from 'react'
import type { UserId } from '#domain/lib/ids.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import type { SyncHandle, SyncPhase } from '#src/session/session.ts'
import { refreshUser, showSignedOut } from './auth.ts'
import { type LiveSync, startLiveSync } from './live-sync.ts'

/**
 * Sync while the person may use health data. Before that every request would be answered by a gate, and the event stream,
 * once refused, would stay dead for a minute.
 */
export function useLiveSync(db: DosewellDatabase | null, userId: UserId, allowed: boolean): SyncHandle {
  const [phase, setPhase] = useState<SyncPhase>({ kind: 'starting' })
  const [live, setLive] = useState<LiveSync | null>(null)
  useEffect(() => {
    if (!db || !allowed) return
    const onPhase = (next: SyncPhase) => {
      setPhase(next)
      if (next.kind === 'gate') void answerGate(userId, next)
    }
    const started = startLiveSync({ db, user: userId, onPhase, onSignedOut: showSignedOut })
    setLive(started)
    return () => {
      started.stop()
      setLive(null)
    }
  }, [db, userId, allowed])
  return useMemo(
    () => ({
      phase,
      request: () => live?.request(),
      deliver: () => live?.deliver(),
      onAttempt: (listener) => live?.onAttempt(listener) ?? (() => {}),
    }),
    [phase, live],
  )
}

/** A gate means that the server knows the person differently than this page does: ask it. */
async function answerGate(userId: UserId, { gate }: Extract<SyncPhase, { kind: 'gate' }>): Promise<void> {
  // The account is gone for good, and with it what this device kept for it (DESIGN §5.8).
  if (gate === 'account-gone') {
    const { wipeUser } = await import('./sign-out.ts')
    await wipeUser(userId)
  }
  if (gate !== 'update') await refreshUser()
}
