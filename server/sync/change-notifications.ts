import { CARRIED_ROWS, type Versions } from '#domain/protocol/events.ts'
import type { LoggedDoseEvent } from '#domain/records/dose-event.ts'
import type { SyncState } from './state.ts'

/** What servers tell each other and their open connections. */
export type ChangeNotification =
  /** The new state of the account. */
  | { kind: 'versions'; versions: Versions }
  /** A session was ended, so its connections close. */
  | { kind: 'session-ended'; userId: string; sessionId: string }
  /** All sessions of the account were ended. */
  | { kind: 'all-sessions-ended'; userId: string }
  /** The account may no longer see the person, so its connections about them close. */
  | { kind: 'access-ended'; userId: string; accountId: string }
  /**
   * This server was cut off from the others for a while, so any account may have changed. Never sent to other servers.
   */
  | { kind: 'missed' }

/** What a commit changed: the account's state afterwards, and what was added to the log. */
export interface Change {
  state: SyncState
  /** The sequence of the newest dose event before this commit. */
  since: number
  logged: LoggedDoseEvent[]
}

/**
 * Builds the change notification of a commit, including the rows it added to the log if there are only a few (S4.6).
 */
export function notificationOf(versions: Versions, { since, logged }: Change): ChangeNotification {
  const isCarried = logged.length > 0 && logged.length <= CARRIED_ROWS
  return {
    kind: 'versions',
    versions: isCarried ? { ...versions, log: { since, events: logged } } : versions,
  }
}

/**
 * Delivers change notifications to listeners on this server and others. Listeners on this server receive one
 * immediately. Elsewhere it may be lost; the next heartbeat makes up for that. Never throws and never waits.
 */
export interface ChangeNotifications {
  publish(notification: ChangeNotification): void
  /** Returns a function that stops listening. */
  listen(hear: (notification: ChangeNotification) => void): () => void
  /** Returns whether this server can currently hear the others, or null if there are no others. */
  hears(): boolean | null
  /** Stops delivering. Safe to call twice. */
  close(): Promise<void>
}

/** Delivers change notifications within this process. PGlite needs no more, since only one process may open it. */
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
