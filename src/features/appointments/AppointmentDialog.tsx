import type { ReadAppointment } from '@dosewell/reading/appointment'
import type { ReactNode } from 'react'
import { isRecordDate, RECORD_DATES } from '#domain/lib/local-time.ts'
import { LEAD_LABELS } from '#domain/records/appointment.ts'
import { guessedFrom } from '#src/session/heard.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Field } from '#src/ui/Field.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { GuessNote } from '#src/ui/GuessNote.tsx'
import { HeardNotice } from '#src/ui/HeardNotice.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { dayText } from './appointment-text.ts'
import { type AppointmentForm, type AppointmentFormSetup, useAppointmentForm } from './use-appointment-form.ts'

interface AppointmentDialogProps extends AppointmentFormSetup {
  /** Shown above the fields: why this form is open. */
  notice?: ReactNode
  onClose(): void
}

const LABELS = {
  added: { title: 'Add Appointment', submitLabel: 'Add Appointment' },
  updated: { title: 'Edit Appointment', submitLabel: 'Save Changes' },
} as const

/** The add and edit form over the list. */
export function AppointmentDialog({ notice, onClose, ...setup }: AppointmentDialogProps) {
  const appointment = useAppointmentForm(setup)
  const { heard } = appointment.values
  return (
    <FormDialog
      {...LABELS[setup.deed]}
      isSaving={appointment.form.formState.isSubmitting}
      problem={appointment.problem}
      isChanged={appointment.isChanged}
      onSubmit={appointment.submit}
      onDiscard={appointment.discard}
      onClose={onClose}
    >
      {notice}
      {heard ? <HeardNotice words={heard.words} asks={heard.asks} /> : null}
      <Fields form={appointment.form} values={appointment.values} />
    </FormDialog>
  )
}

/** The fields in the specification's order (section 3), then the reminders. */
function Fields({ form, values }: Pick<AppointmentForm, 'form' | 'values'>) {
  const { errors } = form.formState
  const guess = (name: keyof ReadAppointment | 'notes') => {
    const words = guessedFrom(values.heard, name, values[name])
    return words === null ? undefined : <GuessNote words={words} />
  }
  const text = (name: 'doctorName' | 'specialty' | 'location' | 'notes' | 'phoneNumber') => ({
    ...form.register(name),
    error: errors[name]?.message,
    help: guess(name),
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
          min={RECORD_DATES.first}
          max={RECORD_DATES.last}
          error={errors.appointmentDate?.message}
          help={dateHelp(values.appointmentDate, guess('appointmentDate'))}
          {...form.register('appointmentDate')}
        />
        <Field
          label="Time"
          type="time"
          error={errors.appointmentTime?.message}
          help={guess('appointmentTime')}
          {...form.register('appointmentTime')}
        />
      </div>
      <Field label="Location" {...text('location')} />
      <TextArea label="Notes" {...text('notes')} />
      <Field label="Phone number" type="tel" {...text('phoneNumber')} />
      <fieldset>
        <legend className="choices__legend">Remind me</legend>
        <Checkbox label={LEAD_LABELS[120]} {...form.register('twoHoursBefore')} />
        <Checkbox label={LEAD_LABELS[1440]} {...form.register('dayBefore')} />
        <p className="field__help">On every device where reminders are on.</p>
      </fieldset>
    </>
  )
}

/** The date with its weekday, and its month as a word: a browser writes 12/01 in the order of its own language. */
const dateHelp = (date: string, guess: ReactNode): ReactNode =>
  isRecordDate(date) ? (
    <>
      <span className="block">{dayText({ appointmentDate: date })}</span>
      {guess}
    </>
  ) : (
    guess
  )
