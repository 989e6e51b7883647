import { Volume2 } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { Button } from '#src/ui/Button.tsx'

/**
 * Until the user has touched the page, the browser allows no sound. Any press unlocks it; this one does nothing else.
 */
export function SoundHint() {
  return (
    <div className="sound-hint">
      <Button variant="soft">
        <Volume2 className="icon" aria-hidden />
        {t('Tap to turn sound on')}
      </Button>
    </div>
  )
}
