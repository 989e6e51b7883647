import { type FormEvent, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { PersonId } from '#domain/lib/ids.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#domain/protocol/webhooks.ts'
import { nameOnScreen } from '#domain/records/person.ts'
import { makeWebhook } from '#src/platform/webhook-calls.ts'
import { useHasOthers, usePeople } from '#src/session/people.tsx'
import { useCallForm } from '#src/session/server-calls.tsx'
import { useSession } from '#src/session/session.ts'
import { Choices } from '#src/ui/Choices.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Field } from '#src/ui/Field.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { Select } from '#src/ui/Select.tsx'
import { ShownOnce } from '#src/ui/ShownOnce.tsx'
import { EVENT_TEXTS } from './webhook-text.ts'

/** Makes a webhook, then shows its secret, which happens only this once. */
export function NewWebhookDialog({ onClose }: { onClose(): void }) {
  const { account } = useSession()
  const people = usePeople((state) => state.people)
  const hasOthers = useHasOthers()
  const form = useCallForm({ event: 'doses' as WebhookEvent, url: '', personId: account.id as string as PersonId })
  const { values, change } = form
  const [secret, setSecret] = useState<string | null>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const made = await form.send(() => makeWebhook(account.id, { ...values, url: values.url.trim() }))
    if (made) setSecret(made.secret)
  }
  if (secret !== null) return <Made secret={secret} onClose={onClose} />
  return (
    <FormDialog
      title={t('Add a webhook')}
      submitLabel={t('Make the webhook')}
      isSaving={form.isSaving}
      problem={form.problemBeside('url')}
      isChanged={form.isChanged}
      onSubmit={(event) => void save(event).catch(reportError)}
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
        error={form.problemOf('url')}
        onChange={({ target }) => change({ url: target.value })}
      />
    </FormDialog>
  )
}

function Made({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <ShownOnce
      title={t('The webhook is ready')}
      advice={t('With this secret, the program at the address can check that a call comes from Dosewell.')}
      label={t('Secret')}
      secret={secret}
      closeLabel={t('I have kept it')}
      onClose={onClose}
    >
      <CopyButton text={secret} label={t('Copy the secret')} done={t('The secret was copied')} />
    </ShownOnce>
  )
}
