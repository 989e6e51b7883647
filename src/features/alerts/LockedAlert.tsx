import { BellRing, VolumeX } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { DISCREET_TITLE } from '#domain/reminders/texts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import type { PageSound } from './page-sound.ts'

/**
 * A reminder of a dose or an appointment while the app is locked, without names or doses. The reminder itself appears
 * once the app is unlocked.
 */
export function LockedAlert({ sound }: { sound: PageSound }) {
  return (
    // Not fixed: with large text it would permanently cover the lock.
    <div className="locked-alert">
      <Notice
        tone="due"
        role="status"
        icon={<BellRing className="icon" aria-hidden />}
        title={t(DISCREET_TITLE)}
        action={
          sound.isPlaying ? (
            <Button variant="plain" onClick={sound.stop}>
              <VolumeX className="icon" aria-hidden />
              {t('Stop sound')}
            </Button>
          ) : null
        }
      />
    </div>
  )
}
