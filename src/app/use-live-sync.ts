import { useCallback, useEffect, useMemo, useState } from 'react'
import type { DosewellDatabase } from '#src/data/database.ts'
import { othersOf } from '#src/data/people-store.ts'
import type { Whose } from '#src/platform/whose.ts'
import { leavePerson, refreshPeople, refreshPeopleAsOf, usePeople } from '#src/session/people.tsx'
import type { SyncHandle, SyncPhase } from '#src/session/session.ts'
import type { Attempt } from '#src/sync/drain.ts'
import { latePart } from '#src/ui/late-part.ts'
import { refreshUser, refreshUserAsOf } from './auth.ts'
import type { LiveSync } from './live-sync.ts'
import { reloadOnceCodeArrives } from './reload-once-code-arrives.ts'

/** No screen needs it to render: its code loads once the screens run, while the database is being opened. */
const syncCode = latePart(() => import('./live-sync.ts'))

/** How long before a failed load of the code is tried again, unless the network returns earlier. */
const FETCH_AGAIN_MS = 5_000

const UNREACHABLE: SyncPhase = { kind: 'unreachable' }

/**
 * Runs sync while the user may use health data. Before that a gate would answer every request, and the event stream,
 * once refused, would stay dead for a minute.
 */
export function useLiveSync(db: DosewellDatabase | null, whose: Whose, allowed: boolean): SyncHandle {
  const [phase, setPhase] = useState<SyncPhase>({ kind: 'starting' })
  const [live, setLive] = useState<LiveSync | null>(null)
  // Held here, so that a write made before sync is running gets its attempt reported too.
  const [listeners] = useState(() => new Set<(attempt: Attempt) => void>())
  const tellAttempt = useCallback(
    (attempt: Attempt) => {
      for (const listener of listeners) listener(attempt)
    },
    [listeners],
  )
  const { code, isMissing } = useSyncCode(allowed)
  // With other people the stream is another one.
  const others = usePeople(({ people }) => othersOf(people).join())
  useEffect(() => {
    if (!db || !allowed || !code) return
    const onPhase = (next: SyncPhase) => {
      // The same again is no news: whoever uses the session would be drawn anew after each pass.
      setPhase((before) => (isSame(before, next) ? before : next))
      if (next.kind === 'gate') void answerGate(whose, next)
    }
    const started = code.startLiveSync({
      db,
      whose,
      stream: others === '' ? '/api/events' : '/api/events?everyone=1',
      onPhase,
      onProfile(seq) {
        if (whose.person === whose.account) refreshUserAsOf(seq)
        refreshPeopleAsOf(whose, seq)
      },
      onInterrupted: () => void (others !== '' && navigator.onLine && refreshPeople(whose.account)),
      onAttempt: tellAttempt,
    })
    setLive(started)
    return () => {
      started.stop()
      setLive(null)
    }
  }, [db, whose, others, allowed, code, tellAttempt])
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

const isSame = (one: SyncPhase, other: SyncPhase): boolean =>
  one.kind === 'gate' && other.kind === 'gate' ? one.gate === other.gate : one.kind === other.kind

/**
 * Returns the sync code, or null until it is loaded. Missing means that loading failed, and with it that the server is
 * unreachable.
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
    const again = setTimeout(() => void loadAgain(), FETCH_AGAIN_MS)
    return () => clearTimeout(again)
  }, [failure])
  return { code, isMissing: failure !== null }
}

async function loadAgain(): Promise<void> {
  if (!(await syncCode.fetched())) await reloadOnceCodeArrives()
}

/**
 * Responds to a gate, which means that the server knows the user differently from this page, by fetching the user
 * again.
 */
async function answerGate({ person, account }: Whose, { gate }: Extract<SyncPhase, { kind: 'gate' }>): Promise<void> {
  if (gate === 'person-gone') return leavePerson(account, person)
  // The list says whether somebody is withheld (S14.8).
  if (gate === 'consent' && person !== account) await refreshPeople(account)
  // The account is gone for good, and so is what this device held for it (docs/sync-spec.md, S8).
  // Of the account itself its own engine hears.
  if (gate === 'account-gone' && person === account) {
    const { wipeUser } = await import('./sign-out.ts')
    await wipeUser(account)
  }
  if (gate !== 'update') await refreshUser()
}
