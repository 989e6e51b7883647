import { useEffect } from 'react'
import { useNotifications } from '#src/session/notifications.ts'
import { AlertDialog } from './AlertDialog.tsx'
import { unlockBellOnGesture, useBellUnlocked } from './bell.ts'
import { SoundHint } from './SoundHint.tsx'
import { useAlerts } from './use-alerts.ts'
import { useBackWhenOpened } from './use-back-when-opened.ts'
import { useWorkerMessages } from './use-worker-messages.ts'

/** The alerts of the open page (specification, section 4). Nothing of them runs while notifications are off. */
export default function Alerts() {
  const { enabled } = useNotifications()
  useBackWhenOpened()
  return enabled ? <LiveAlerts /> : <OpensOnly />
}

function LiveAlerts() {
  const alerts = useAlerts()
  const isUnlocked = useBellUnlocked()
  useEffect(unlockBellOnGesture, [])
  useWorkerMessages(alerts.check)
  if (alerts.ringing.length > 0) return <AlertDialog alerts={alerts} isUnlocked={isUnlocked} />
  return isUnlocked ? null : <SoundHint />
}

/** A notification of the worker may be clicked although this page announces nothing. */
function OpensOnly() {
  useWorkerMessages(nothing)
  return null
}

const nothing = () => {}
