import { useEffect } from 'react'
import { useAppLock } from '#src/session/app-lock.ts'
import { useNotifications } from '#src/session/notifications.ts'
import { AlertDialog } from './AlertDialog.tsx'
import { unlockBellOnGesture, useBellUnlocked } from './bell.ts'
import { LockedAlert } from './LockedAlert.tsx'
import { SoundHint } from './SoundHint.tsx'
import { useAlerts } from './use-alerts.ts'
import { useBackWhenOpened } from './use-back-when-opened.ts'
import { useVisitAlerts } from './use-visit-alerts.ts'
import { useWorkerMessages } from './use-worker-messages.ts'
import { VisitDialog } from './VisitDialog.tsx'

/** The alerts of the open page (specification, section 4). Nothing of them runs while notifications are off. */
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
  const visits = useVisitAlerts()
  useWorkerMessages(() => {
    alerts.check()
    visits.check()
  })
  if (isLocked) return alerts.ringing.length + visits.shown.length > 0 ? <LockedAlert alerts={alerts} /> : null
  // Doses first: they wait for an answer.
  if (alerts.ringing.length > 0) return <AlertDialog alerts={alerts} isUnlocked={isUnlocked} />
  if (visits.shown.length > 0) return <VisitDialog {...visits} />
  return isUnlocked ? null : <SoundHint />
}

/** A notification of the worker may be clicked although this page announces nothing. */
function OpensOnly() {
  useWorkerMessages(nothing)
  return null
}

const nothing = () => {}
