import { type FormEvent, useState } from 'react'
import { RECORD_DATES } from '#domain/lib/local-time.ts'
import type { Medication } from '#domain/records/medication.ts'
import { manyOf } from '#domain/schedule/amounts.ts'
import { useSupplyActs } from '#src/session/supplies.ts'
import { Button } from '#src/ui/Button.tsx'
import { Choices } from '#src/ui/Choices.tsx'
import { Field } from '#src/ui/Field.tsx'
import { readAmount } from './supply-values.ts'

type Verb = 'refill' | 'count' | 'discard'

const VERBS = [
  { value: 'refill', label: 'I have refilled it' },
  { value: 'count', label: 'Correct the count' },
  { value: 'discard', label: 'Discard' },
] as const

const QUESTIONS: Record<Verb, string> = {
  refill: 'How much is in the pack',
  count: 'How much is left',
  discard: 'How much to discard',
}

const BUTTONS: Record<Verb, string> = { refill: 'Add', count: 'Save the count', discard: 'Discard' }

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
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <Choices legend="What happened" options={VERBS} value={verb} onChange={setVerb} />
      <div className="fields-2">
        <Field
          label={`${QUESTIONS[verb]} (${manyOf(unit)})`}
          inputMode="text"
          autoComplete="off"
          value={values.amount}
          error={error.amount}
          onChange={({ target }) => setValues({ ...values, amount: target.value })}
        />
        {verb === 'refill' ? (
          <Field
            label="Expires on (optional)"
            type="date"
            max={RECORD_DATES.last}
            value={values.expiresOn}
            error={error.expiresOn}
            onChange={({ target }) => setValues({ ...values, expiresOn: target.value })}
          />
        ) : null}
      </div>
      <Button type="submit" variant="soft" className="justify-self-start">
        {BUTTONS[verb]}
      </Button>
    </form>
  )
}
