import { BellRing } from 'lucide-react'
import { useNotifications } from '#src/session/notifications.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import type { Facts } from './health.ts'
import { allowSteps, HOME_SCREEN_STEPS, platformOf } from './platform.ts'
import { Steps } from './Steps.tsx'

/** What happens when reminders are turned on, explained before the browser asks; or what has to be done first. */
export function TurnOn({ facts }: { facts: Facts }) {
  const { toggle, pending } = useNotifications()
  if (facts.isIos && !facts.installed) {
    return (
      <Card as="section" aria-labelledby="turn-on">
        <h2 id="turn-on">Add Dosewell to your home screen</h2>
        <Steps steps={HOME_SCREEN_STEPS} />
      </Card>
    )
  }
  if (!facts.supported) return null
  if (facts.permission === 'denied') {
    return (
      <Card as="section" aria-labelledby="turn-on">
        <h2 id="turn-on">Allow notifications</h2>
        <Steps steps={allowSteps(platformOf(navigator.userAgent, navigator.maxTouchPoints))} />
      </Card>
    )
  }
  return (
    <Card as="section" aria-labelledby="turn-on">
      <h2 id="turn-on">Turn on reminders</h2>
      <Steps
        steps={[
          'Your browser asks whether Dosewell may show notifications. Choose “Allow”.',
          'Dosewell sets this device up, so that reminders come while it is closed.',
          'You send a test and see for yourself that it arrives.',
        ]}
      />
      <Button
        variant="primary"
        block
        busy={pending ? 'Your browser is asking you' : undefined}
        onClick={() => void toggle()}
      >
        <BellRing className="icon" aria-hidden />
        Turn on reminders
      </Button>
    </Card>
  )
}
