import { useState } from 'react'
import type { AdminUser } from '#domain/protocol/admin.ts'
import { deleteUser } from '#src/platform/admin-calls.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { whoText } from './admin-text.ts'
import { useAdminAct } from './use-admin-act.ts'

/** Specification, sections 8 and 9: the page is reloaded a second after a user was deleted. */
const RELOAD_AFTER_MS = 1000

/** Asks before an account is deleted with everything in it. */
export function DeleteUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const act = useAdminAct()
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    const failed = { title: 'Delete Failed', otherwise: 'Failed to delete user' }
    const answer = await act(deleteUser(user.id), failed)
    if (answer.kind === 'ok') {
      toast({
        title: 'User Deleted',
        description: 'User and all associated data have been removed.',
      })
      setTimeout(() => location.reload(), RELOAD_AFTER_MS)
    }
    onClose()
  }
  return (
    <ConfirmDialog
      title="Delete User"
      confirmLabel="Delete User"
      busy={isBusy ? 'Deleting...' : undefined}
      onCancel={onClose}
      onConfirm={() => void remove()}
    >
      <p className="wrap-anywhere">
        This permanently removes <strong>{whoText(user)}</strong> and all data including medications, reminders and
        appointments. This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}
