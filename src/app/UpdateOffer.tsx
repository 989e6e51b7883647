import { RefreshCw, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { Button } from '#src/ui/Button.tsx'
import { useTopLayer } from '#src/ui/top-layer.ts'
import { isPersonAtWork, writesSettled } from './update-safety.ts'
import { type AppVersion, applyUpdate, useAppVersion } from './worker-registration.ts'

/**
 * "A new version is ready": offered, never forced. Hidden while a dialog is open, because it could not be pressed then.
 */
export function UpdateOffer() {
  const version = useAppVersion()
  const [later, setLater] = useState(false)
  const [isWarned, setWarned] = useState(false)
  const isCovered = useTopLayer() !== null
  useFollowOtherTab(version)
  if (version === 'current' || later || isCovered) return null
  const reload = () => {
    if (!isWarned && isPersonAtWork()) setWarned(true)
    else void writesSettled().then(applyUpdate)
  }
  return (
    <div className="over" role="status">
      <div className="toast" data-arriving="">
        <RefreshCw className="icon" aria-hidden />
        <span className="toast__words grow">
          <span className="toast__title">{t('A new version is ready')}</span>
          {isWarned ? (
            <span className="toast__text">{t('What you typed on this page is not saved yet and would be lost.')}</span>
          ) : null}
        </span>
        <Button onClick={reload}>{isWarned ? t('Reload anyway') : t('Reload')}</Button>
        <Button iconOnly aria-label={t('Later')} onClick={() => setLater(true)}>
          <X className="icon" aria-hidden />
        </Button>
      </div>
    </div>
  )
}

/** Reloads this tab when the user activated the new version in another one, unless they are busy here. */
function useFollowOtherTab(version: AppVersion): void {
  useEffect(() => {
    if (version === 'replaced' && !isPersonAtWork()) void writesSettled().then(applyUpdate)
  }, [version])
}
