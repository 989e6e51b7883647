import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { Choices } from '#src/ui/Choices.tsx'
import { Field } from '#src/ui/Field.tsx'
import { fieldProps } from '#src/ui/field-props.ts'
import type { FormPart } from './use-medication-form.ts'

const UNITS = [
  { value: 'hours', label: msg('Hours') },
  { value: 'days', label: msg('Days') },
] as const

/** A first dose, and then each one so long after the one before it was taken. */
export function AfterTakenFields({ form, values }: FormPart) {
  const { isSubmitted } = form.formState
  return (
    <>
      <Choices
        legend={t('Hours or days')}
        options={UNITS.map(({ value, label }) => ({ value, label: t(label) }))}
        value={values.afterUnit}
        onChange={async (unit) => {
          form.setValue('afterUnit', unit)
          if (isSubmitted) await form.trigger()
        }}
      />
      <div className="fields-2">
        <Field
          label={values.afterUnit === 'hours' ? t('Hours after the last dose') : t('Days after the last dose')}
          inputMode="decimal"
          autoComplete="off"
          {...fieldProps(form, 'afterLast')}
        />
        <Field label={t('First dose')} type="datetime-local" {...fieldProps(form, 'firstDose')} />
      </div>
    </>
  )
}
