import { Plus } from 'lucide-react'
import { PAGES } from '#domain/protocol/pages.ts'
import { useFirstLoad } from '#src/session/first-load.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonList } from '#src/ui/SkeletonList.tsx'

const ADD = `${PAGES.medications}?add=1`

/** An empty list: the invitation; on a device that never held anything, what it still waits for. */
export function NoMedications() {
  const load = useFirstLoad()
  if (load === undefined || load === 'loading') return <SkeletonList label="Loading your medications" />
  if (load === 'failed') {
    return (
      <EmptyState
        scene="cloud"
        title="Your medications are not on this device yet"
        action={
          <ButtonLink variant="soft" to={ADD}>
            <Plus className="icon" />
            Add Medication
          </ButtonLink>
        }
      >
        They appear as soon as there is a connection. What you add here until then is kept.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      scene="table"
      title="No medications yet"
      action={
        <ButtonLink variant="primary" to={ADD}>
          <Plus className="icon" />
          Add Your First Medication
        </ButtonLink>
      }
    >
      Add the first one and Dosewell will ring when it’s time.
    </EmptyState>
  )
}
