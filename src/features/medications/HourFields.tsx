import { t } from '#domain/language/translate.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Field } from '#src/ui/Field.tsx'
import type { FormPart } from './use-medication-form.ts'

/** Every few hours: around the clock from the first dose, or each day between two times. */
export function HourFields({ form, values }: FormPart) {
  const { errors } = form.formState
  return (
    <>
      <div className="fields-2">
        <Field
          label={t('Hours between doses')}
          inputMode="decimal"
          autoComplete="off"
          error={errors.everyHours?.message}
          {...form.register('everyHours')}
        />
        {values.hasWindow ? null : (
          <Field
            label={t('First dose')}
            type="datetime-local"
            error={errors.firstDose?.message}
            {...form.register('firstDose')}
          />
        )}
      </div>
      <Checkbox label={t('Only between two times of day')} {...form.register('hasWindow')} />
      {values.hasWindow ? (
        <div className="fields-2">
          <Field label={t('From')} type="time" error={errors.windowFrom?.message} {...form.register('windowFrom')} />
          <Field label={t('To')} type="time" error={errors.windowTo?.message} {...form.register('windowTo')} />
        </div>
      ) : null}
    </>
  )
}
