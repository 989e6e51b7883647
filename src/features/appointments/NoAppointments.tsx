import { Plus } from 'lucide-react'
import { ADD_APPOINTMENT_LINK } from '#src/session/links.ts'
import { useOutbox } from '#src/session/reads.ts'
import { useSession } from '#src/session/session.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonList } from '#src/ui/SkeletonList.tsx'

/** An empty list: the invitation, or its skeleton while a device that never held anything hears from the server first. */
export function NoAppointments() {
  const { sync } = useSession()
  const outbox = useOutbox()
  if (!outbox || (sync.phase.kind === 'starting' && outbox.state.syncedAt === null)) {
    return <SkeletonList label="Loading your appointments" />
  }
  return (
    <EmptyState
      scene="calendar"
      title="No appointments yet"
      action={
        <ButtonLink variant="primary" to={ADD_APPOINTMENT_LINK}>
          <Plus className="icon" />
          Schedule Appointment
        </ButtonLink>
      }
    >
      Add a visit to a doctor and find it here, also without a network.
    </EmptyState>
  )
}
