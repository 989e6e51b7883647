import { useEffect } from 'react'
import { useAppLock } from '#src/session/app-lock.ts'
import { useNotifications } from '#src/session/notifications.ts'
import { AlertDialog } from './AlertDialog.tsx'
import { AppointmentDialog } from './AppointmentDialog.tsx'
import { unlockBellOnGesture, useBellUnlocked } from './bell.ts'
import { LockedAlert } from './LockedAlert.tsx'
import { SoundHint } from './SoundHint.tsx'
import { useAlerts } from './use-alerts.ts'
import { useAppointmentAlerts } from './use-appointment-alerts.ts'
import { useBackWhenOpened } from './use-back-when-opened.ts'
import { useWorkerMessages } from './use-worker-messages.ts'

/** The alerts of the open page (specification, section 4). None of them runs while notifications are off. */
export default function Alerts() {
  const { rings } = useNotifications()
  useBackWhenOpened()
  return rings ? <LiveAlerts /> : <OpensOnly />
}

function LiveAlerts() {
  const alerts = useAlerts()
  const isUnlocked = useBellUnlocked()
  const isLocked = useAppLock((state) => state.isLocked)
  useEffect(unlockBellOnGesture, [])
  const appointments = useAppointmentAlerts()
  useWorkerMessages(() => {
    alerts.check()
    appointments.check()
  })
  if (isLocked) return alerts.ringing.length + appointments.shown.length > 0 ? <LockedAlert alerts={alerts} /> : null
  // Doses first: they need an answer.
  if (alerts.ringing.length > 0) return <AlertDialog alerts={alerts} isUnlocked={isUnlocked} />
  if (appointments.shown.length > 0) return <AppointmentDialog {...appointments} />
  return isUnlocked ? null : <SoundHint />
}

/** A worker's notification may be clicked even if this page announces nothing. */
function OpensOnly() {
  useWorkerMessages(nothing)
  return null
}

const nothing = () => {}
