import { Plus } from 'lucide-react'
import { ADD_MEDICATION_LINK } from '#src/session/links.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/** The top of the home screen before there is any medication. */
export function FirstRun() {
  return (
    <EmptyState
      scene="table"
      title="No medications yet"
      action={
        <ButtonLink variant="primary" size="lg" to={ADD_MEDICATION_LINK}>
          <Plus className="icon" />
          Add Your First Medication
        </ButtonLink>
      }
    >
      Add the first one and Dosewell will ring when it’s time.
    </EmptyState>
  )
}
