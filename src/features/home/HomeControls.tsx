import { Bell } from 'lucide-react'
import { memo } from 'react'
import { useNavigate } from 'react-router-dom'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { ATTENTION_LINK } from '#src/session/links.ts'
import { type Notifications, useNotifications, wouldAsk } from '#src/session/notifications.ts'
import { useOutbox } from '#src/session/reads.ts'
import { useSession } from '#src/session/session.ts'
import { syncText } from '#src/session/sync-text.ts'
import { Link } from '#src/ui/Link.tsx'
import { SettingRow } from '#src/ui/SettingRow.tsx'
import { SyncLine } from '#src/ui/SyncLine.tsx'
import { notificationText } from './notification-text.ts'

interface HomeControlsProps {
  now: number
}

/** The notifications switch and the sync status line. */
export const HomeControls = memo(function HomeControls({ now }: HomeControlsProps) {
  const notifications: Notifications = useNotifications()
  const navigate = useNavigate()
  // Users who were never asked are told first what will happen, and test it afterwards (R5.8).
  const change = () => {
    if (!notifications.enabled && wouldAsk()) void navigate(PAGES.reminderHealth)
    else void notifications.toggle()
  }
  return (
    <div className="home__controls">
      <SettingRow
        label={t('Notifications')}
        help={notificationText(notifications)}
        icon={<Bell className="icon" />}
        tone="due"
        checked={notifications.enabled}
        disabled={!notifications.supported}
        onChange={change}
      />
      <Link className="home__health" to={PAGES.reminderHealth}>
        {notifications.permission === 'denied' ? t('How to allow notifications') : t('Reminder health')}
      </Link>
      <Sync now={now} />
    </div>
  )
})

function Sync({ now }: HomeControlsProps) {
  const { sync, zone } = useSession()
  const outbox = useOutbox()
  if (!outbox) return null
  const { state, sentence } = syncText(outbox, sync.phase, now, zone)
  // That is at the top of the page.
  if (state === 'attention') return null
  return (
    <SyncLine state={state} to={state === 'saved' ? undefined : ATTENTION_LINK}>
      {sentence}
    </SyncLine>
  )
}
