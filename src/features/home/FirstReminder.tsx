import { BellRing } from 'lucide-react'
import { useEffect } from 'react'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { setFirstRun, useFirstRun } from '#src/session/first-run.ts'
import { useNotifications } from '#src/session/notifications.ts'
import { recallPush, usePush } from '#src/session/push.ts'
import { Button } from '#src/ui/Button.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Card } from '#src/ui/Card.tsx'

/**
 * Leads from an account's first medicine to a first reminder that was seen to arrive: on /settings/reminders the browser
 * is asked and a test is sent (R5.8). Gone once the test was seen, or skipped.
 */
export function FirstReminder() {
  const isOn = useFirstRun((run) => run.isOn)
  const { enabled } = useNotifications()
  const isSeen = usePush(({ test }) => test?.seen === true)
  useEffect(() => {
    if (isOn) void recallPush()
  }, [isOn])
  useEffect(() => {
    if (isSeen) setFirstRun(false)
  }, [isSeen])
  if (!isOn || isSeen) return null
  return (
    <Card as="section" className="stack" aria-labelledby="first-reminder">
      <h2 id="first-reminder">{t('See your first reminder arrive')}</h2>
      <p className="quiet">
        {enabled
          ? t('Reminders are on. One test shows whether they reach you on this device.')
          : t('It takes a minute: turn reminders on, send a test, and see for yourself that it comes.')}
      </p>
      <div className="row">
        <ButtonLink variant="primary" to={PAGES.reminderHealth}>
          <BellRing className="icon" aria-hidden="true" />
          {enabled ? t('Send a test reminder') : t('Turn on reminders')}
        </ButtonLink>
        <Button variant="quiet" onClick={() => setFirstRun(false)}>
          {t('Not now')}
        </Button>
      </div>
    </Card>
  )
}
