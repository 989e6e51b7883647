import { useAppLock } from '#src/session/app-lock.ts'
import { useSession } from '#src/session/session.ts'
import { AlertDialog } from './AlertDialog.tsx'
import { AppointmentDialog } from './AppointmentDialog.tsx'
import { LockedAlert } from './LockedAlert.tsx'
import type { PageSound } from './page-sound.ts'
import { useAlerts } from './use-alerts.ts'
import { useAppointmentAlerts } from './use-appointment-alerts.ts'
import { type TellPage, usePersonReport } from './use-person-report.ts'

interface PersonAlertsProps {
  /** Whether this person's turn has come: the page shows one alert at a time. */
  isFirst: boolean
  sound: PageSound
  tell: TellPage
}

/** Runs the alerts of the person of this session. */
export function PersonAlerts({ isFirst, sound, tell }: PersonAlertsProps) {
  const { user } = useSession()
  const alerts = useAlerts()
  const appointments = useAppointmentAlerts()
  const isLocked = useAppLock((state) => state.isLocked)
  usePersonReport(user.id, { alerts, appointments }, tell)
  if (!isFirst) return null
  if (isLocked) return <LockedAlert sound={sound} />
  // Doses first: they need an answer.
  if (alerts.ringing.length > 0) return <AlertDialog alerts={alerts} sound={sound} />
  return appointments.shown.length > 0 ? <AppointmentDialog {...appointments} /> : null
}
