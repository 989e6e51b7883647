import { type FormEvent, useState } from 'react'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { RECORD_DATES } from '#domain/lib/local-time.ts'
import type { Medication } from '#domain/records/medication.ts'
import { unitsText } from '#domain/schedule/unit-text.ts'
import { useSupplyActs } from '#src/session/supplies.ts'
import { Button } from '#src/ui/Button.tsx'
import { Choices } from '#src/ui/Choices.tsx'
import { Field } from '#src/ui/Field.tsx'
import { focusingWrongField } from '#src/ui/focus-wrong-field.ts'
import { readAmount } from './supply-values.ts'

type Verb = 'refill' | 'count' | 'discard'

const VERBS = [
  { value: 'refill', label: msg('I have refilled it') },
  { value: 'count', label: msg('Correct the count') },
  { value: 'discard', label: msg('Discard') },
] as const

const QUESTIONS = {
  refill: msg('How much is in the pack ({unit})'),
  count: msg('How much is left ({unit})'),
  discard: msg('How much to discard ({unit})'),
}

const BUTTONS: Record<Verb, Message> = { refill: msg('Add'), count: msg('Save the count'), discard: msg('Discard') }

interface AmountFormProps {
  medication: Medication
  unit: string
  onDone(): void
}

/** A pack of another size, a count, or what was thrown away. */
export function AmountForm({ medication, unit, onDone }: AmountFormProps) {
  const { act } = useSupplyActs()
  const [verb, setVerb] = useState<Verb>('refill')
  const [values, setValues] = useState({ amount: '', expiresOn: '' })
  const [error, setError] = useState<{ amount?: string; expiresOn?: string }>({})
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const expiresOn = verb === 'refill' ? values.expiresOn : ''
    const read = readAmount({ ...values, expiresOn }, { mayBeNothing: verb === 'count' })
    if (!read.ok) return setError(read.error)
    setError({})
    if (await act({ verb, medication, ...read.value })) onDone()
  }
  return (
    <form className="stack" noValidate onSubmit={focusingWrongField((event) => void submit(event))}>
      <Choices
        legend={t('What happened')}
        options={VERBS.map(({ value, label }) => ({ value, label: t(label) }))}
        value={verb}
        onChange={setVerb}
      />
      <div className="fields-2">
        <Field
          label={t(QUESTIONS[verb], { unit: unitsText(unit) })}
          inputMode="text"
          autoComplete="off"
          value={values.amount}
          error={error.amount}
          onChange={({ target }) => setValues({ ...values, amount: target.value })}
        />
        {verb === 'refill' ? (
          <Field
            label={t('Expires on (optional)')}
            type="date"
            max={RECORD_DATES.last}
            value={values.expiresOn}
            error={error.expiresOn}
            onChange={({ target }) => setValues({ ...values, expiresOn: target.value })}
          />
        ) : null}
      </div>
      <Button type="submit" variant="soft" className="justify-self-start">
        {t(BUTTONS[verb])}
      </Button>
    </form>
  )
}
