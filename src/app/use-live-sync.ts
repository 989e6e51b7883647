import { useCallback, useEffect, useMemo, useState } from 'react'
import type { UserId } from '#domain/lib/ids.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import type { SyncHandle, SyncPhase } from '#src/session/session.ts'
import type { Attempt } from '#src/sync/drain.ts'
import { latePart } from '#src/ui/late-part.ts'
import { refreshUser, refreshUserAsOf } from './auth.ts'
import type { LiveSync } from './live-sync.ts'

/** No screen is drawn by it: its code is fetched when the screens run, while the database is being opened. */
const syncCode = latePart(() => import('./live-sync.ts'))

/** After this long a fetch of the code that failed is tried again, unless the network comes back before. */
const FETCH_AGAIN_MS = 5_000

const UNREACHABLE: SyncPhase = { kind: 'unreachable' }

/**
 * Sync while the person may use health data. Before that every request would be answered by a gate, and the event
 * stream, once refused, would stay dead for a minute.
 */
export function useLiveSync(db: DosewellDatabase | null, userId: UserId, allowed: boolean): SyncHandle {
  const [phase, setPhase] = useState<SyncPhase>({ kind: 'starting' })
  const [live, setLive] = useState<LiveSync | null>(null)
  // Here, not in what runs: who writes before it runs hears of the attempt too.
  const [listeners] = useState(() => new Set<(attempt: Attempt) => void>())
  const tellAttempt = useCallback(
    (attempt: Attempt) => {
      for (const listener of listeners) listener(attempt)
    },
    [listeners],
  )
  const { code, isMissing } = useSyncCode(allowed)
  useEffect(() => {
    if (!db || !allowed || !code) return
    const onPhase = (next: SyncPhase) => {
      setPhase(next)
      if (next.kind === 'gate') void answerGate(userId, next)
    }
    const started = code.startLiveSync({
      db,
      user: userId,
      onPhase,
      onProfile: refreshUserAsOf,
      onAttempt: tellAttempt,
    })
    setLive(started)
    return () => {
      started.stop()
      setLive(null)
    }
  }, [db, userId, allowed, code, tellAttempt])
  return useMemo(
    () => ({
      phase: isMissing ? UNREACHABLE : phase,
      request: () => (live ? live.request() : syncCode.want()),
      deliver: () => live?.deliver(),
      onAttempt: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      tellAttempt,
    }),
    [phase, isMissing, live, listeners, tellAttempt],
  )
}

/**
 * The code of sync, or null until it is here; missing when it could not be fetched, which is to say that nothing
 * answers.
 */
function useSyncCode(allowed: boolean) {
  const code = syncCode.use()
  const failure = syncCode.useFailure()
  useEffect(() => {
    if (!allowed) return
    syncCode.want()
    addEventListener('online', syncCode.want)
    return () => removeEventListener('online', syncCode.want)
  }, [allowed])
  useEffect(() => {
    if (failure === null) return
    const again = setTimeout(syncCode.want, FETCH_AGAIN_MS)
    return () => clearTimeout(again)
  }, [failure])
  return { code, isMissing: failure !== null }
}

/** A gate means that the server knows the person differently than this page does: ask it. */
async function answerGate(userId: UserId, { gate }: Extract<SyncPhase, { kind: 'gate' }>): Promise<void> {
  // The account is gone for good, and with it what this device kept for it (docs/sync-spec.md, S8).
  if (gate === 'account-gone') {
    const { wipeUser } = await import('./sign-out.ts')
    await wipeUser(userId)
  }
  if (gate !== 'update') await refreshUser()
}
