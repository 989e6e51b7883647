import { CARRIED_ROWS, type Versions } from '#domain/protocol/events.ts'
import type { LoggedDoseEvent } from '#domain/records/dose-event.ts'
import type { SyncState } from './state.ts'

/** What servers tell each other and their open connections. */
export type ChangeNotification =
  /** The account is now so far. */
  | { kind: 'versions'; versions: Versions }
  /** The session was ended: its connections close. */
  | { kind: 'session-ended'; userId: string; sessionId: string }
  /** Every session of the account was ended. */
  | { kind: 'all-sessions-ended'; userId: string }
  /** This server did not hear the others for a while: anything may have happened to any account. Never sent to others. */
  | { kind: 'missed' }

/** What a commit changed: the account's state after it, and what it added to the log. */
export interface Change {
  state: SyncState
  /** The sequence of the newest dose event before it. */
  since: number
  logged: LoggedDoseEvent[]
}

/** The change notification of a commit, with the rows that it added to the log when they are few (S4.6). */
export function notificationOf(versions: Versions, { since, logged }: Change): ChangeNotification {
  const isCarried = logged.length > 0 && logged.length <= CARRIED_ROWS
  return {
    kind: 'versions',
    versions: isCarried ? { ...versions, log: { since, events: logged } } : versions,
  }
}

/**
 * Carries change notifications to whoever listens, on this server and others. Guarantees: a change notification published here is heard here at once;
 * elsewhere it may be lost, which the next heartbeat makes good. Never throws and never waits.
 */
export interface ChangeNotifications {
  publish(notification: ChangeNotification): void
  /** Returns how to stop listening. */
  listen(hear: (notification: ChangeNotification) => void): () => void
  /** Whether this server hears the others now; null where there are none. */
  hears(): boolean | null
  /** Stops carrying. Safe to call twice. */
  close(): Promise<void>
}

/** Change notifications within this process: all there is on PGlite, which only one process may open. */
export function localChangeNotifications(): ChangeNotifications {
  const listeners = new Set<(notification: ChangeNotification) => void>()
  return {
    publish: (notification) => {
      for (const hear of listeners) hear(notification)
    },
    listen: (hear) => {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    hears: () => null,
    close: async () => listeners.clear(),
  }
}
