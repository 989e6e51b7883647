import { createContext, useContext } from 'react'
import type { CurrentUser } from '#domain/records/user.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import type { Device } from '#src/data/device-store.ts'
import type { Gate } from '#src/sync/classify.ts'
import type { Attempt } from '#src/sync/drain.ts'

/** How the last pass of this page ended; what waits is read from the database instead. */
export type SyncPhase =
  | { kind: 'starting' }
  | { kind: 'synced' }
  | { kind: 'gate'; gate: Gate }
  /** No answer, or none that decides anything; the next attempt is scheduled. */
  | { kind: 'unreachable' }

export interface SyncHandle {
  phase: SyncPhase
  /** Asks for a pass now. */
  request(): void
  /** Something was written: it goes out now. */
  deliver(): void
  /** Hears of the attempts of this page; answers the function that ends it. */
  onAttempt(listener: (attempt: Attempt) => void): () => void
  /** Tells those who hear of attempts of one that the upload queue made. */
  tellAttempt(attempt: Attempt): void
}

/** The signed-in person on this device and everything a screen may reach through them. */
export interface Session {
  user: CurrentUser
  /** The plan zone: the account's, else the browser's. */
  zone: string
  db: DosewellDatabase
  device: Device
  sync: SyncHandle
  /** Reads GET /api/auth/user again, after something changed it. */
  refreshUser(): Promise<void>
  /** Opens the sign-out question or signs out (readings, Reads). */
  signOut(): void
}

export const SessionContext = createContext<Session | null>(null)

/** The session of the screen. Only below the signed-in part of the app. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is called outside of the signed-in part of the app')
  return session
}
