import { liveQuery } from 'dexie'
import { useEffect, useEffectEvent } from 'react'
import { doseCommands } from '#domain/commands/dose-verbs.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { readReminderViews } from '#src/data/notification-log.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { warnOnce } from '#src/platform/logger.ts'
import { useRecordDoses } from '#src/session/record-doses.ts'
import { useSession } from '#src/session/session.ts'
import { restingUntil } from './rests-until-opened.ts'

/**
 * In minutes: the clock by which screens show states lags by up to half a minute (useNow), and the dose must be due by
 * that clock.
 */
const CALLED_BACK = -0.5

/**
 * Brings back reminders snoozed until the app is opened: on load, when the page becomes visible, and when sync brings
 * one.
 */
export function useBackWhenOpened(): void {
  const { db, zone } = useSession()
  const record = useRecordDoses()
  const callBack = useEffectEvent(async (views: readonly SlotView[], openedAt: number) => {
    if (document.visibilityState !== 'visible') return
    const resting = restingUntil(openedAt, views)
    if (resting.length === 0) return
    await record((author) => doseCommands(author, { verb: 'snooze', doses: resting, minutes: CALLED_BACK }))
  })

  useEffect(() => {
    let openedAt = deviceClock.now() - performance.now()
    const read = () => readReminderViews(db, zone, deviceClock.now())
    const look = (views: readonly SlotView[]) =>
      callBack(views, openedAt).catch((cause: unknown) =>
        warnOnce('A snoozed reminder could not be called back', cause),
      )
    const onVisible = () => {
      if (document.visibilityState !== 'visible') return
      openedAt = deviceClock.now()
      read().then(look, (cause: unknown) => warnOnce('Snoozed reminders could not be read', cause))
    }
    document.addEventListener('visibilitychange', onVisible)
    const watching = liveQuery(read).subscribe({
      next: (views) => void look(views),
      error: (cause) => warnOnce('Snoozed reminders could not be watched', cause),
    })
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      watching.unsubscribe()
    }
  }, [db, zone])
}
