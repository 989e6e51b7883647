import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { AdminUser } from '#domain/protocol/admin.ts'
import { deleteUser } from '#src/platform/admin-calls.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { RichText } from '#src/ui/RichText.tsx'
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
    const failed = { title: t('Delete Failed'), otherwise: t('Failed to delete user') }
    const answer = await act(deleteUser(user.id), failed)
    if (answer.kind === 'ok') {
      toast({
        title: t('User Deleted'),
        description: t('User and all associated data have been removed.'),
      })
      setTimeout(() => location.reload(), RELOAD_AFTER_MS)
    }
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('Delete User')}
      confirmLabel={t('Delete User')}
      busy={isBusy ? t('Deleting...') : undefined}
      onCancel={onClose}
      onConfirm={() => void remove()}
    >
      <p className="wrap-anywhere">
        <RichText
          text={t(
            'This permanently removes <strong>{user}</strong> and all data including medications, reminders and appointments. This cannot be undone.',
            { user: whoText(user) },
          )}
          tags={{ strong: (part) => <strong>{part}</strong> }}
        />
      </p>
    </ConfirmDialog>
  )
}
