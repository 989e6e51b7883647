import { t } from '#domain/language/translate.ts'
import type { AppLock } from '#src/data/app-lock.ts'
import { useSession } from '#src/session/session.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { SubmitFoot } from '#src/ui/SubmitFoot.tsx'
import { ProofFields } from './ProofFields.tsx'
import { useProof } from './use-proof.ts'

interface ProofDialogProps {
  lock: AppLock
  title: string
  submitLabel: string
  onProven(): void | Promise<void>
  onClose(): void
}

/** Asks for the PIN or the passkey again: whoever holds an unlocked device need not be the owner of the lock. */
export function ProofDialog({ lock, title, submitLabel, onProven, onClose }: ProofDialogProps) {
  const { user } = useSession()
  const proof = useProof(user.id, onProven)
  return (
    <Dialog
      title={title}
      closeButton={false}
      onClose={onClose}
      onSubmit={proof.submit}
      footer={
        <SubmitFoot
          label={proof.pause === null ? submitLabel : t('Wait {pause}', { pause: proof.pause })}
          disabled={proof.pause !== null}
          busy={proof.isBusy ? t('Checking') : undefined}
          onCancel={onClose}
        />
      }
    >
      <ProofFields proof={proof} hasPasskey={lock.passkey !== null} />
    </Dialog>
  )
}
