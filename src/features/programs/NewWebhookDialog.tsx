import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { PersonId } from '#domain/lib/ids.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#domain/protocol/webhooks.ts'
import { nameOnScreen } from '#domain/records/person.ts'
import { laterText } from '#src/platform/people-calls.ts'
import { makeWebhook } from '#src/platform/webhook-calls.ts'
import { useHasOthers, usePeople } from '#src/session/people.tsx'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Choices } from '#src/ui/Choices.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field } from '#src/ui/Field.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Select } from '#src/ui/Select.tsx'
import { EVENT_TEXTS } from './webhook-text.ts'

/** Makes a webhook, then shows its secret, which happens only this once. */
export function NewWebhookDialog({ onClose }: { onClose(): void }) {
  const { account } = useSession()
  const people = usePeople((state) => state.people)
  const hasOthers = useHasOthers()
  const [opening] = useState({ event: 'doses' as WebhookEvent, url: '', personId: account.id as string as PersonId })
  const [values, setValues] = useState(opening)
  const [problem, setProblem] = useState<{ field: string | null; sentence: string } | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const change = (part: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...part }))
    setProblem(null)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    setSaving(true)
    const answer = await makeWebhook(account.id, { ...values, url: values.url.trim() })
    setSaving(false)
    if (answer.kind === 'ok') return setSecret(answer.value.secret)
    setProblem(answer.kind === 'refused' ? answer : { field: null, sentence: laterText() })
  }
  if (secret !== null) return <Made secret={secret} onClose={onClose} />
  return (
    <FormDialog
      title={t('Add a webhook')}
      submitLabel={t('Make the webhook')}
      isSaving={isSaving}
      problem={problem && problem.field !== 'url' ? problem.sentence : undefined}
      isChanged={JSON.stringify(values) !== JSON.stringify(opening)}
      onSubmit={(event) => void save(event).catch(reportError)}
      onDiscard={() => {}}
      onClose={onClose}
    >
      <Choices
        legend={t('It is called when this changes')}
        value={values.event}
        options={WEBHOOK_EVENTS.map((event) => ({ value: event, label: t(EVENT_TEXTS[event]) }))}
        onChange={(event) => change({ event })}
      />
      {hasOthers ? (
        <Select
          label={t('Whose')}
          value={values.personId}
          onChange={({ target }) => change({ personId: target.value as PersonId })}
        >
          {people.map((person) => (
            <option key={person.id} value={person.id}>
              {nameOnScreen(person)}
            </option>
          ))}
        </Select>
      ) : null}
      <Field
        label={t('Address')}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={1000}
        placeholder="https://"
        help={t('It begins with https:// and can be reached from the internet.')}
        value={values.url}
        error={problem?.field === 'url' ? problem.sentence : undefined}
        onChange={({ target }) => change({ url: target.value })}
      />
    </FormDialog>
  )
}

function Made({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <Dialog
      title={t('The webhook is ready')}
      dismissable={false}
      onClose={onClose}
      footer={
        <Button variant="primary" block onClick={onClose}>
          {t('I have kept it')}
        </Button>
      }
    >
      <div className="stack">
        <Notice
          tone="due"
          icon={<TriangleAlert className="icon" aria-hidden="true" />}
          title={t('It is shown only now.')}
        >
          {t('With this secret, the program at the address can check that a call comes from Dosewell.')}
        </Notice>
        <p className="secret" translate="no">
          <span className="sr">{t('Secret')} </span>
          <code>{secret}</code>
        </p>
        <CopyButton text={secret} label={t('Copy the secret')} done={t('The secret was copied')} />
      </div>
    </Dialog>
  )
}
