import { useState } from 'react'
import type { AdminUser } from '#domain/protocol/admin.ts'
import { resetPassword } from '#src/platform/admin-calls.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { whoText } from './admin-text.ts'
import { useAdminAct } from './use-admin-act.ts'

/** Asks before a user is signed out everywhere. There is no password (readings, Admin). */
export function ResetPasswordDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const act = useAdminAct()
  const [isBusy, setBusy] = useState(false)
  const reset = async () => {
    setBusy(true)
    const failed = { title: 'Reset Failed', otherwise: 'Failed to reset password' }
    const answer = await act(resetPassword(user.id), failed)
    if (answer.kind === 'ok') {
      toast({
        title: 'Password Reset',
        description: 'User sessions have been revoked. They will need to log in again.',
      })
    }
    onClose()
  }
  return (
    <ConfirmDialog
      title="Reset User Password"
      confirmLabel="Reset Password"
      variant="primary"
      busy={isBusy ? 'Resetting...' : undefined}
      onCancel={onClose}
      onConfirm={() => void reset()}
    >
      <p className="wrap-anywhere">
        This revokes all active sessions of <strong>{whoText(user)}</strong>. The user must log in again through the
        external login.
      </p>
    </ConfirmDialog>
  )
}
