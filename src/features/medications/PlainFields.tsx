import { t } from '#domain/language/translate.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Field } from '#src/ui/Field.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { AmountFields } from './AmountFields.tsx'
import { DateFields } from './DateFields.tsx'
import { guessNote } from './guess-note.tsx'
import { LimitFields } from './LimitFields.tsx'
import { NextDoses } from './NextDoses.tsx'
import { NoticeFields } from './NoticeFields.tsx'
import { PackageFields } from './PackageFields.tsx'
import { planOfValues } from './plan-values.ts'
import { hasTypedTimes } from './read-values.ts'
import { ScheduleFields } from './ScheduleFields.tsx'
import type { MedicationForm } from './use-medication-form.ts'

/** The fields in the specification's order (section 2); "How often" is beside the frequency that it makes exact. */
export function PlainFields({ form, values, context, photo }: MedicationForm) {
  const { errors } = form.formState
  const text = (name: 'name' | 'dosage' | 'frequency' | 'reminderTimes' | 'instructions') => ({
    ...form.register(name),
    error: errors[name]?.message,
    help: guessNote(values, name),
    autoComplete: 'off',
  })
  const asNeeded = values.kind === 'as-needed'
  const plan = planOfValues(values, context)
  return (
    <>
      <Field label={t('Name')} {...text('name')} />
      <div className="fields-2">
        <Field label={t('Dosage')} {...text('dosage')} />
        <Field label={t('Frequency')} {...text('frequency')} />
      </div>
      <PackageFields form={form} values={values} photo={photo} />
      <ScheduleFields form={form} values={values} />
      {guessNote(values, 'kind')}
      {asNeeded ? (
        <>
          <p className="quiet">{t('No reminders. You log a dose whenever you take one.')}</p>
          <AmountFields form={form} values={values} plan={plan} />
        </>
      ) : (
        <>
          {hasTypedTimes(values.kind) ? (
            <Field
              label={t('Reminder times')}
              {...text('reminderTimes')}
              help={guessNote(values, 'reminderTimes') ?? t('Separate times with commas, for example 8:00, 2:30 pm')}
            />
          ) : null}
          {values.kind === 'phases' ? null : <AmountFields form={form} values={values} plan={plan} />}
          <NextDoses plan={plan} />
          <Checkbox
            label={t('Important: email me when a dose is still open after 30 minutes')}
            {...form.register('important')}
          />
          <NoticeFields form={form} values={values} />
        </>
      )}
      <LimitFields form={form} values={values} plan={plan} />
      <TextArea label={t('Instructions')} {...text('instructions')} />
      <DateFields form={form} values={values} />
    </>
  )
}
