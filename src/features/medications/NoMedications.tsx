import { Plus } from 'lucide-react'
import { PAGES } from '#domain/protocol/pages.ts'
import { useOutbox } from '#src/session/reads.ts'
import { useSession } from '#src/session/session.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonList } from '#src/ui/SkeletonList.tsx'

/** An empty list: the invitation, or its skeleton while a device that never held anything hears from the server first. */
export function NoMedications() {
  const { sync } = useSession()
  const outbox = useOutbox()
  if (!outbox || (sync.phase.kind === 'starting' && outbox.state.syncedAt === null)) {
    return <SkeletonList label="Loading your medications" />
  }
  return (
    <EmptyState
      scene="table"
      title="No medications yet"
      action={
        <ButtonLink variant="primary" to={`${PAGES.medications}?add=1`}>
          <Plus className="icon" />
          Add Your First Medication
        </ButtonLink>
      }
    >
      Add the first one and Dosewell will ring when it’s time.
    </EmptyState>
  )
}
