import { BellRing } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { useNotifications } from '#src/session/notifications.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import type { Facts } from './health.ts'
import { allowSteps, homeScreenSteps, platformOf } from './platform.ts'
import { Steps } from './Steps.tsx'

/** What happens when reminders are turned on, explained before the browser asks; or what has to be done first. */
export function TurnOn({ facts }: { facts: Facts }) {
  const { toggle, pending } = useNotifications()
  if (facts.isIos && !facts.installed) {
    return (
      <Card as="section" aria-labelledby="turn-on">
        <h2 id="turn-on">{t('Add Dosewell to your home screen')}</h2>
        <Steps steps={homeScreenSteps()} />
      </Card>
    )
  }
  if (!facts.supported) return null
  if (facts.permission === 'denied') {
    return (
      <Card as="section" aria-labelledby="turn-on">
        <h2 id="turn-on">{t('Allow notifications')}</h2>
        <Steps steps={allowSteps(platformOf(navigator.userAgent, navigator.maxTouchPoints))} />
      </Card>
    )
  }
  return (
    <Card as="section" aria-labelledby="turn-on">
      <h2 id="turn-on">{t('Turn on reminders')}</h2>
      <Steps
        steps={[
          t('Your browser asks whether Dosewell may show notifications. Choose “Allow”.'),
          t('Dosewell sets this device up, so that reminders come while it is closed.'),
          t('You send a test and see for yourself that it arrives.'),
        ]}
      />
      <Button
        variant="primary"
        block
        busy={pending ? t('Your browser is asking you') : undefined}
        onClick={() => void toggle()}
      >
        <BellRing className="icon" aria-hidden />
        {t('Turn on reminders')}
      </Button>
    </Card>
  )
}
