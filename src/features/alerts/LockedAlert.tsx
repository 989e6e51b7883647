import { BellRing, VolumeX } from 'lucide-react'
import { DISCREET_TITLE } from '#domain/reminders/texts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import type { AlertState } from './use-alerts.ts'

/**
 * A dose that rings, or an appointment that is near, while the app is locked: no name, no dose. The reminder itself stands
 * there once it is opened.
 */
export function LockedAlert({ alerts }: { alerts: AlertState }) {
  return (
    // Not fixed: with large text it would cover the lock for good.
    <div className="locked-alert">
      <Notice
        tone="due"
        role="status"
        icon={<BellRing className="icon" aria-hidden />}
        title={DISCREET_TITLE}
        action={
          alerts.isPlaying ? (
            <Button variant="plain" onClick={alerts.stopSound}>
              <VolumeX className="icon" aria-hidden />
              Stop sound
            </Button>
          ) : null
        }
      />
    </div>
  )
}
