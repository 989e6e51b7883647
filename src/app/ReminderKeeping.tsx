import { useEffect } from 'react'
import { readReminderViews } from '#src/data/notification-log.ts'
import { countDue, showBadge } from '#src/platform/app-badge.ts'
import { allowPeriodicCheck, endPeriodicCheck } from '#src/platform/background-sync.ts'
import { warnOnce } from '#src/platform/logger.ts'
import { onNetworkBack } from '#src/platform/network-back.ts'
import { useNotifications } from '#src/session/notifications.ts'
import { useRemindedSessions } from '#src/session/people.tsx'
import {
  endPush,
  keepPush,
  type PushOwner,
  recallPush,
  reportReceipts,
  usePush,
  usePushOwner,
} from '#src/session/push.ts'
import { useLiveQuery } from '#src/session/use-live-query.ts'
import { useNow } from '#src/session/use-now.ts'

/** Keeps reminders coming while no page is open: this device's subscription, and the number on the app's icon. */
export function ReminderKeeping() {
  const owner = usePushOwner()
  const { enabled } = useNotifications()
  useEffect(() => {
    quietly(recallPush())
    quietly(checkPeriodically(enabled))
    if (!enabled) return quietly(endPush(owner))
    return keepWhileOpen(owner)
  }, [enabled, owner])
  useBadge()
  return null
}

/**
 * Logs a failure instead of showing it: in a browser that lacks a feature or refuses, the open page still announces
 * reminders, and a separate page says what is wrong.
 */
function quietly(work: Promise<unknown>): void {
  work.catch((cause: unknown) => warnOnce('Reminders could not be set up on this device', cause))
}

/** Asks for the browser's own periodic check for due reminders, if it grants one. */
async function checkPeriodically(enabled: boolean): Promise<void> {
  const registration = await navigator.serviceWorker?.ready
  if (registration) await (enabled ? allowPeriodicCheck(registration) : endPeriodicCheck(registration))
}

/**
 * Runs at every launch (R4.4), and again whenever what was missing may have returned: the network, the worker, the
 * user.
 */
function keepWhileOpen(owner: PushOwner): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const again = () => {
    const { state, isBusy } = usePush.getState()
    if (isBusy || state?.kind === 'unavailable') return
    quietly(state?.kind === 'on' ? reportReceipts(owner) : keepPush(owner))
  }
  quietly(keepPush(owner))
  signal.addEventListener('abort', onNetworkBack(again))
  document.addEventListener('visibilitychange', again, { signal })
  navigator.serviceWorker?.addEventListener('controllerchange', again, { signal })
  return () => listening.abort()
}

/** Counts everybody's doses (R11.8). Updates whenever doses change and as time passes. */
function useBadge(): void {
  const now = useNow()
  const sessions = useRemindedSessions()
  const due = useLiveQuery(async () => {
    const counts = await Promise.all(
      sessions.map(async ({ db, zone }) => countDue(await readReminderViews(db, zone, now))),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }, [sessions, now])
  useEffect(() => {
    if (due !== undefined) void showBadge(due)
  }, [due])
}
