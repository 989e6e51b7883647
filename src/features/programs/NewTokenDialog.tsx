import { type FormEvent, useState } from 'react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { DAY } from '#domain/lib/local-time.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { makeToken, type NewToken } from '#src/platform/token-calls.ts'
import { useCallForm } from '#src/session/server-calls.tsx'
import { useSession } from '#src/session/session.ts'
import { Choices } from '#src/ui/Choices.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Field } from '#src/ui/Field.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { ShownOnce } from '#src/ui/ShownOnce.tsx'
import { MAY, MAY_TEXTS, type May, mayLine, scopesOf } from './scope-text.ts'

/** In days; '' for no end. */
const ENDS = [
  { value: '', label: msg('No end') },
  { value: '31', label: msg('A month') },
  { value: '365', label: msg('A year') },
] as const

const OPENING = { name: '', may: 'read' as May, days: '' as (typeof ENDS)[number]['value'] }

/** Makes a token for a program, then shows it, which happens only this once. */
export function NewTokenDialog({ onClose }: { onClose(): void }) {
  const { account } = useSession()
  const form = useCallForm(OPENING)
  const { values, change } = form
  const [made, setMade] = useState<NewToken | null>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const name = values.name.trim()
    if (name === '') return form.setProblem({ field: 'name', sentence: t('Give it a name.') })
    const expiresAt = values.days === '' ? null : toInstant(deviceClock.now() + Number(values.days) * DAY)
    setMade(await form.send(() => makeToken(account.id, { name, scopes: scopesOf(values.may), expiresAt })))
  }
  if (made) return <Made made={made} onClose={onClose} />
  return (
    <FormDialog
      title={t('Add a program')}
      submitLabel={t('Make the token')}
      isSaving={form.isSaving}
      problem={form.problemBeside('name')}
      isChanged={form.isChanged}
      onSubmit={(event) => void save(event).catch(reportError)}
      onClose={onClose}
    >
      <Field
        label={t('What is it?')}
        help={t('So that you know it again in the list, for example kitchen display.')}
        autoComplete="off"
        maxLength={60}
        value={values.name}
        error={form.problemOf('name')}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Choices
        legend={t('It may')}
        value={values.may}
        options={MAY.map((may) => ({ value: may, label: t(MAY_TEXTS[may].label) }))}
        help={t(MAY_TEXTS[values.may].help)}
        onChange={(may) => change({ may })}
      />
      <Choices
        legend={t('For how long')}
        value={values.days}
        options={ENDS.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={(days) => change({ days })}
      />
    </FormDialog>
  )
}

function Made({ made: { name, scopes, token }, onClose }: { made: NewToken; onClose(): void }) {
  return (
    <ShownOnce
      title={t('The token for {name}', { name })}
      description={mayLine(scopes)}
      advice={t(
        'Copy it into the program. Anyone who has it can do the same as the program, so don’t send it to anybody. If it is lost, disconnect the program and make another one.',
      )}
      label={t('Token')}
      secret={token}
      closeLabel={t('I have kept it')}
      onClose={onClose}
    >
      <CopyButton text={token} label={t('Copy the token')} done={t('The token was copied')} />
    </ShownOnce>
  )
}
