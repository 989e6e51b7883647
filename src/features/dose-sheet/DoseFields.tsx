import { t } from '#domain/language/translate.ts'
import { Choices } from '#src/ui/Choices.tsx'
import { Field } from '#src/ui/Field.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { AmountField } from './AmountField.tsx'
import type { Portion } from './amount.ts'
import type { When } from './dose-time.ts'
import { TimeField } from './TimeField.tsx'
import type { DoseForm } from './use-dose-form.ts'

interface DoseFieldsProps {
  dose: DoseForm
  portion: Portion
  /** The planned time as text; null if there is none or it is still to come. */
  planned: string | null
  /** The past day as text, if only its time is open. */
  day?: string | null
}

/** When, how much, and a note. */
export function DoseFields({ dose, portion, planned, day = null }: DoseFieldsProps) {
  const { form, values } = dose
  const options: { value: When; label: string }[] = [
    { value: 'now', label: t('Just now') },
    ...(planned === null ? [] : [{ value: 'planned' as const, label: planned }]),
    { value: 'other', label: t('Another time') },
  ]
  return (
    <>
      <div>
        {day === null ? (
          <Choices
            legend={t('When did you take it?')}
            options={options}
            value={values.when}
            onChange={(when) => form.setValue('when', when)}
          />
        ) : (
          <p className="choices__legend">{t('{day}: when did you take it?', { day })}</p>
        )}
        {values.when === 'other' ? (
          <TimeField registration={form.register('time')} sentence={dose.sentence} error={dose.error} />
        ) : null}
      </div>
      <AmountField dose={dose} portion={portion} />
      <Field
        label={
          <RichText
            text={t('Note <quiet>(only you see it)</quiet>')}
            tags={{ quiet: (part) => <span className="quiet weight-normal">{part}</span> }}
          />
        }
        placeholder={t('How you felt, what you ate')}
        maxLength={500}
        autoComplete="off"
        {...form.register('note')}
      />
    </>
  )
}
