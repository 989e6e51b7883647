import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { isSameAddress } from '#domain/protocol/account.ts'
import { countUnsent } from '#src/data/unsent.ts'
import { useSession } from '#src/session/session.ts'
import { useLiveQuery } from '#src/session/use-live-query.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field } from '#src/ui/Field.tsx'
import { SubmitFoot } from '#src/ui/SubmitFoot.tsx'
import { failureText, useAccountCalls } from './use-account-calls.ts'

/** Deletes the account after its email address was typed. `onGone` runs when the server has deleted it. */
export function DeleteAccount({ onGone }: { onGone: () => Promise<void> }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <Card as="section" aria-labelledby="delete-account">
      <h2 id="delete-account">{t('Delete your account')}</h2>
      <p className="quiet">{t('Everything in it is deleted at once, on every device, and can’t be recovered.')}</p>
      <Button variant="danger-plain" onClick={() => setAsked(true)}>
        <Trash2 className="icon" aria-hidden />
        {t('Delete account')}
      </Button>
      {isAsked ? <DeleteDialog onGone={onGone} onClose={() => setAsked(false)} /> : null}
    </Card>
  )
}

function DeleteDialog({ onGone, onClose }: { onGone: () => Promise<void>; onClose: () => void }) {
  const { user, db } = useSession()
  const calls = useAccountCalls()
  const unsent = useLiveQuery(() => countUnsent(db), [db])
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const remove = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!isSameAddress(typed, user.email))
      return setProblem(t('To delete your account, type {email}.', { email: user.email }))
    setBusy(true)
    const answer = await calls.deleteAccount(typed)
    if (answer.kind === 'ok') return onGone()
    setBusy(false)
    setProblem(failureText(answer))
  }

  return (
    <Dialog
      title={t('Delete your account?')}
      closeButton={false}
      onClose={onClose}
      onSubmit={(event) => void remove(event).catch(reportError)}
      footer={
        <SubmitFoot
          label={t('Delete account')}
          cancelLabel={t('Keep my account')}
          variant="danger"
          busy={isBusy ? t('Deleting') : undefined}
          onCancel={onClose}
        />
      }
    >
      <p>
        {t(
          'Your medicines, doses, documents and everything else in your account are removed now. Reminders stop on every device. Backup copies are gone within 30 days.',
        )}
      </p>
      <p>
        {t(
          'What stays is a code made from your address, so that a free trial is given only once, and, if you paid, what and when, for seven years, as the law requires. Nobody can read the address from either.',
        )}
      </p>
      {unsent ? (
        <p>
          {t(
            '{count, plural, one {1 change} other {{count} changes}} on this device, not sent yet, will be lost too.',
            { count: unsent },
          )}
        </p>
      ) : null}
      <Field
        label={t('Type {email} to confirm', { email: user.email })}
        type="email"
        autoComplete="off"
        value={typed}
        error={problem}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Dialog>
  )
}
