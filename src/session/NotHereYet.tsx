import { Plus } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useRoleSentence } from './may.ts'

interface NotHereYetProps {
  /** What the list holds, as in "Your … are not on this device yet". */
  what: 'medications' | 'appointments'
  add: { to: string; label: string }
}

/** Shown in place of a list on a device that never held the account's data, where an empty list means nothing. */
export function NotHereYet({ what, add }: NotHereYetProps) {
  const refusal = useRoleSentence()
  return (
    <EmptyState
      scene="cloud"
      title={
        what === 'medications'
          ? t('Your medications are not on this device yet')
          : t('Your appointments are not on this device yet')
      }
      action={
        refusal === null ? (
          <ButtonLink variant="soft" to={add.to}>
            <Plus className="icon" />
            {add.label}
          </ButtonLink>
        ) : undefined
      }
    >
      {refusal ?? t('They appear as soon as there is a connection. What you add here until then stays.')}
    </EmptyState>
  )
}
