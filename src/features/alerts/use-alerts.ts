import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { isPremium, subscriptionAt } from '#domain/access/plan.ts'
import type { DueReminder } from '#domain/reminders/alerts.ts'
import { noticePersonOf } from '#domain/reminders/notice-person.ts'
import { useSession } from '#src/session/session.ts'
import { type AlertRun, startAlerts } from './alert-run.ts'

export interface AlertState {
  /** The reminders active on this page. */
  ringing: readonly DueReminder[]
  isPlaying: boolean
  dismiss(): void
  stopSound(): void
  /** Plays the sound again. */
  repeat(): void
  /** Processes due reminders now. */
  check(): void
}

/** Runs the alerts while the component is mounted. */
export function useAlerts(): AlertState {
  const session = useSession()
  const [alerts, setAlerts] = useState<readonly DueReminder[]>([])
  const [isPlaying, setPlaying] = useState(false)
  const [run, setRun] = useState<AlertRun | null>(null)
  const { db, zone, user, whose, person, sync } = session
  // Neither a change of plan nor of the sync status may end an active alert.
  const speaks = useEffectEvent(() => isPremium(subscriptionAt(user, Date.now())))
  const noticePerson = useEffectEvent(() => person && noticePersonOf(person))
  const requestSync = useEffectEvent(() => sync.request())

  useEffect(() => {
    const started = startAlerts({
      db,
      zone,
      whose,
      person: () => noticePerson(),
      timers: { set: (run, ms) => setTimeout(run, ms), clear: (timer) => clearTimeout(timer as number) },
      speaks: () => speaks(),
      requestSync: () => requestSync(),
      setAlerts,
      setPlaying,
    })
    setRun(started)
    return () => {
      started.end()
      setAlerts([])
      setRun(null)
    }
  }, [db, zone, whose])

  return useMemo(
    () => ({
      ringing: alerts,
      isPlaying,
      dismiss: () => run?.dismiss(),
      stopSound: () => run?.sound.stop(),
      repeat: () => run?.sound.start(),
      check: () => run?.check(),
    }),
    [alerts, isPlaying, run],
  )
}
