import { ArrowLeft, BellOff, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { openChannel } from '#src/platform/channel.ts'
import { noteTestShown, recallPush, refreshDevices, usePushOwner } from '#src/session/push.ts'
import { Link } from '#src/ui/Link.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Devices } from './Devices.tsx'
import { type Tone, verdictOf } from './health.ts'
import { Limits } from './Limits.tsx'
import { LockScreen } from './LockScreen.tsx'
import { TestCard } from './TestCard.tsx'
import { ThisDevice } from './ThisDevice.tsx'
import { TurnOn } from './TurnOn.tsx'
import { useFacts } from './use-facts.ts'

interface ReminderHealthPageProps {
  /** The calendar alarms. */
  calendar: ReactNode
}

/** /settings/reminders: whether reminders reach this device, if not why, and how to fix that. */
export default function ReminderHealthPage({ calendar }: ReminderHealthPageProps) {
  const facts = useFacts()
  const verdict = verdictOf(facts)
  useNews()
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <Link className="health__back" to={PAGES.reminders}>
          <ArrowLeft className="icon icon--way" aria-hidden />
          {t('Reminders')}
        </Link>
        <h1>{t('Reminder health')}</h1>
        <p className="quiet">{t('Are reminders working on this device? Here is what Dosewell checked.')}</p>
      </div>
      <div className="stack health">
        <Notice tone={verdict.tone} icon={ICONS[verdict.tone]} title={verdict.title} role="status">
          {verdict.sentence}
        </Notice>
        {facts.enabled ? <TestCard facts={facts} /> : <TurnOn facts={facts} />}
        <ThisDevice facts={facts} />
        <LockScreen />
        <Devices now={facts.now} />
        <Limits />
        {calendar}
      </div>
    </div>
  )
}

const ICONS: Record<Tone, ReactNode> = {
  taken: <CircleCheck className="icon" aria-hidden />,
  due: <TriangleAlert className="icon" aria-hidden />,
  missed: <CircleAlert className="icon" aria-hidden />,
  plain: <BellOff className="icon" aria-hidden />,
}

/** Reads what this device noted, then what the server says, and again whenever the worker has shown a push. */
function useNews(): void {
  const owner = usePushOwner()
  useEffect(() => {
    void recallPush().then(() => refreshDevices(owner))
    const channel = openChannel()
    channel.listen((message) => {
      if (message.kind === 'push-shown') void noteTestShown(message.id).then(() => refreshDevices(owner))
    })
    return () => channel.close()
  }, [owner])
}
