import { Choices } from '#src/ui/Choices.tsx'
import { Field } from '#src/ui/Field.tsx'
import type { FormPart } from './use-medication-form.ts'

const UNITS = [
  { value: 'hours', label: 'Hours' },
  { value: 'days', label: 'Days' },
] as const

/** A first dose, and then each one so long after the one before it was taken. */
export function AfterTakenFields({ form, values }: FormPart) {
  const { errors, isSubmitted } = form.formState
  return (
    <>
      <Choices
        legend="Hours or days"
        options={UNITS}
        value={values.afterUnit}
        onChange={async (unit) => {
          form.setValue('afterUnit', unit)
          if (isSubmitted) await form.trigger()
        }}
      />
      <div className="fields-2">
        <Field
          label={values.afterUnit === 'hours' ? 'Hours after the last dose' : 'Days after the last dose'}
          inputMode="decimal"
          autoComplete="off"
          error={errors.afterLast?.message}
          {...form.register('afterLast')}
        />
        <Field
          label="First dose"
          type="datetime-local"
          error={errors.firstDose?.message}
          {...form.register('firstDose')}
        />
      </div>
    </>
  )
}
