import { type FormEvent, useState } from 'react'
import { needsConsent } from '#domain/access/may-use.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { apiCall } from '#src/platform/api-call.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field } from '#src/ui/Field.tsx'
import { leaveName, useNameQuestion } from './name-question.ts'

/** Longest name that can be stored. */
const LONGEST = 80

/** Asks for first and last name, once after the age is verified; they are never required. */
export function NameQuestion() {
  const isAsked = useNameQuestion((state) => state.isAsked)
  return isAsked ? <NameDialog /> : null
}

function NameDialog() {
  const { user, refreshUser } = useSession()
  const [firstName, setFirstName] = useState('')
  const [lastName, setLastName] = useState('')
  const [error, setError] = useState<string>()
  const [saving, setSaving] = useState(false)

  const leave = () => void leaveName(refreshUser)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (saving) return
    if (`${firstName}${lastName}`.trim() === '') return leave()
    setSaving(true)
    const body = { firstName, lastName }
    const answer = await apiCall({ method: 'PATCH', path: '/api/user/profile', body })
    setSaving(false)
    if (answer.kind === 'ok') return leave()
    setError(
      answer.kind === 'error'
        ? answer.message
        : t('Your name can only be saved with a connection. You can skip this now.'),
    )
  }

  return (
    <Dialog
      title={t('What should we call you?')}
      description={
        needsConsent(user, Date.now())
          ? t('We greet you by your first name, and your parent or guardian sees who asks.')
          : t('We greet you by your first name.')
      }
      closeButton={false}
      onClose={leave}
      onSubmit={save}
      footer={
        <>
          <Button variant="quiet" onClick={leave}>
            {t(msg('Skip', 'step'))}
          </Button>
          <Button variant="primary" type="submit" busy={saving ? t('Saving') : undefined}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <Field
        label={t('First name')}
        autoComplete="given-name"
        maxLength={LONGEST}
        value={firstName}
        error={error}
        onChange={(event) => setFirstName(event.target.value)}
      />
      <Field
        label={t('Last name')}
        autoComplete="family-name"
        maxLength={LONGEST}
        value={lastName}
        onChange={(event) => setLastName(event.target.value)}
      />
    </Dialog>
  )
}
