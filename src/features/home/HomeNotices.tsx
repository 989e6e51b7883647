import { AlarmClockPlus, CloudUpload, RefreshCw } from 'lucide-react'
import { memo } from 'react'
import { t } from '#domain/language/translate.ts'
import { inRow } from '#domain/lib/text.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import { ATTENTION_LINK, editMedicationLink } from '#src/session/links.ts'
import { useMay } from '#src/session/may.ts'
import { loadNewestVersion } from '#src/session/newest-version.ts'
import { useOutbox } from '#src/session/reads.ts'
import { useSession } from '#src/session/session.ts'
import { syncText } from '#src/session/sync-text.ts'
import { Button } from '#src/ui/Button.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { SyncLine } from '#src/ui/SyncLine.tsx'
import { notBackedUpText, tooNewText, withoutTimes } from './home-notices.ts'

interface HomeNoticesProps {
  medications: readonly ListedMedication[]
  now: number
  zone: string
}

/**
 * What a user should know first: entries that were not accepted, medications that cannot give reminders, and changes that
 * only this device has.
 */
export const HomeNotices = memo(function HomeNotices({ medications, now, zone }: HomeNoticesProps) {
  const outbox = useOutbox()
  const { sync } = useSession()
  const mayChange = useMay('change')
  const status = outbox ? syncText(outbox, sync.phase, now, zone) : null
  const needsUser = status?.state === 'attention'
  const silent = withoutTimes(medications)
  const [first] = silent
  const notBackedUp = outbox ? notBackedUpText(outbox.waiting, now, zone) : null
  const unread = Object.values(outbox?.state.lists ?? {}).flatMap((list) => list.unread ?? [])
  if (!first && !notBackedUp && !needsUser && unread.length === 0) return null
  return (
    <div className="stack home__notices">
      {needsUser ? (
        <SyncLine state="attention" to={ATTENTION_LINK}>
          {status.sentence}
        </SyncLine>
      ) : null}
      {unread.length > 0 ? (
        <Notice
          tone="due"
          icon={<RefreshCw className="icon" />}
          title={t('This version of Dosewell is too old')}
          action={
            <Button variant="plain" onClick={() => void loadNewestVersion()}>
              {t('Reload')}
            </Button>
          }
        >
          {tooNewText(unread)}
        </Notice>
      ) : null}
      {first ? (
        <Notice
          tone="due"
          icon={<AlarmClockPlus className="icon" />}
          title={t('Set reminder times')}
          action={
            mayChange ? (
              <ButtonLink variant="plain" to={silent.length === 1 ? editMedicationLink(first.id) : PAGES.medications}>
                {t('Set times')}
              </ButtonLink>
            ) : null
          }
        >
          {t('{medicines}: no times yet, so there are no reminders.', {
            medicines: inRow(silent.map((medication) => medication.name)),
          })}
        </Notice>
      ) : null}
      {notBackedUp ? (
        <Notice
          tone="due"
          icon={<CloudUpload className="icon" />}
          title={t('Not backed up')}
          action={
            <ButtonLink variant="plain" to={ATTENTION_LINK}>
              {t('See what waits')}
            </ButtonLink>
          }
        >
          {notBackedUp}
        </Notice>
      ) : null}
    </div>
  )
})
