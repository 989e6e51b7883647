import { t } from '#domain/language/translate.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import { unitText } from '#domain/schedule/unit-text.ts'
import { Field } from '#src/ui/Field.tsx'
import { fieldProps } from '#src/ui/field-props.ts'
import type { FormPart } from './use-medication-form.ts'

/**
 * What the label limits, typed from it and never suggested (additions, 1.3). Can be left empty.
 * @param plan as far as the fields define it
 */
export function LimitFields({ form, values, plan }: FormPart & { plan: Plan | null }) {
  // Beside steps, the field of the unit is out of sight.
  const unit = unitText(values.kind === 'phases' ? (plan?.amounts?.unit ?? '') : values.unit.trim())
  return (
    <fieldset>
      <legend className="choices__legend">{t('Limits on the label')}</legend>
      <div className="fields-2">
        <Field
          label={t('Hours apart, at least')}
          inputMode="decimal"
          autoComplete="off"
          help={t('Leave both empty if the label says nothing.')}
          {...fieldProps(form, 'minHours')}
        />
        <Field
          label={unit === '' ? t('Doses in 24 hours, at most') : t('In 24 hours, at most ({unit})', { unit })}
          autoComplete="off"
          {...fieldProps(form, 'maxIn24h')}
        />
      </div>
    </fieldset>
  )
}
