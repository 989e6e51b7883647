import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AdminAnswer } from '#src/platform/admin-calls.ts'
import { useSession } from '#src/session/session.ts'
import { type Refresh, startRefresh } from './refresh.ts'

export type Failure = Exclude<AdminAnswer<unknown>, { kind: 'ok' }>

/** The server's last answer, in memory only: nothing from /admin is stored on a device. */
export interface Refreshed<T> {
  /** Null until the first answer. */
  value: T | null
  /** Why the newest request failed; null if it did not. */
  failure: Failure | null
  /** When `value` arrived, in milliseconds; 0 before. */
  since: number
  /** Fetches it again now. */
  refresh(): void
}

/**
 * Fetches from the server now and every 30 s while the tab is visible. If it is refused for want of a session or of
 * admin rights, the user is loaded again.
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
  // The browser fires nothing if only the server was unreachable; sync finds out that it is back.
  const isReached = sync.phase.kind === 'synced'
  const hadNoAnswer = told.failure?.kind === 'no-answer'
  useEffect(() => {
    if (isReached && hadNoAnswer) running.current?.now()
  }, [isReached, hadNoAnswer])
  return { ...told, refresh: () => running.current?.now() }
}

/** Returns whether an answer means that the server knows this user differently from the page. */
export const isGate = (answer: AdminAnswer<unknown>): boolean =>
  answer.kind === 'refused' && (answer.status === 401 || answer.status === 403)
