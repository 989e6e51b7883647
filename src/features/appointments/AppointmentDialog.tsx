import { Mic } from 'lucide-react'
import type { ReactNode } from 'react'
import { LEAD_WORDS } from '#domain/records/appointment.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Field } from '#src/ui/Field.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import {
  type AppointmentForm,
  type AppointmentFormSetup,
  useAppointmentForm,
} from './use-appointment-form.ts'

interface AppointmentDialogProps extends AppointmentFormSetup {
  /** Said above the fields: why this form is here. */
  notice?: ReactNode
  onClose(): void
}

const WORDS = {
  added: { title: 'Add Appointment', submitLabel: 'Add Appointment' },
  updated: { title: 'Edit Appointment', submitLabel: 'Save Changes' },
} as const

/** The add and edit form over the list. */
export function AppointmentDialog({ notice, onClose, ...setup }: AppointmentDialogProps) {
  const appointment = useAppointmentForm(setup)
  return (
    <FormDialog
      {...WORDS[setup.deed]}
      isSaving={appointment.form.formState.isSubmitting}
      isChanged={appointment.isChanged}
      onSubmit={appointment.submit}
      onDiscard={appointment.discard}
      onClose={onClose}
    >
      {notice}
      <Heard words={appointment.values.heard} />
      <Fields form={appointment.form} />
    </FormDialog>
  )
}

/** The words the fields were filled from, to hold them against. */
function Heard({ words }: { words: string }) {
  if (words === '') return null
  return (
    <Notice tone="plain" icon={<Mic className="icon" />} title="What was said">
      <span className="break-words">“{words}”</span>
    </Notice>
  )
}

/** The fields in the specification's order (section 3), then the reminders. */
function Fields({ form }: Pick<AppointmentForm, 'form'>) {
  const { errors } = form.formState
  const text = (name: 'doctorName' | 'specialty' | 'location' | 'notes' | 'phoneNumber') => ({
    ...form.register(name),
    error: errors[name]?.message,
    autoComplete: 'off',
  })
  return (
    <>
      <Field label="Doctor name" {...text('doctorName')} />
      <Field label="Specialty" {...text('specialty')} />
      <div className="fields-2">
        <Field
          label="Date"
          type="date"
          error={errors.appointmentDate?.message}
          {...form.register('appointmentDate')}
        />
        <Field
          label="Time"
          type="time"
          error={errors.appointmentTime?.message}
          {...form.register('appointmentTime')}
        />
      </div>
      <Field label="Location" {...text('location')} />
      <TextArea label="Notes" {...text('notes')} />
      <Field label="Phone number" type="tel" {...text('phoneNumber')} />
      <fieldset>
        <legend className="choices__legend">Remind me</legend>
        <Checkbox label={LEAD_WORDS[120]} {...form.register('twoHoursBefore')} />
        <Checkbox label={LEAD_WORDS[1440]} {...form.register('dayBefore')} />
        <p className="field__help">On every device where reminders are on.</p>
      </fieldset>
    </>
  )
}
