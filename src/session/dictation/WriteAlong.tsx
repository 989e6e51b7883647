import { AudioLines, Download } from 'lucide-react'
import type { Ref } from 'react'
import { t } from '#domain/language/translate.ts'
import { Button } from '#src/ui/Button.tsx'
import { SettingRow } from '#src/ui/SettingRow.tsx'
import { toast } from '#src/ui/toast-store.ts'
import type { Listening } from './use-listener.ts'
import { useOnline } from './use-online.ts'

interface WriteAlongProps {
  listening: Listening
  /** Cannot be changed right now. */
  isBusy?: boolean
  /** For moving focus to the first control. */
  firstRef?: Ref<HTMLButtonElement>
}

/**
 * Offers the browser's own recogniser: on this device after one download, and else with the user's consent to its maker
 * receiving the audio.
 */
export function WriteAlong({ listening: { listener, possible, choice }, isBusy = false, firstRef }: WriteAlongProps) {
  const isOnline = useOnline()
  const { browser, isAgreed } = possible
  if (browser === null || browser === 'none') return null
  if (browser === 'on-device') {
    return listener === 'server' ? (
      <p className="small quiet">
        {t('This browser writes down what you say, too; for that the sound stays on this device.')}
      </p>
    ) : null
  }
  const couldDownload = browser === 'download' && listener !== 'server' && listener !== undefined
  const hasDownload = couldDownload && (isOnline || choice.isDownloading)
  const download = async () => {
    if (await choice.download()) return
    const description = t('Please check your connection and try again, or type instead.')
    toast({ title: t('The language pack could not be downloaded'), description, tone: 'destructive' })
  }
  return (
    <>
      {couldDownload ? (
        <div className="stack gap-2">
          <p className="small">
            {t(
              'This browser can write down what you say by itself, after one download. What you say then stays on this device.',
            )}
          </p>
          {hasDownload ? (
            <div>
              <Button
                variant="soft"
                {...(firstRef ? { ref: firstRef } : {})}
                busy={choice.isDownloading ? t('Downloading...') : undefined}
                onClick={() => void download()}
              >
                <Download className="icon" />
                {t('Download language pack')}
              </Button>
            </div>
          ) : (
            <p className="small">{t('There is no connection, and the download needs one once.')}</p>
          )}
        </div>
      ) : null}
      <SettingRow
        icon={<AudioLines className="icon" />}
        label={t('Let this browser write down what you say')}
        help={t('The words show while you speak. Your browser’s maker may receive this audio.')}
        checked={isAgreed}
        disabled={isBusy}
        onChange={choice.agree}
        {...(firstRef && !hasDownload ? { switchRef: firstRef } : {})}
      />
    </>
  )
}
