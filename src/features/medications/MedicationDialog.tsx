import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { editMedicationLink } from '#src/session/links.ts'
import { BarcodeDialog } from '#src/session/pictures/BarcodeDialog.tsx'
import { WhoseMark } from '#src/session/WhoseMark.tsx'
import { Button } from '#src/ui/Button.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { useIsWide } from '#src/ui/use-is-wide.ts'
import { BarcodePart } from './BarcodePart.tsx'
import { EMPTY_VALUES } from './form-values.ts'
import { GuidedStep } from './guided/GuidedStep.tsx'
import { useGuide } from './guided/use-guide.ts'
import { Heard } from './Heard.tsx'
import { PlainFields } from './PlainFields.tsx'
import { type BarcodeSetup, useBarcodes } from './use-barcodes.ts'
import { type MedicationForm, type MedicationFormSetup, useMedicationForm } from './use-medication-form.ts'
import { PREPARING } from './use-photo.ts'

interface MedicationDialogProps extends MedicationFormSetup, Partial<BarcodeSetup> {
  /** Shown above the fields: why this form is open. */
  notice?: ReactNode
  /** Whether it starts empty: on a phone it then asks one question at a time. */
  isEmpty?: boolean
  onClose(): void
}

const LABELS = {
  added: { title: msg('Add Medication'), submitLabel: msg('Add Medication') },
  updated: { title: msg('Edit Medication'), submitLabel: msg('Save Changes') },
} as const

/** Asked one by one, "how often" has no answer beforehand. */
const UNCHOSEN = { base: { ...EMPTY_VALUES, kind: '' }, values: { ...EMPTY_VALUES, kind: '' } } as const

/** The add and edit form over the list. */
export function MedicationDialog(props: MedicationDialogProps) {
  const isWide = useIsWide()
  const [startsGuided, restart] = useState((props.isEmpty ?? false) && !isWide)
  return <OpenForm key={String(startsGuided)} {...props} startsGuided={startsGuided} onRestart={restart} />
}

interface OpenFormProps extends MedicationDialogProps {
  startsGuided: boolean
  /** Opens it anew the other way: while it is empty, the two begin differently. */
  onRestart(guided: boolean): void
}

function OpenForm(props: OpenFormProps) {
  const { startsGuided, onRestart, notice, onClose, isEmpty = false, edited = null, scanned = null, ...setup } = props
  const medication = useMedicationForm(startsGuided ? { ...setup, opening: UNCHOSEN } : setup)
  const navigate = useNavigate()
  const { isScanning, found, learn, forget, scan, cancel } = useBarcodes(medication, { edited, scanned })
  const [isGuided, setGuided] = useState(startsGuided && medication.values.heard === null)
  const { isChanged, photo } = medication
  const preparing = photo.preparing ? t(PREPARING) : undefined
  const ask = (guided: boolean) => {
    setGuided(guided)
    if (!isChanged && photo.problem === undefined) onRestart(guided)
  }
  const frame = {
    title: t(LABELS[setup.deed].title),
    submitLabel: t(LABELS[setup.deed].submitLabel),
    isSaving: medication.form.formState.isSubmitting,
    problem: medication.problem,
    preparing,
    isChanged,
    onDiscard: medication.discard,
    onClose,
  }
  const barcodes = (
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
  )
  return (
    <>
      {isGuided ? (
        <GuidedForm {...{ medication, frame, barcodes }} onPlain={() => ask(false)} />
      ) : (
        <FormDialog {...frame} onSubmit={medication.submit}>
          <WhoseMark />
          {notice}
          {isEmpty ? (
            <Button variant="quiet" className="justify-self-start" busy={preparing} onClick={() => ask(true)}>
              {t('Ask me one question at a time')}
            </Button>
          ) : null}
          <Heard {...medication} />
          {barcodes}
          <PlainFields {...medication} />
        </FormDialog>
      )}
      {isScanning ? <BarcodeDialog onFound={learn} onClose={cancel} /> : null}
    </>
  )
}

interface GuidedFormProps {
  medication: MedicationForm
  frame: Omit<Parameters<typeof FormDialog>[0], 'children' | 'onSubmit'>
  barcodes: ReactNode
  onPlain(): void
}

function GuidedForm({ medication, frame, barcodes, onPlain }: GuidedFormProps) {
  const guide = useGuide(medication)
  return (
    <FormDialog
      {...frame}
      submitLabel={guide.isLast ? frame.submitLabel : t('Next')}
      onSubmit={guide.submit}
      onBack={guide.back}
    >
      <WhoseMark />
      <GuidedStep medication={medication} guide={guide} barcodes={barcodes} onPlain={onPlain} />
    </FormDialog>
  )
}
