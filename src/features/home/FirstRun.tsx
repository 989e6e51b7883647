import { Plus } from 'lucide-react'
import { ADD_MEDICATION_LINK } from '#src/session/links.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'

interface FirstRunProps {
  /** The account's data never reached this device: there may well be medications. */
  notLoaded: boolean
}

/** The top of the home screen while this device knows no medication. */
export function FirstRun({ notLoaded }: FirstRunProps) {
  if (notLoaded) {
    return (
      <EmptyState
        scene="cloud"
        title="Your medications are not on this device yet"
        action={
          <ButtonLink variant="soft" to={ADD_MEDICATION_LINK}>
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
