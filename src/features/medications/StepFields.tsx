import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { t } from '#domain/language/translate.ts'
import { daysText } from '#domain/schedule/days-text.ts'
import { hasReminderTimes } from '#domain/schedule/schedule.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { FieldError } from '#src/ui/FieldFrame.tsx'
import { nextStep, type StepValues, withStep } from './step-values.ts'
import { UnitField } from './UnitField.tsx'
import type { FormPart } from './use-medication-form.ts'

const MOST_STEPS = 60

/** A taper or titration: steps one after another from the start date. */
export function StepFields({ form, values: { steps } }: FormPart) {
  const { errors, isSubmitted: shouldValidate } = form.formState
  const set = (next: StepValues[]) => form.setValue('steps', next, { shouldValidate, shouldDirty: true })
  const error = errors.steps?.message
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-help ${id}-error` : `${id}-help`}>
      <legend className="choices__legend">{t('Steps')}</legend>
      <p className="field__help" id={`${id}-help`}>
        {t('One after another from the start date. Leave the days of the last step empty if it goes on.')}
      </p>
      <ol className="stack mt-2">
        {steps.map((step, index) => (
          <OneStep
            // Steps have no identity but their place.
            // biome-ignore lint/suspicious/noArrayIndexKey: fields move with their place
            key={index}
            number={index + 1}
            step={step}
            onChange={(changed) => set(withStep(steps, index, changed))}
            onRemove={steps.length > 1 ? () => set(steps.filter((_, place) => place !== index)) : null}
          />
        ))}
      </ol>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {steps.length < MOST_STEPS ? (
        <Button variant="soft" onClick={() => set([...steps, nextStep(steps.at(-1))])}>
          <Plus className="icon" />
          {t('Add a step')}
        </Button>
      ) : null}
    </fieldset>
  )
}

interface OneStepProps {
  number: number
  step: StepValues
  onChange(step: StepValues): void
  /** Null: the only step. */
  onRemove: (() => void) | null
}

function OneStep({ number, step, onChange, onRemove }: OneStepProps) {
  const field = (name: 'days' | 'each' | 'reminderTimes') => ({
    value: step[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ ...step, [name]: event.target.value }),
  })
  const { kept } = step
  const hasTimes = kept === null || hasReminderTimes(kept.schedule)
  const days = kept && daysText(kept.schedule)
  return (
    <li className="card card--sunken stack gap-2">
      <div className="row row--between">
        <h3 className="preview__h">{t('Step {number}', { number })}</h3>
        {onRemove ? (
          <Button iconOnly aria-label={t('Remove step {number}', { number })} onClick={onRemove}>
            <Trash2 className="icon" />
          </Button>
        ) : null}
      </div>
      {days ? <p className="small quiet">{days}</p> : null}
      <Field label={t('For how many days')} inputMode="numeric" {...field('days')} />
      <div className="fields-2">
        <Field label={t('Amount of each dose')} inputMode="decimal" {...field('each')} />
        <UnitField label={t('Counted in')} value={step.unit} onChange={(unit) => onChange({ ...step, unit })} />
      </div>
      {hasTimes ? <Field label={t('Times')} {...field('reminderTimes')} help={t('For example 8:00, 2:30 pm')} /> : null}
    </li>
  )
}
