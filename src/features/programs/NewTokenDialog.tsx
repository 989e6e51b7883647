import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { DAY } from '#domain/lib/local-time.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { laterText } from '#src/platform/people-calls.ts'
import { makeToken, type NewToken } from '#src/platform/token-calls.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Choices } from '#src/ui/Choices.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field } from '#src/ui/Field.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
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
  const [values, setValues] = useState(OPENING)
  const [problem, setProblem] = useState<{ field: string | null; sentence: string } | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [made, setMade] = useState<NewToken | null>(null)
  const change = (part: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...part }))
    setProblem(null)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    const name = values.name.trim()
    if (name === '') return setProblem({ field: 'name', sentence: t('Give it a name.') })
    setSaving(true)
    const answer = await makeToken(account.id, {
      name,
      scopes: scopesOf(values.may),
      expiresAt: values.days === '' ? null : toInstant(deviceClock.now() + Number(values.days) * DAY),
    })
    setSaving(false)
    if (answer.kind === 'ok') return setMade(answer.value)
    setProblem(answer.kind === 'refused' ? answer : { field: null, sentence: laterText() })
  }
  if (made) return <Made made={made} onClose={onClose} />
  return (
    <FormDialog
      title={t('Add a program')}
      submitLabel={t('Make the token')}
      isSaving={isSaving}
      problem={problem && problem.field !== 'name' ? problem.sentence : undefined}
      isChanged={JSON.stringify(values) !== JSON.stringify(OPENING)}
      onSubmit={(event) => void save(event).catch(reportError)}
      onDiscard={() => {}}
      onClose={onClose}
    >
      <Field
        label={t('What is it?')}
        help={t('So that you know it again in the list, for example kitchen display.')}
        autoComplete="off"
        maxLength={60}
        value={values.name}
        error={problem?.field === 'name' ? problem.sentence : undefined}
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
    <Dialog
      title={t('The token for {name}', { name })}
      description={mayLine(scopes)}
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
          {t(
            'Copy it into the program. Whoever has it can do the same as the program, so don’t send it to anybody. If it is lost, disconnect the program and make another one.',
          )}
        </Notice>
        <p className="secret" translate="no">
          <span className="sr">{t('Token')} </span>
          <code>{token}</code>
        </p>
        <CopyButton text={token} label={t('Copy the token')} done={t('The token was copied')} />
      </div>
    </Dialog>
  )
}
