import { useEffect, useMemo } from 'react'
import type { UserId } from '#domain/lib/ids.ts'
import type { AlertState } from './use-alerts.ts'
import type { AppointmentAlerts } from './use-appointment-alerts.ts'

/** What the alerts of one person say to the page, which runs those of several. */
export interface PersonReport {
  /** Whether there is something to answer. */
  isAlerting: boolean
  isPlaying: boolean
  stopSound(): void
  /** Processes what is due now. */
  check(): void
}

export type TellPage = (person: UserId, report: PersonReport | null) => void

/** Tells the page about this person's alerts whenever they change, and when they end. */
export function usePersonReport(
  person: UserId,
  { alerts, appointments }: { alerts: AlertState; appointments: AppointmentAlerts },
  tell: TellPage,
): void {
  const report = useMemo<PersonReport>(
    () => ({
      isAlerting: alerts.ringing.length + appointments.shown.length > 0,
      isPlaying: alerts.isPlaying,
      stopSound: alerts.stopSound,
      check() {
        alerts.check()
        appointments.check()
      },
    }),
    [alerts, appointments],
  )
  useEffect(() => tell(person, report), [tell, person, report])
  useEffect(() => () => tell(person, null), [tell, person])
}
