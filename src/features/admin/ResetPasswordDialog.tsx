import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { AdminUser } from '#domain/protocol/admin.ts'
import { resetPassword } from '#src/platform/admin-calls.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { whoText } from './admin-text.ts'
import { useAdminAct } from './use-admin-act.ts'

/** Asks before a user is signed out everywhere. There is no password (readings, Admin). */
export function ResetPasswordDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const act = useAdminAct()
  const [isBusy, setBusy] = useState(false)
  const reset = async () => {
    setBusy(true)
    const failed = { title: t('Reset Failed'), otherwise: t('Failed to reset password') }
    const answer = await act(resetPassword(user.id), failed)
    if (answer.kind === 'ok') {
      toast({
        title: t('Password Reset'),
        description: t('User sessions have been revoked. They will need to log in again.'),
      })
    }
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('Reset User Password')}
      confirmLabel={t('Reset Password')}
      variant="primary"
      busy={isBusy ? t('Resetting...') : undefined}
      onCancel={onClose}
      onConfirm={() => void reset()}
    >
      <p className="wrap-anywhere">
        <RichText
          text={t(
            'This revokes all active sessions of <strong>{user}</strong>. The user must log in again through the external login.',
            { user: whoText(user) },
          )}
          tags={{ strong: (part) => <strong>{part}</strong> }}
        />
      </p>
    </ConfirmDialog>
  )
}
