import { CloudAlert, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { formatLongDay } from '#domain/lib/calendar-names.ts'
import { localAt } from '#domain/lib/zone.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { useOpenDay } from '#src/session/day.ts'
import { useFirstLoad, useIsDayKnown } from '#src/session/first-load.ts'
import { ADD_MEDICATION_LINK, ATTENTION_LINK } from '#src/session/links.ts'
import { useRoleSentence } from '#src/session/may.ts'
import { LogNotHere } from '#src/session/NoMedications.tsx'
import { useMedications, useOutbox } from '#src/session/reads.ts'
import { useSession } from '#src/session/session.ts'
import { syncText } from '#src/session/sync-text.ts'
import { useNow } from '#src/session/use-now.ts'
import { Button } from '#src/ui/Button.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Link } from '#src/ui/Link.tsx'
import { SkeletonList } from '#src/ui/SkeletonList.tsx'
import { SyncLine } from '#src/ui/SyncLine.tsx'
import { DayReminders } from './DayReminders.tsx'

interface RemindersPageProps {
  /** Shown after the day. */
  below: ReactNode
}

/** Today's reminders with their states, from local data. */
export default function RemindersPage({ below }: RemindersPageProps) {
  const { zone } = useSession()
  const { date } = localAt(useNow(), zone)
  return (
    <div className="page rem">
      <div className="page__head">
        <h1>{t('Upcoming Reminders')}</h1>
        <div className="row row--between">
          <p className="quiet">{formatLongDay(date)}</p>
          <Sync />
        </div>
      </div>
      <Reminders />
      <p className="rem__health">
        <Link to={PAGES.reminderHealth}>{t('Will they reach you? See Reminder health')}</Link>
      </p>
      {below}
    </div>
  )
}

function Sync() {
  const { sync, zone } = useSession()
  const outbox = useOutbox()
  const now = useNow()
  if (!outbox) return null
  const { state, short } = syncText(outbox, sync.phase, now, zone)
  return (
    <SyncLine state={state} to={state === 'saved' ? undefined : ATTENTION_LINK}>
      {short}
    </SyncLine>
  )
}

function Reminders() {
  const { zone } = useSession()
  const day = useOpenDay()
  const medications = useMedications()
  const load = useFirstLoad()
  const isKnown = useIsDayKnown()
  if (!day || !medications || !isKnown) return <SkeletonList label={t('Loading your reminders')} />
  if (medications.length === 0 && load === 'failed') return <FailedToLoad />
  return (
    <>
      {load !== 'loaded' && medications.length > 0 ? <LogNotHere className="rem__note" /> : null}
      {day.slots.length + day.extras.length > 0 ? (
        <DayReminders day={day} medications={medications} zone={zone} />
      ) : (
        <NoReminders />
      )}
    </>
  )
}

function NoReminders() {
  const refusal = useRoleSentence()
  return (
    <EmptyState
      scene="bell"
      title={t('No reminders scheduled')}
      action={
        refusal === null ? (
          <ButtonLink variant="soft" to={ADD_MEDICATION_LINK}>
            {t('Add Medication')}
          </ButtonLink>
        ) : undefined
      }
    >
      {refusal}
    </EmptyState>
  )
}

function FailedToLoad() {
  return (
    <EmptyState
      icon={<CloudAlert className="icon empty__icon" />}
      title={t('Failed to load reminders')}
      action={
        <Button variant="plain" onClick={() => location.reload()}>
          <RefreshCw className="icon" />
          {t('Refresh')}
        </Button>
      }
    >
      {t('Please try refreshing the page')}
    </EmptyState>
  )
}
