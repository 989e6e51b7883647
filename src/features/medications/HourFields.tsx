import { t } from '#domain/language/translate.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Field } from '#src/ui/Field.tsx'
import { fieldProps } from '#src/ui/field-props.ts'
import type { FormPart } from './use-medication-form.ts'

/** Every few hours: around the clock from the first dose, or each day between two times. */
export function HourFields({ form, values }: FormPart) {
  return (
    <>
      <div className="fields-2">
        <Field
          label={t('Hours between doses')}
          inputMode="decimal"
          autoComplete="off"
          {...fieldProps(form, 'everyHours')}
        />
        {values.hasWindow ? null : (
          <Field label={t('First dose')} type="datetime-local" {...fieldProps(form, 'firstDose')} />
        )}
      </div>
      <Checkbox label={t('Only between two times of day')} {...form.register('hasWindow')} />
      {values.hasWindow ? (
        <div className="fields-2">
          <Field label={t('From')} type="time" {...fieldProps(form, 'windowFrom')} />
          <Field label={t('To')} type="time" {...fieldProps(form, 'windowTo')} />
        </div>
      ) : null}
    </>
  )
}
