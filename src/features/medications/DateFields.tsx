import { t } from '#domain/language/translate.ts'
import { RECORD_DATES } from '#domain/lib/local-time.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Field } from '#src/ui/Field.tsx'
import { guessNote } from './guess-note.tsx'
import type { FormPart } from './use-medication-form.ts'

/** The first and the last day, and that there is no last one. */
export function DateFields({ form, values }: FormPart) {
  const { errors } = form.formState
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
          error={errors.startDate?.message}
          help={guessNote(values, 'startDate')}
          {...form.register('startDate', { deps: ['endDate'] })}
        />
        <Field
          label={t('End date')}
          type="date"
          min={RECORD_DATES.first}
          max={RECORD_DATES.last}
          error={errors.endDate?.message}
          help={guessNote(values, 'endDate')}
          {...form.register('endDate')}
          disabled={values.isOngoing}
        />
      </div>
      <Checkbox label={t('Ongoing medication (no end date)')} {...ongoing} />
    </>
  )
}
