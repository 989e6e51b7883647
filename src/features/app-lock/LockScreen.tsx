import { ArrowLeft, LockKeyhole, Siren } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Gate } from '#src/ui/Gate.tsx'
import { focusOnceShown } from '#src/ui/show-app.ts'
import { openNow } from './keeping.ts'
import { ProofFields } from './ProofFields.tsx'
import { useProof } from './use-proof.ts'

interface LockScreenProps {
  hasPasskey: boolean
  /** What may be seen without unlocking; null unless the user said so. */
  card: ReactNode
}

/** All that is shown while the app is locked. */
export function LockScreen({ hasPasskey, card }: LockScreenProps) {
  const [isCardOpen, setCardOpen] = useState(false)
  if (card && isCardOpen) {
    return (
      <main className="page page--narrow stack">
        <Button variant="plain" className="justify-self-start" onClick={() => setCardOpen(false)}>
          <ArrowLeft className="icon icon--way" aria-hidden />
          {t('Back to unlocking')}
        </Button>
        {card}
      </main>
    )
  }
  return <Locked hasPasskey={hasPasskey} onCard={card ? () => setCardOpen(true) : undefined} />
}

function Locked({ hasPasskey, onCard }: { hasPasskey: boolean; onCard: (() => void) | undefined }) {
  const { user } = useSession()
  const proof = useProof(user.id, openNow)
  const [hasForgotten, setForgotten] = useState(false)
  const { field } = proof
  useEffect(() => {
    document.title = 'Locked · Dosewell'
    focusOnceShown(field.current)
  }, [field])
  return (
    <Gate>
      <form className="dialog" noValidate onSubmit={proof.submit}>
        <div className="dialog__head">
          <h1>{t('Dosewell is locked')}</h1>
        </div>
        <div className="dialog__body">
          <ProofFields proof={proof} hasPasskey={hasPasskey} />
          {onCard ? (
            <Button variant="plain" block onClick={onCard}>
              <Siren className="icon" aria-hidden />
              {t('Emergency card')}
            </Button>
          ) : null}
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
