import { CloudAlert, Eye, Plus } from 'lucide-react'
import { useContext, useEffect } from 'react'
import { t } from '#domain/language/translate.ts'
import { EXAMPLE } from '#domain/protocol/pages.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import type { FirstLoad } from './first-load.ts'
import { setFirstRun } from './first-run.ts'
import { ADD_MEDICATION_LINK } from './links.ts'
import { useRoleSentence } from './may.ts'
import { NotHereYet } from './NotHereYet.tsx'
import { SessionContext } from './session.ts'

interface NoMedicationsProps {
  load: Exclude<FirstLoad, 'loading'>
  /** Size of the button that adds the first medication. */
  size?: 'lg'
}

/**
 * Shown while this device knows no medication: the invitation to add one, or `NotHereYet` if it never held the
 * account's data.
 */
export function NoMedications({ load, size }: NoMedicationsProps) {
  // In the document that the server sends there is no session yet.
  const isExample = useContext(SessionContext)?.isExample ?? false
  const refusal = useRoleSentence()
  useEffect(() => {
    // The first run is this device's, and the example leaves no trace on it.
    if (load === 'loaded' && !isExample) setFirstRun(true)
  }, [load, isExample])
  if (load === 'failed')
    return <NotHereYet what="medications" add={{ to: ADD_MEDICATION_LINK, label: t('Add Medication') }} />
  return (
    <EmptyState
      scene="table"
      title={t('No medications yet')}
      action={
        refusal === null ? (
          <div className="stack">
            <ButtonLink variant="primary" size={size} to={ADD_MEDICATION_LINK}>
              <Plus className="icon" />
              {t('Add Your First Medication')}
            </ButtonLink>
            <ButtonLink variant="quiet" href={EXAMPLE}>
              <Eye className="icon" aria-hidden="true" />
              {t('Look around first')}
            </ButtonLink>
          </div>
        ) : undefined
      }
    >
      {refusal ?? t('Add the first one and Dosewell will remind you when it’s time.')}
    </EmptyState>
  )
}

interface LogNotHereProps {
  /** Outer spacing. */
  className?: string | undefined
}

/**
 * For a device that holds medications but never held their dose log: doses shown as open may have been taken elsewhere.
 */
export const LogNotHere = ({ className }: LogNotHereProps) => (
  <Notice
    tone="due"
    role="status"
    className={className}
    icon={<CloudAlert className="icon" />}
    title={t('What your other devices logged has not been loaded yet')}
  >
    {t(
      'A dose that is open here may already have been taken. You can log doses; the rest appears as soon as there is a connection.',
    )}
  </Notice>
)
