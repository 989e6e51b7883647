import { CloudOff } from 'lucide-react'
import { mayUse } from '#domain/access/may-use.ts'
import { dropScan } from '#src/data/kept-scans.ts'
import { PremiumOnly } from '#src/session/PremiumOnly.tsx'
import { useKeptScans } from '#src/session/scans.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { SkeletonList } from '#src/ui/SkeletonList.tsx'
import { History } from './History.tsx'
import { NextSteps } from './NextSteps.tsx'
import { ReviewDialog } from './ReviewDialog.tsx'
import { ScanPart } from './ScanPart.tsx'
import { usePrescriptions } from './use-prescriptions.ts'
import { useReview } from './use-review.ts'
import { WaitingScans } from './WaitingScans.tsx'

/**
 * /prescriptions: a label or an appointment card is photographed, read and reviewed, and everything that was scanned. Part of Premium;
 * the history stays for who had it (READINGS, Premium).
 */
export default function PrescriptionsPage() {
  const { db, user } = useSession()
  const permission = mayUse(user, 'premium', Date.now())
  const kept = useKeptScans()
  const { review, open, openText, close } = useReview()
  return (
    <div className="page">
      <PageHead title="Prescriptions">
        <p className="quiet">Scan a label or an appointment card. You check every word before it is saved.</p>
      </PageHead>
      <div className="stack">
        {permission.allowed ? (
          <ScanPart onRead={open} onText={(text, type) => void openText(text, type, () => {})} />
        ) : (
          <PremiumOnly title="Scanning comes with Premium">{permission.error}</PremiumOnly>
        )}
        <WaitingScans
          scans={kept ?? []}
          onText={
            permission.allowed
              ? (text, { id, scanType }) => void openText(text, scanType, () => void dropScan(db, id))
              : undefined
          }
        />
        <Past isAllowed={permission.allowed} onOpen={open} />
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
  const { history, reload } = usePrescriptions()
  if (history === undefined) return <SkeletonList label="Loading your prescription history" />
  if (history === null) {
    return (
      <EmptyState
        icon={<CloudOff className="icon empty__icon" />}
        title="Your prescription history could not be loaded"
        action={
          <Button variant="soft" onClick={reload}>
            Try again
          </Button>
        }
      >
        It is not kept on this device and needs a connection.
      </EmptyState>
    )
  }
  if (history.length === 0) return null
  return (
    <>
      <NextSteps />
      <History prescriptions={history} onOpen={isAllowed ? onOpen : undefined} onDeleted={reload} />
    </>
  )
}
