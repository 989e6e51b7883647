import { Share2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { GRANTED_ROLES, type GrantedRole } from '#domain/access/roles.ts'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { DAY } from '#domain/lib/local-time.ts'
import { INVALID_EMAIL, isEmail } from '#domain/records/contact.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { type Granted, invite } from '#src/platform/grant-calls.ts'
import { useCallForm } from '#src/session/server-calls.tsx'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Choices } from '#src/ui/Choices.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field } from '#src/ui/Field.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { ROLE_TEXTS } from './grant-text.ts'

interface InviteDialogProps {
  person: ListedPerson
  onClose(): void
}

/** In days; '' for no end. */
const ENDS = [
  { value: '', label: msg('No end') },
  { value: '7', label: msg('A week') },
  { value: '31', label: msg('A month') },
  { value: '365', label: msg('A year') },
] as const

/** In minutes; '' for never. */
const NOTICES = [
  { value: '', label: msg('No') },
  { value: '30', label: msg('After 30 minutes') },
  { value: '60', label: msg('After an hour') },
  { value: '120', label: msg('After 2 hours') },
] as const

const said = <Value extends string>(options: readonly { value: Value; label: Message }[]) =>
  options.map(({ value, label }) => ({ value, label: t(label) }))

const OPENING = {
  role: 'help' as GrantedRole,
  email: '',
  days: '' as (typeof ENDS)[number]['value'],
  minutes: '' as (typeof NOTICES)[number]['value'],
}

/** Invites somebody to see or help a person, then shows the link and the code, which are told only this once. */
export function InviteDialog({ person, onClose }: InviteDialogProps) {
  const { account } = useSession()
  const form = useCallForm(OPENING)
  const { values, change } = form
  const [granted, setGranted] = useState<Granted | null>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const email = values.email.trim() || null
    if (email !== null && !isEmail(email)) return form.setProblem({ field: 'email', sentence: t(INVALID_EMAIL) })
    const body = {
      role: values.role,
      email,
      expiresAt: values.days === '' ? null : toInstant(deviceClock.now() + Number(values.days) * DAY),
      notifyAfterMinutes: values.minutes === '' ? null : Number(values.minutes),
    }
    setGranted(await form.send(() => invite(account.id, person.id, body)))
  }
  if (granted) return <Invitation person={person} granted={granted} onClose={onClose} />
  return (
    <FormDialog
      title={person.isSelf ? t('Invite somebody for you') : t('Invite somebody for {name}', { name: person.name })}
      submitLabel={t('Make the invitation')}
      isSaving={form.isSaving}
      problem={form.problemBeside('email')}
      isChanged={form.isChanged}
      onSubmit={(event) => void save(event).catch(reportError)}
      onClose={onClose}
    >
      <Choices
        legend={t('They may')}
        value={values.role}
        options={GRANTED_ROLES.map((role) => ({ value: role, label: t(ROLE_TEXTS[role].title) }))}
        help={[t(ROLE_TEXTS[values.role].sentence), isForAnybody(values) ? t(FOR_ANYBODY) : ''].join(' ').trim()}
        onChange={(role) => change({ role })}
      />
      <Field
        label={t('Only for this email address')}
        type="email"
        autoComplete="off"
        help={t('You can leave it out. Then whoever has the link or the code can accept, once.')}
        value={values.email}
        error={form.problemOf('email')}
        onChange={({ target }) => change({ email: target.value })}
      />
      <Choices
        legend={t('For how long')}
        value={values.days}
        options={said(ENDS)}
        onChange={(days) => change({ days })}
      />
      <Choices
        legend={t('Tell them when an important dose is still open')}
        value={values.minutes}
        options={said(NOTICES)}
        help={
          person.isSelf
            ? t('You see beforehand that it will be so.')
            : t('Everybody who looks after them sees beforehand that it will be so.')
        }
        onChange={(minutes) => change({ minutes })}
      />
    </FormDialog>
  )
}

/** An invitation to see, for nobody in particular, can be used without an account (decision 082). */
const isForAnybody = ({ role, email }: typeof OPENING): boolean => role === 'view' && email.trim() === ''
const FOR_ANYBODY = msg('With the link, somebody without an account can see today’s list instead.')

function Invitation({ person, granted, onClose }: InviteDialogProps & { granted: Granted }) {
  const send = () =>
    navigator
      .share({ text: t('An invitation to look after {name} in Dosewell', { name: person.name }), url: granted.link })
      .catch((error: unknown) => {
        if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
      })
  return (
    <Dialog
      title={t('The invitation is ready')}
      description={t('It works once, for 7 days. Send the link, or read out the code. Neither is shown again.')}
      onClose={onClose}
      footer={
        <Button variant="primary" block onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <p className="invitation__code" translate="no">
        <span className="sr">{t('Code')} </span>
        {granted.code}
      </p>
      <p className="wrap-anywhere small">{granted.link}</p>
      <div className="btns">
        <CopyButton text={granted.link} label={t('Copy the link')} done={t('The link was copied')} />
        <CopyButton variant="plain" text={granted.code} label={t('Copy the code')} done={t('The code was copied')} />
        {'share' in navigator ? (
          <Button variant="plain" onClick={() => void send().catch(reportError)}>
            <Share2 className="icon" aria-hidden="true" />
            {t('Send')}
          </Button>
        ) : null}
      </div>
    </Dialog>
  )
}
