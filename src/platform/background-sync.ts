import { warn } from './logger.ts'

/** `sync` delivers the outbox when the network returns, with every page closed. */
export const OUTBOX_TAG = 'outbox'
/** `periodicsync` processes due reminders with every page closed. */
export const REMINDERS_TAG = 'reminders'

/** The browser decides how often it really fires: about every 12 hours at most (docs/reminders.md). */
const CHECK_INTERVAL = 60 * 60_000

interface SyncManager {
  register(tag: string): Promise<void>
}

interface PeriodicSyncManager {
  register(tag: string, options: { minInterval: number }): Promise<void>
  unregister(tag: string): Promise<void>
}

/** Both interfaces exist in Chromium only and in no TypeScript library. */
type WithBackground = ServiceWorkerRegistration & {
  sync?: SyncManager
  periodicSync?: PeriodicSyncManager
}

/**
 * Asks the browser to wake the worker for the outbox. Returns false if it cannot or may not; the page's own sync
 * remains.
 */
export async function requestOutboxSync(registration: WithBackground): Promise<boolean> {
  if (!registration.sync) return false
  try {
    await registration.sync.register(OUTBOX_TAG)
    return true
  } catch {
    // The user or the browser switched background sync off.
    return false
  }
}

/** Asks for the periodic check for due reminders, where the browser grants it (installed apps in Chromium). */
export async function allowPeriodicCheck(registration: WithBackground): Promise<boolean> {
  if (!registration.periodicSync) return false
  try {
    await registration.periodicSync.register(REMINDERS_TAG, { minInterval: CHECK_INTERVAL })
    return true
  } catch {
    return false
  }
}

export async function endPeriodicCheck(registration: WithBackground): Promise<void> {
  try {
    await registration.periodicSync?.unregister(REMINDERS_TAG)
  } catch (cause) {
    // not translated: it is logged
    warn('The periodic check for reminders could not be ended', cause)
  }
}
