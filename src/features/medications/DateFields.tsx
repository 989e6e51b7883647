import { t } from '#domain/language/translate.ts'
import { RECORD_DATES } from '#domain/lib/local-time.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Field } from '#src/ui/Field.tsx'
import { fieldProps } from '#src/ui/field-props.ts'
import { guessNote } from './guess-note.tsx'
import type { FormPart } from './use-medication-form.ts'

/** The first and the last day, and that there is no last one. */
export function DateFields({ form, values }: FormPart) {
  const ongoing = form.register('isOngoing', {
    onChange: (event: { target: { checked: boolean } }) => {
      if (!event.target.checked) return
      form.setValue('endDate', '')
      form.clearErrors('endDate')
    },
  })
  return (
    <>
      <div className="fields-2">
        <Field
          label={t('Start date')}
          type="date"
          min={RECORD_DATES.first}
          max={RECORD_DATES.last}
          help={guessNote(values, 'startDate')}
          {...fieldProps(form, 'startDate', { deps: ['endDate'] })}
        />
        <Field
          label={t('End date')}
          type="date"
          min={RECORD_DATES.first}
          max={RECORD_DATES.last}
          help={guessNote(values, 'endDate')}
          {...fieldProps(form, 'endDate')}
          disabled={values.isOngoing}
        />
      </div>
      <Checkbox label={t('Ongoing medication (no end date)')} {...ongoing} />
    </>
  )
}
