import { Share, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { isInstalled, isIos } from '#src/session/installed.ts'
import { useSession } from '#src/session/session.ts'
import { useLiveQuery } from '#src/session/use-live-query.ts'
import { Button } from '#src/ui/Button.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { useToastStore } from '#src/ui/toast-store.ts'
import { type BeforeInstallPromptEvent, useInstallPrompt } from './install-offer-store.ts'
import { countVisit, decline, isDeclined } from './install-visits.ts'

/** Offers to install the app once it has proved useful: after the first logged dose, or on the second visit. */
export function InstallOffer() {
  const way = wayOf(useInstallPrompt(({ event }) => event))
  const [isTime, close] = useIsTime()
  // A toast covers this corner, and one with Undo stays.
  const isCovered = useToastStore(({ open }) => open)
  if (!isTime || !way || isCovered || isInstalled()) return null
  return <Offer way={way} onClose={close} />
}

type InstallWay =
  /** The browser has its own install prompt. */
  | { kind: 'prompt'; event: BeforeInstallPromptEvent }
  /** Safari on iPhone and iPad: only the user can install it, from the menu. */
  | { kind: 'ios' }

function wayOf(event: BeforeInstallPromptEvent | null): InstallWay | null {
  if (event) return { kind: 'prompt', event }
  return isIos() && !/CriOS|FxiOS|EdgiOS/.test(navigator.userAgent) ? { kind: 'ios' } : null
}

/** Returns whether to make the offer now, and a function that declines it for 30 days. */
function useIsTime(): [boolean, () => void] {
  const { db } = useSession()
  const [isAgain, setAgain] = useState(false)
  const [isOver, setOver] = useState(true)
  const logged = useLiveQuery(() => db.doseEvents.limit(1).count(), [db]) ?? 0
  useEffect(() => {
    let isGone = false
    const look = async () => {
      const [visits, declined] = [await countVisit(Date.now()), await isDeclined(Date.now())]
      if (isGone) return
      setAgain(visits > 1)
      setOver(declined)
    }
    void look()
    return () => {
      isGone = true
    }
  }, [])
  const close = () => {
    // The mark first: as soon as the offer disappears, the user may close the page.
    void decline(Date.now()).finally(() => setOver(true))
  }
  return [!isOver && (isAgain || logged > 0), close]
}

function Offer({ way, onClose }: { way: InstallWay; onClose: () => void }) {
  const install = async () => {
    if (way.kind !== 'prompt') return
    await way.event.prompt()
    // A prompt works only once; whatever the answer, the offer has been made.
    onClose()
  }
  return (
    <section aria-label={t('Install Dosewell')} className="notice offer" data-tone="plain">
      <Smartphone className="icon" aria-hidden />
      <div className="grow">
        <p>
          <strong>{way.kind === 'ios' ? t('Add Dosewell to your home screen') : t('Install Dosewell')}</strong>
        </p>
        <div className="small">
          {way.kind === 'ios' ? <IosSteps /> : t('It opens like any app, with or without a connection.')}
        </div>
      </div>
      <div className="btns">
        <Button variant="quiet" onClick={onClose}>
          {t('Not now')}
        </Button>
        {way.kind === 'prompt' ? (
          <Button variant="plain" onClick={() => void install()}>
            {t('Install')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

function IosSteps() {
  return (
    <RichText
      text={t(
        'Tap <share>Share</share> in Safari, then “Add to Home Screen”. Reminders can reach an iPhone or iPad only from there.',
      )}
      tags={{
        share: (part) => (
          <>
            {part} <Share className="icon" aria-hidden />
          </>
        ),
      }}
    />
  )
}
