import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AdminAnswer } from '#src/platform/admin-calls.ts'
import { useSession } from '#src/session/session.ts'
import { type Refresh, startRefresh } from './refresh.ts'

export type Failure = Exclude<AdminAnswer<unknown>, { kind: 'ok' }>

/** What the server last told, in memory only: nothing of /admin is kept on a device. */
export interface Refreshed<T> {
  /** Null until the first answer. */
  value: T | null
  /** Why the newest question got no such answer; null when it did. */
  failure: Failure | null
  /** When `value` came, in milliseconds; 0 before. */
  since: number
  /** Asks again now. */
  refresh(): void
}

/**
 * Asks the server now and every 30 s while the tab is shown. Refused as nobody or as no admin, who this is gets asked
 * again.
 */
export function useRefreshed<T>(ask: (signal: AbortSignal) => Promise<AdminAnswer<T>>): Refreshed<T> {
  const { refreshUser, sync } = useSession()
  const [told, setTold] = useState<Omit<Refreshed<T>, 'refresh'>>({ value: null, failure: null, since: 0 })
  const running = useRef<Refresh>(null)

  const look = useEffectEvent(async (signal: AbortSignal) => {
    const answer = await ask(signal)
    if (signal.aborted) return
    if (answer.kind === 'ok') setTold({ value: answer.value, failure: null, since: Date.now() })
    else setTold((before) => ({ ...before, failure: answer }))
    if (isGate(answer)) await refreshUser()
  })
  useEffect(() => {
    const started = startRefresh({ look: (signal) => void look(signal) })
    running.current = started
    return started.stop
  }, [])
  // The browser says nothing when only the server could not be reached; sync finds out that it can be again.
  const isReached = sync.phase.kind === 'synced'
  const hadNoAnswer = told.failure?.kind === 'no-answer'
  useEffect(() => {
    if (isReached && hadNoAnswer) running.current?.now()
  }, [isReached, hadNoAnswer])
  return { ...told, refresh: () => running.current?.now() }
}

/** Whether an answer means that the server knows this person differently than the page does. */
export const isGate = (answer: AdminAnswer<unknown>): boolean =>
  answer.kind === 'refused' && (answer.status === 401 || answer.status === 403)
