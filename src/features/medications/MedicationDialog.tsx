import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { RECORD_DATES } from '#domain/lib/local-time.ts'
import { sayBack } from '#domain/schedule/say-back.ts'
import { guessedFrom, readAgain } from '#src/session/heard.ts'
import { editMedicationLink } from '#src/session/links.ts'
import { BarcodeDialog } from '#src/session/pictures/BarcodeDialog.tsx'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Field } from '#src/ui/Field.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { GuessNote } from '#src/ui/GuessNote.tsx'
import { HeardNotice } from '#src/ui/HeardNotice.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { AmountFields } from './AmountFields.tsx'
import { BarcodePart } from './BarcodePart.tsx'
import type { MedicationValues } from './form-values.ts'
import { NextDoses } from './NextDoses.tsx'
import { planOfValues } from './plan-values.ts'
import { ScheduleFields } from './ScheduleFields.tsx'
import { type BarcodeSetup, useBarcodes } from './use-barcodes.ts'
import { type MedicationForm, type MedicationFormSetup, useMedicationForm } from './use-medication-form.ts'
import { VOICE_PARSED, valuesOfWords } from './values-of-words.ts'

interface MedicationDialogProps extends MedicationFormSetup, Partial<BarcodeSetup> {
  /** Shown above the fields: why this form is open. */
  notice?: ReactNode
  onClose(): void
}

const LABELS = {
  added: { title: 'Add Medication', submitLabel: 'Add Medication' },
  updated: { title: 'Edit Medication', submitLabel: 'Save Changes' },
} as const

/** The add and edit form over the list. */
export function MedicationDialog({ notice, onClose, edited = null, scanned = null, ...setup }: MedicationDialogProps) {
  const medication = useMedicationForm(setup)
  const navigate = useNavigate()
  const { isScanning, found, learn, forget, scan, cancel } = useBarcodes(medication, { edited, scanned })
  return (
    <>
      <FormDialog
        {...LABELS[setup.deed]}
        isSaving={medication.form.formState.isSubmitting}
        problem={medication.problem}
        isChanged={medication.isChanged}
        onSubmit={medication.submit}
        onDiscard={medication.discard}
        onClose={onClose}
      >
        {notice}
        <Heard {...medication} />
        <BarcodePart
          barcodes={medication.values.barcodes}
          found={found}
          isEdit={edited !== null}
          onScan={scan}
          onForget={forget}
          onOpen={(id) => {
            medication.discard()
            navigate(editMedicationLink(id), { replace: true })
          }}
        />
        <Fields {...medication} />
      </FormDialog>
      {isScanning ? <BarcodeDialog onFound={learn} onClose={cancel} /> : null}
    </>
  )
}

/** What was said, and what the fields say now, for comparison. */
function Heard({ form, values, context }: Pick<MedicationForm, 'form' | 'values' | 'context'>) {
  const { zone } = useSession()
  const now = useNow()
  if (values.heard === null) return null
  const { words, asks } = values.heard
  const again = async (corrected: string) => {
    const [before, after] = await Promise.all([valuesOfWords(words, zone), valuesOfWords(corrected, zone)])
    form.reset(readAgain(form.getValues(), before, after), { keepDefaultValues: true })
    toast(VOICE_PARSED)
  }
  const readBack = sayBack(values, planOfValues(values, context), now, zone)
  return <HeardNotice words={words} asks={asks} readBack={readBack} onReadAgain={(next) => void again(next)} />
}

/** The fields in the specification's order (section 2); "How often" is beside the frequency that it makes exact. */
function Fields({ form, values, context }: Pick<MedicationForm, 'form' | 'values' | 'context'>) {
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
      <Field label="Name" {...text('name')} />
      <div className="fields-2">
        <Field label="Dosage" {...text('dosage')} />
        <Field label="Frequency" {...text('frequency')} />
      </div>
      <ScheduleFields form={form} values={values} />
      {guessNote(values, 'kind')}
      {asNeeded ? (
        <p className="quiet">No reminders. You log a dose whenever you take one.</p>
      ) : (
        <>
          {values.kind === 'hours' || values.kind === 'phases' ? null : (
            <Field
              label="Reminder times"
              {...text('reminderTimes')}
              help={guessNote(values, 'reminderTimes') ?? 'Separate times with commas, for example 8:00, 2:30 pm'}
            />
          )}
          {values.kind === 'phases' ? null : <AmountFields form={form} values={values} plan={plan} />}
          <NextDoses plan={plan} />
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

type Guessable = 'name' | 'dosage' | 'frequency' | 'reminderTimes' | 'instructions' | 'startDate' | 'endDate' | 'kind'

/** Returns the mark of a field that dictation filled on a guess, until the user changes it. */
function guessNote(values: MedicationValues, field: Guessable): ReactNode {
  const words = guessedFrom(values.heard, field, values[field])
  return words === null ? undefined : <GuessNote words={words} />
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
          min={RECORD_DATES.first}
          max={RECORD_DATES.last}
          error={errors.startDate?.message}
          help={guessNote(values, 'startDate')}
          {...form.register('startDate', { deps: ['endDate'] })}
        />
        <Field
          label="End date"
          type="date"
          min={RECORD_DATES.first}
          max={RECORD_DATES.last}
          error={errors.endDate?.message}
          help={guessNote(values, 'endDate')}
          {...form.register('endDate')}
          disabled={values.isOngoing}
        />
      </div>
      <Checkbox label="Ongoing medication (no end date)" {...ongoing} />
    </>
  )
}
