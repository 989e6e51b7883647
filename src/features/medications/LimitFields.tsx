import { Field } from '#src/ui/Field.tsx'
import type { FormPart } from './use-medication-form.ts'

/** What the label limits, typed from it and never suggested (additions, 1.3). Can be left empty. */
export function LimitFields({ form, values }: FormPart) {
  const { errors } = form.formState
  const unit = values.unit.trim()
  return (
    <fieldset>
      <legend className="choices__legend">Limits on the label</legend>
      <div className="fields-2">
        <Field
          label="Hours apart, at least"
          inputMode="decimal"
          autoComplete="off"
          help="Leave both empty if the label says nothing."
          error={errors.minHours?.message}
          {...form.register('minHours')}
        />
        <Field
          label={unit === '' ? 'Doses in 24 hours, at most' : `In 24 hours, at most (${unit})`}
          autoComplete="off"
          error={errors.maxIn24h?.message}
          {...form.register('maxIn24h')}
        />
      </div>
    </fieldset>
  )
}
