import { hearAppointment, type ReadAppointment } from '@dosewell/reading/appointment'
import type { ReactNode } from 'react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { isRecordDate, RECORD_DATES } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { LEAD_LABELS } from '#domain/records/lead-labels.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { guessedFrom, readAgain } from '#src/session/heard.ts'
import { useSession } from '#src/session/session.ts'
import { WhoseMark } from '#src/session/WhoseMark.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Field } from '#src/ui/Field.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { fieldProps } from '#src/ui/field-props.ts'
import { GuessNote } from '#src/ui/GuessNote.tsx'
import { HeardNotice } from '#src/ui/HeardNotice.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { dayText } from './appointment-text.ts'
import { type AppointmentValues, valuesOfWords, voiceParsed } from './form-values.ts'
import { type AppointmentForm, type AppointmentFormSetup, useAppointmentForm } from './use-appointment-form.ts'

interface AppointmentDialogProps extends AppointmentFormSetup {
  /** Shown above the fields: why this form is open. */
  notice?: ReactNode
  onClose(): void
}

const LABELS = {
  added: { title: msg('Add Appointment'), submitLabel: msg('Add Appointment') },
  updated: { title: msg('Edit Appointment'), submitLabel: msg('Save Changes') },
} as const

/** The add and edit form over the list. */
export function AppointmentDialog({ notice, onClose, ...setup }: AppointmentDialogProps) {
  const appointment = useAppointmentForm(setup)
  const { title, submitLabel } = LABELS[setup.deed]
  return (
    <FormDialog
      title={t(title)}
      submitLabel={t(submitLabel)}
      isSaving={appointment.form.formState.isSubmitting}
      problem={appointment.problem}
      isChanged={appointment.isChanged}
      onSubmit={appointment.submit}
      onDiscard={appointment.discard}
      onClose={onClose}
    >
      <WhoseMark />
      {notice}
      <Heard form={appointment.form} heard={appointment.values.heard} />
      <Fields form={appointment.form} values={appointment.values} />
    </FormDialog>
  )
}

/** What was said or stands on a card, for comparison. */
function Heard({ form, heard }: Pick<AppointmentForm, 'form'> & Pick<AppointmentValues, 'heard'>) {
  const { zone } = useSession()
  if (heard === null) return null
  const { words, asks } = heard
  const again = (corrected: string) => {
    const { date: today } = localAt(deviceClock.now(), zone)
    const [before, after] = [words, corrected].map((text) => valuesOfWords(text, hearAppointment(text, today)))
    if (before && after) form.reset(readAgain(form.getValues(), before, after), { keepDefaultValues: true })
    toast(voiceParsed())
  }
  return <HeardNotice words={words} asks={asks} onReadAgain={again} />
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
      <Field label={t('Doctor name')} {...text('doctorName')} />
      <Field label={t('Specialty')} {...text('specialty')} />
      <div className="fields-2">
        <Field
          label={t('Date')}
          type="date"
          min={RECORD_DATES.first}
          max={RECORD_DATES.last}
          help={dateHelp(values.appointmentDate, guess('appointmentDate'))}
          {...fieldProps(form, 'appointmentDate')}
        />
        <Field label={t('Time')} type="time" help={guess('appointmentTime')} {...fieldProps(form, 'appointmentTime')} />
      </div>
      <Field label={t('Location')} {...text('location')} />
      <TextArea label={t('Notes')} {...text('notes')} />
      <Field label={t('Phone number')} type="tel" {...text('phoneNumber')} />
      <fieldset>
        <legend className="choices__legend">{t('Remind me')}</legend>
        <Checkbox label={t(LEAD_LABELS[120])} {...form.register('twoHoursBefore')} />
        <Checkbox label={t(LEAD_LABELS[1440])} {...form.register('dayBefore')} />
        <p className="field__help">{t('On every device where reminders are on.')}</p>
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
