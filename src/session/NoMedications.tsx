import { Plus } from 'lucide-react'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import type { FirstLoad } from './first-load.ts'
import { ADD_MEDICATION_LINK } from './links.ts'
import { NotHereYet } from './NotHereYet.tsx'

interface NoMedicationsProps {
  load: Exclude<FirstLoad, 'loading'>
  /** The size of the invitation's button. */
  size?: 'lg'
}

/** While this device knows no medication: the invitation; where it never held the account's data, that. */
export function NoMedications({ load, size }: NoMedicationsProps) {
  if (load === 'failed')
    return <NotHereYet what="medications" add={{ to: ADD_MEDICATION_LINK, label: 'Add Medication' }} />
  return (
    <EmptyState
      scene="table"
      title="No medications yet"
      action={
        <ButtonLink variant="primary" size={size} to={ADD_MEDICATION_LINK}>
          <Plus className="icon" />
          Add Your First Medication
        </ButtonLink>
      }
    >
      Add the first one and Dosewell will ring when it’s time.
    </EmptyState>
  )
}
