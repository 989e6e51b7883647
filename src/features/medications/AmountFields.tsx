import { useId } from 'react'
import { useLocation } from 'react-router-dom'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatTime12 } from '#domain/lib/local-time.ts'
import { wallTimes } from '#domain/schedule/every-hours.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import { asksAmount } from '#src/session/supply-links.ts'
import { Choices } from '#src/ui/Choices.tsx'
import { Field } from '#src/ui/Field.tsx'
import { FieldError } from '#src/ui/FieldFrame.tsx'
import { fieldProps } from '#src/ui/field-props.ts'
import { AmountInput } from './AmountInput.tsx'
import type { AmountValues } from './amount-values.ts'
import { UnitField } from './UnitField.tsx'
import type { FormPart } from './use-medication-form.ts'

const BY: readonly { value: AmountValues['amountsBy']; label: Message }[] = [
  { value: 'each', label: msg('Always the same') },
  { value: 'time', label: msg('Different by time') },
  { value: 'day', label: msg('Different by day') },
]

interface AmountFieldsProps extends FormPart {
  /** Null while it is incomplete. */
  plan: Plan | null
}

/** How much a dose is, as a number that can be counted. Can be left empty. */
export function AmountFields({ form, values, plan }: AmountFieldsProps) {
  const { errors, isSubmitted: shouldValidate } = form.formState
  const { amountsBy, unit } = values
  const isAsked = asksAmount(useLocation().state)
  const isCounted = unit.trim() !== '' || values.each.trim() !== '' || amountsBy !== 'each'
  return (
    <>
      <div className="fields-2">
        <AmountInput
          label={t('Amount of each dose')}
          help={t('Such as 1, ½ or 2.5. Leave it empty if you do not count doses.')}
          error={errors.each?.message}
          value={values.each}
          isAsked={isAsked}
          onChange={(next) => form.setValue('each', next, { shouldValidate, shouldDirty: true })}
        />
        <UnitField
          label={t('Counted in')}
          value={unit}
          onChange={(next) => form.setValue('unit', next, { shouldValidate, shouldDirty: true })}
          error={errors.unit?.message}
        />
      </div>
      {isCounted && values.kind !== 'as-needed' ? (
        <Choices
          legend={t('Amounts')}
          options={BY.map(({ value, label }) => ({ value, label: t(label) }))}
          value={amountsBy}
          onChange={(next) => form.setValue('amountsBy', next, { shouldValidate, shouldDirty: true })}
        />
      ) : null}
      {isCounted && amountsBy === 'time' ? <ByTime form={form} values={values} plan={plan} /> : null}
      {isCounted && amountsBy === 'day' ? (
        <Field
          label={t('Amounts day by day')}
          autoComplete="off"
          help={t('In turn from the start date, or from today. For example 5, 4, 4; 0 is a day without a dose.')}
          {...fieldProps(form, 'amountsInTurn')}
        />
      ) : null}
    </>
  )
}

/** An empty field takes the common amount. */
function ByTime({ form, values, plan }: AmountFieldsProps) {
  const id = useId()
  const times = plan ? wallTimes(plan) : []
  const error = form.formState.errors.amountAt?.message
  const message = typeof error === 'string' ? error : undefined
  if (times.length === 0) return <p className="quiet">{t('Enter the reminder times first.')}</p>
  return (
    <fieldset aria-describedby={message ? id : undefined}>
      <legend className="sr">{t('Amounts by time')}</legend>
      <div className="fields-2">
        {times.map((time) => (
          <Field
            key={time}
            label={t('Amount at {time}', { time: formatTime12(time) })}
            inputMode="decimal"
            autoComplete="off"
            placeholder={values.each}
            value={values.amountAt[time] ?? ''}
            onChange={(event) =>
              form.setValue(
                'amountAt',
                { ...values.amountAt, [time]: event.target.value },
                { shouldValidate: form.formState.isSubmitted, shouldDirty: true },
              )
            }
          />
        ))}
      </div>
      {message ? <FieldError id={id}>{message}</FieldError> : null}
    </fieldset>
  )
}
