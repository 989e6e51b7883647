import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { ScheduleKind } from '#domain/schedule/schedule.ts'
import { Choices } from '#src/ui/Choices.tsx'
import { DayPicker } from '#src/ui/DayPicker.tsx'
import { EveryDays } from '#src/ui/EveryDays.tsx'
import { Field } from '#src/ui/Field.tsx'
import { fieldProps } from '#src/ui/field-props.ts'
import { MonthDayPicker } from '#src/ui/MonthDayPicker.tsx'
import { AfterDoseFields } from './AfterDoseFields.tsx'
import { AfterTakenFields } from './AfterTakenFields.tsx'
import { HourFields } from './HourFields.tsx'
import { StepFields } from './StepFields.tsx'
import { nextStep } from './step-values.ts'
import type { FormPart } from './use-medication-form.ts'

const KINDS: readonly { value: ScheduleKind; label: Message }[] = [
  { value: 'daily', label: msg('Every day') },
  { value: 'weekdays', label: msg('Some weekdays') },
  { value: 'interval', label: msg('Every few days') },
  { value: 'cycle', label: msg('On and off') },
  { value: 'monthly', label: msg('Days of the month') },
  { value: 'hours', label: msg('Every few hours') },
  { value: 'after-taken', label: msg('When the last one is over') },
  { value: 'after-dose', label: msg('After another medicine') },
  { value: 'phases', label: msg('It changes week by week') },
  { value: 'as-needed', label: msg('Only when needed') },
]

/** "How often" as choices, with the details of the chosen one right below it. */
export function ScheduleFields({ form, values }: FormPart) {
  const { errors, isSubmitted } = form.formState
  const choose = async (kind: ScheduleKind) => {
    form.setValue('kind', kind)
    // Another kind has other fields: errors in the old ones no longer count.
    if (kind === 'phases' && values.steps.length === 0) form.setValue('steps', [nextStep(undefined)])
    if (isSubmitted) await form.trigger()
  }
  return (
    <>
      <Choices
        legend={t('How often')}
        options={KINDS.map(({ value, label }) => ({ value, label: t(label) }))}
        value={values.kind === '' ? undefined : values.kind}
        onChange={choose}
        error={errors.kind?.message}
      />
      <ScheduleDetail form={form} values={values} />
    </>
  )
}

function ScheduleDetail({ form, values }: FormPart) {
  const { errors, isSubmitted: shouldValidate } = form.formState
  switch (values.kind) {
    case 'weekdays':
      return (
        <DayPicker
          legend={t('Days')}
          value={values.days}
          onChange={(days) => form.setValue('days', days, { shouldValidate })}
          error={errors.days?.message}
        />
      )
    case 'interval':
      return <EveryDays value={values.everyDays} onChange={(everyDays) => form.setValue('everyDays', everyDays)} />
    case 'cycle':
      return (
        <div className="fields-2">
          <Field label={t('Days on')} inputMode="numeric" autoComplete="off" {...fieldProps(form, 'daysOn')} />
          <Field label={t('Days off')} inputMode="numeric" autoComplete="off" {...fieldProps(form, 'daysOff')} />
        </div>
      )
    case 'monthly':
      return (
        <MonthDayPicker
          legend={t('Days of the month')}
          value={values.daysOfMonth}
          onChange={(days) => form.setValue('daysOfMonth', days, { shouldValidate })}
          error={errors.daysOfMonth?.message}
        />
      )
    case 'hours':
      return <HourFields form={form} values={values} />
    case 'after-taken':
      return <AfterTakenFields form={form} values={values} />
    case 'after-dose':
      return <AfterDoseFields form={form} values={values} />
    case 'phases':
      return <StepFields form={form} values={values} />
    default:
      return null
  }
}
