import { CloudOff } from 'lucide-react'
import { mayUse } from '#domain/access/may-use.ts'
import { t } from '#domain/language/translate.ts'
import { Missing } from '#src/session/editor/Missing.tsx'
import { useRoleRefusal } from '#src/session/editor/use-role-refusal.ts'
import { pictureLoadOf } from '#src/session/first-load.ts'
import { PremiumOnly } from '#src/session/PremiumOnly.tsx'
import { askForHistory, useKeptScans, useScanHistory, useScanState } from '#src/session/scans.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Opening } from '#src/ui/Opening.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { SkeletonList } from '#src/ui/SkeletonList.tsx'
import { BarcodeScan } from './BarcodeScan.tsx'
import { History } from './History.tsx'
import { NextSteps } from './NextSteps.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'
import { ScanPart } from './ScanPart.tsx'
import { ShareNotice } from './ShareNotice.tsx'
import { useReview } from './use-review.ts'
import { WaitingScans } from './WaitingScans.tsx'

/**
 * /prescriptions: labels and appointment cards are photographed, read and reviewed here, and all scans are listed. Part
 * of Premium; the history stays for users who had it (readings, Premium).
 */
export default function PrescriptionsPage() {
  const { user } = useSession()
  const permission = mayUse(user, 'premium', Date.now())
  const refusal = useRoleRefusal()
  const mayScan = permission.allowed && refusal === null
  const kept = useKeptScans() ?? []
  const shared = permission.allowed ? kept.find(({ isShared }) => isShared) : undefined
  const { review, open, openText, close } = useReview({ isAllowed: mayScan })
  return (
    <div className="page">
      <PageHead title={t('Prescriptions')}>
        <p className="quiet">{t('Scan a label or an appointment card. You check every word before it is saved.')}</p>
      </PageHead>
      <div className="stack">
        <ShareNotice />
        {!permission.allowed ? (
          <PremiumOnly title={t('Scanning comes with Premium')}>{permission.error}</PremiumOnly>
        ) : refusal === null ? (
          <ScanPart
            shared={shared}
            onRead={open}
            onText={(found, type, sharedId) => void openText(found, type, sharedId)}
          />
        ) : (
          <Missing title={refusal} />
        )}
        {refusal === null ? <BarcodeScan /> : null}
        <WaitingScans
          scans={permission.allowed ? kept.filter(({ isShared }) => !isShared) : kept}
          onText={mayScan ? (found, { id, scanType }) => void openText(found, scanType, id) : undefined}
        />
        <Past isAllowed={mayScan} onOpen={open} />
      </div>
      {review ? <ReviewDialog review={review} onClose={close} /> : null}
    </div>
  )
}

interface PastProps {
  isAllowed: boolean
  onOpen: ReturnType<typeof useReview>['open']
}

function Past({ isAllowed, onOpen }: PastProps) {
  const read = useScanHistory()
  if (!read) return <Opening />
  if (read.prescriptions.length === 0) return <NoHistory isLoaded={read.isLoaded} />
  return (
    <>
      <NextSteps />
      <History prescriptions={read.prescriptions} onOpen={isAllowed ? onOpen : undefined} />
    </>
  )
}

/** Nothing to show: the history is loading, loading failed, or there is none, which needs no text. */
function NoHistory({ isLoaded }: { isLoaded: boolean }) {
  const end = useScanState((state) => state.end)
  const load = pictureLoadOf(isLoaded, end)
  if (load === 'loaded') return null
  if (load === 'loading') return <SkeletonList label={t('Loading your prescription history')} />
  return (
    <EmptyState
      icon={<CloudOff className="icon empty__icon" />}
      title={t('Your prescription history could not be loaded')}
      action={
        <Button variant="soft" onClick={askForHistory}>
          {t('Try again')}
        </Button>
      }
    >
      {t('None of it is on this device yet. It appears as soon as there is a connection.')}
    </EmptyState>
  )
}
