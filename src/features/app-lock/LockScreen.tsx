import { LockKeyhole } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Gate } from '#src/ui/Gate.tsx'
import { openNow } from './keeping.ts'
import { ProofFields } from './ProofFields.tsx'
import { useProof } from './use-proof.ts'

/** All that is shown while the app is locked. */
export function LockScreen({ hasPasskey }: { hasPasskey: boolean }) {
  const { user } = useSession()
  const proof = useProof(user.id, openNow)
  const [hasForgotten, setForgotten] = useState(false)
  const { field } = proof
  useEffect(() => {
    document.title = 'Locked · Dosewell'
    field.current?.focus()
  }, [field])
  return (
    <Gate>
      <form className="dialog" noValidate onSubmit={proof.submit}>
        <div className="dialog__head">
          <h1>{t('Dosewell is locked')}</h1>
        </div>
        <div className="dialog__body">
          <ProofFields proof={proof} hasPasskey={hasPasskey} />
        </div>
        <div className="dialog__foot">
          <Button variant="quiet" onClick={() => setForgotten(true)}>
            {t('Forgot your PIN?')}
          </Button>
          <Button
            variant="primary"
            type="submit"
            disabled={proof.pause !== null}
            busy={proof.isBusy ? t('Checking') : undefined}
          >
            <LockKeyhole className="icon" aria-hidden />
            {proof.pause === null ? t('Unlock') : t('Unlock in {pause}', { pause: proof.pause })}
          </Button>
        </div>
      </form>
      {hasForgotten ? <Forgotten onClose={() => setForgotten(false)} /> : null}
    </Gate>
  )
}

/** Signing out is the only way, and asks first about anything unsaved. */
function Forgotten({ onClose }: { onClose(): void }) {
  const { signOut } = useSession()
  return (
    <ConfirmDialog
      title={t('Forgot your PIN?')}
      confirmLabel={t('Sign out of this device')}
      onCancel={onClose}
      onConfirm={() => {
        onClose()
        signOut()
      }}
    >
      <p>
        {t(
          'Nobody can look it up. Sign out of this device and sign in again: the lock is gone then, and all that is saved in your account is back. You need your email for that, and a connection.',
        )}
      </p>
      <p className="small quiet">{t('If something is not saved yet, you are asked before it is lost.')}</p>
    </ConfirmDialog>
  )
}
