/** Messages from the worker to pages through `postMessage`. */
export type WorkerMessage =
  /** A push arrived: a visible page announces what is due itself, before the worker does. */
  | { kind: 'check-reminders' }
  /** A notification was clicked: show this address (path and query, same origin). */
  | { kind: 'open'; path: string }

/** Longer than any address of this app. */
const LONGEST_PATH = 300

/** Reads a message from the worker; null if it is none of these. */
export function readWorkerMessage(data: unknown): WorkerMessage | null {
  const { kind, path } = (data ?? {}) as Record<string, unknown>
  if (kind === 'check-reminders') return { kind }
  if (kind !== 'open' || typeof path !== 'string') return null
  return path.startsWith('/') && path.length <= LONGEST_PATH ? { kind, path } : null
}

/** The page's only message to the worker: replace the running version. */
export const SKIP_WAITING = { type: 'SKIP_WAITING' } as const
