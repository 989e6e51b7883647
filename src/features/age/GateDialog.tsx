import type { LucideIcon } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Tile } from '#src/ui/Tile.tsx'
import { AccountLink } from './AccountLink.tsx'

interface GateDialogProps {
  title: string
  description?: string
  icon: LucideIcon
  onSubmit?: (event: FormEvent) => void
  /** The quiet button to leave, first in the row; by default it signs out. */
  leave?: ReactNode
  /** The other buttons. */
  actions: ReactNode
  children?: ReactNode
}

/**
 * A dialog of the age gate: it cannot be dismissed, and offers a way out and a link to what everyone may do with their
 * account.
 */
export function GateDialog({ icon: Icon, leave, actions, children, ...dialog }: GateDialogProps) {
  const { signOut } = useSession()
  return (
    <Dialog
      {...dialog}
      icon={
        <Tile>
          <Icon className="icon" aria-hidden="true" />
        </Tile>
      }
      dismissable={false}
      onClose={() => {}}
      footer={
        <>
          {leave ?? (
            <Button variant="quiet" onClick={signOut}>
              {t('Sign out')}
            </Button>
          )}
          {actions}
        </>
      }
    >
      {children}
      <AccountLink />
    </Dialog>
  )
}
