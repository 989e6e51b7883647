import type { ReactNode } from 'react'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Field } from '#src/ui/Field.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { planOfValues } from './form-values.ts'
import { NextDoses } from './NextDoses.tsx'
import { ScheduleFields } from './ScheduleFields.tsx'
import { type MedicationForm, type MedicationFormSetup, useMedicationForm } from './use-medication-form.ts'

interface MedicationDialogProps extends MedicationFormSetup {
  title: 'Add Medication' | 'Edit Medication'
  submitLabel: 'Add Medication' | 'Save Changes'
  /** Said above the fields: why this form is here. */
  notice?: ReactNode
  onClose(): void
}

/** The add and edit form over the list. */
export function MedicationDialog({ title, submitLabel, notice, onClose, ...setup }: MedicationDialogProps) {
  const medication = useMedicationForm(setup)
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isSaving={medication.form.formState.isSubmitting}
      isChanged={medication.isChanged}
      onSubmit={medication.submit}
      onDiscard={medication.discard}
      onClose={onClose}
    >
      {notice}
      <Fields {...medication} />
    </FormDialog>
  )
}

/** The fields in the specification's order (section 2); "How often" stands beside the frequency it makes exact. */
function Fields({ form, values, context }: Pick<MedicationForm, 'form' | 'values' | 'context'>) {
  const { errors } = form.formState
  const text = (name: 'name' | 'dosage' | 'frequency' | 'reminderTimes' | 'instructions') => ({
    ...form.register(name),
    error: errors[name]?.message,
    autoComplete: 'off',
  })
  const asNeeded = values.kind === 'as-needed'
  return (
    <>
      <Field label="Name" {...text('name')} />
      <div className="fields-2">
        <Field label="Dosage" {...text('dosage')} />
        <Field label="Frequency" {...text('frequency')} />
      </div>
      <ScheduleFields form={form} values={values} />
      {asNeeded ? (
        <p className="quiet">No reminders. You log a dose whenever you take one.</p>
      ) : (
        <>
          <Field
            label="Reminder times"
            help="Separate times with commas, for example 8:00, 2:30 pm"
            {...text('reminderTimes')}
          />
          <NextDoses plan={planOfValues(values, context)} />
          <Checkbox
            label="Important: e-mail me when a dose is still open after 30 minutes"
            {...form.register('important')}
          />
        </>
      )}
      <TextArea label="Instructions" {...text('instructions')} />
      <DateFields form={form} values={values} />
    </>
  )
}

function DateFields({ form, values }: Pick<MedicationForm, 'form' | 'values'>) {
  const { errors } = form.formState
  const ongoing = form.register('isOngoing', {
    onChange: (event: { target: { checked: boolean } }) => {
      if (!event.target.checked) return
      form.setValue('endDate', '')
      form.clearErrors('endDate')
    },
  })
  return (
    <>
      <div className="fields-2">
        <Field
          label="Start date"
          type="date"
          error={errors.startDate?.message}
          {...form.register('startDate', { deps: ['endDate'] })}
        />
        <Field
          label="End date"
          type="date"
          error={errors.endDate?.message}
          {...form.register('endDate')}
          disabled={values.isOngoing}
        />
      </div>
      <Checkbox label="Ongoing medication (no end date)" {...ongoing} />
    </>
  )
}
