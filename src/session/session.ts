import { createContext, useContext } from 'react'
import type { ListedPerson } from '#domain/records/person.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import type { Device } from '#src/data/device-store.ts'
import type { Whose } from '#src/platform/whose.ts'
import type { Gate } from '#src/sync/classify.ts'
import type { Attempt } from '#src/sync/drain.ts'

/** How this page's last pass ended. What is waiting is read from the database instead. */
export type SyncPhase =
  | { kind: 'starting' }
  | { kind: 'synced' }
  | { kind: 'gate'; gate: Gate }
  /** No answer, or no conclusive one; the next attempt is scheduled. */
  | { kind: 'unreachable' }

export interface SyncHandle {
  phase: SyncPhase
  /** Asks for a pass now. */
  request(): void
  /** Delivers what was just written now. */
  deliver(): void
  /** Subscribes to this page's attempts; returns the function that unsubscribes. */
  onAttempt(listener: (attempt: Attempt) => void): () => void
  /** Tells the subscribers about an attempt made by the upload queue. */
  tellAttempt(attempt: Attempt): void
}

/** The signed-in user on this device and everything a screen may reach through them. */
export interface Session {
  /** Whose data the screens show, in the form of an account: its own person, or somebody it looks after. */
  user: CurrentUser
  /** The account that is signed in. */
  account: CurrentUser
  /** Who it is, if not the account's own person. */
  person: ListedPerson | null
  /** Whose data requests of these screens name. */
  whose: Whose
  /** The plan zone: the account's, else the browser's. */
  zone: string
  db: DosewellDatabase
  device: Device
  sync: SyncHandle
  /** Reads GET /api/auth/user again after a change to it. */
  refreshUser(): Promise<void>
  /** Nobody's: an invented person is shown, and what is about an account or a device is not (decision 094). */
  isExample?: true
  /** Opens the sign-out dialog or signs out (readings, Reads). */
  signOut(): void
}

export const SessionContext = createContext<Session | null>(null)

/** Returns the session. Only for use inside the signed-in part of the app. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is called outside of the signed-in part of the app')
  return session
}
