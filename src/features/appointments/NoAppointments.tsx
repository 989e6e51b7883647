import { Plus } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { useFirstLoad } from '#src/session/first-load.ts'
import { ADD_APPOINTMENT_LINK } from '#src/session/links.ts'
import { useRoleSentence } from '#src/session/may.ts'
import { NotHereYet } from '#src/session/NotHereYet.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonList } from '#src/ui/SkeletonList.tsx'

/**
 * For an empty list: the invitation to add one, or, on a device that never held the data, what it is still waiting for.
 */
export function NoAppointments() {
  const load = useFirstLoad()
  const refusal = useRoleSentence()
  if (load === undefined || load === 'loading') return <SkeletonList label={t('Loading your appointments')} />
  if (load === 'failed')
    return <NotHereYet what="appointments" add={{ to: ADD_APPOINTMENT_LINK, label: t('Add Appointment') }} />
  return (
    <EmptyState
      scene="calendar"
      title={t('No appointments yet')}
      action={
        refusal === null ? (
          <ButtonLink variant="primary" to={ADD_APPOINTMENT_LINK}>
            <Plus className="icon" />
            {t('Schedule Appointment')}
          </ButtonLink>
        ) : undefined
      }
    >
      {refusal ?? t('Add a doctor’s appointment and find it here, even offline.')}
    </EmptyState>
  )
}
