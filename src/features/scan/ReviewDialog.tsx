import { useEffect, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { localAt } from '#domain/lib/zone.ts'
import { NOTHING_SELECTED, type ReviewedMedication, type SaidFacts } from '#domain/protocol/prescriptions.ts'
import { type ExtractedMedication, LABEL_FACTS } from '#domain/records/prescription.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { useMedications } from '#src/session/reads.ts'
import { useSession } from '#src/session/session.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { FoundMedication } from './FoundMedication.tsx'
import { LabelFactFields } from './LabelFactFields.tsx'
import { correctedFacts, dateError, factsLeft, type LabelSays } from './label-facts.ts'
import { useReviewValues } from './review-drafts.ts'
import { knownOf, type ReviewErrors, type ReviewValues, readReview } from './review-values.ts'

export interface Review {
  /** The name of its draft. */
  formKey: string
  medications: readonly ExtractedMedication[]
  /** What else the label says; null where nothing is kept of it. */
  says: LabelSays | null
  /** Where the picture is, for comparison. */
  picture: string | null
  /** Adds what was chosen, with what was corrected; returns false after showing a failure, and the dialog stays. */
  add(medications: ReviewedMedication[], said: SaidFacts | null): Promise<boolean>
  /**
   * Whether each needs times (unless taken only when needed): a medication added on this device must be able to give
   * reminders.
   */
  needsTimes: boolean
}

/**
 * 'Medications Found': everything is reviewed and can be corrected before anything is saved (specification, section 2).
 */
export function ReviewDialog({ review, onClose }: { review: Review; onClose(): void }) {
  const { medications: found, says, picture, add, needsTimes } = review
  const { zone } = useSession()
  const { date: today } = localAt(deviceClock.now(), zone)
  const { all, facts, isChanged, setAll, setFacts, discard } = useReviewValues(review)
  const [factsError, setFactsError] = useState<string>()
  const [errors, setErrors] = useState<ReviewErrors[]>([])
  const [isSaving, setSaving] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  const known = useMedications() ?? []
  const chosen = all.filter(({ isChosen }) => isChosen).length
  const change = (at: number, values: ReviewValues) => {
    setAll(all.map((before, other) => (other === at ? values : before)))
    setErrors(errors.map((before, other) => (other === at ? {} : before)))
  }
  const submit = async () => {
    if (isSaving) return
    if (chosen === 0) {
      toast({ title: t('No medications selected'), description: t(NOTHING_SELECTED), tone: 'destructive' })
      return
    }
    const read = found.map((one, at) => readReview(one, all[at] as ReviewValues, { needsTimes, today }))
    const wrong = read.map((result, at) => (all[at]?.isChosen && !result.ok ? result.error : {}))
    setErrors(wrong)
    const wrongDate = says && facts ? dateError(says, facts) : undefined
    setFactsError(wrongDate)
    if (wrongDate || wrong.some((one) => Object.keys(one).length > 0)) {
      setRefusals(refusals + 1)
      return
    }
    setSaving(true)
    const reviewed = read.flatMap((result, at) => (all[at]?.isChosen && result.ok ? [result.value] : []))
    const added = await add(reviewed, says && facts && correctedFacts(says, facts))
    if (added) discard()
    else setSaving(false)
  }
  return (
    <FormDialog
      title={t('Medications Found')}
      submitLabel={t('Add {count} Medication(s)', { count: chosen })}
      isSaving={isSaving}
      isChanged={isChanged}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onDiscard={discard}
      onClose={() => {
        discard()
        onClose()
      }}
    >
      <p className="quiet">{t('Check each one against your label. Nothing is saved until you add it.')}</p>
      {picture ? <img className="scan-picture" src={picture} alt={t('The label that was read')} /> : null}
      <div className="stack" ref={fields}>
        {found.map((one, at) => (
          <FoundMedication
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two may be the same
            key={at}
            found={one}
            values={all[at] as ReviewValues}
            errors={errors[at] ?? {}}
            today={today}
            known={knownOf(all[at] as ReviewValues, known)?.name}
            onChange={(values) => change(at, values)}
          />
        ))}
        {says && facts && LABEL_FACTS.some((fact) => says[fact] !== null) ? (
          <fieldset className="found" aria-label={t('Doctor, pharmacy and date')}>
            <div className="found__head">
              <strong>{t('Doctor, pharmacy and date')}</strong>
              <br />
              <span className="small quiet">{factsLeft(says, facts)}</span>
            </div>
            <div className="found__body">
              <LabelFactFields says={says} values={facts} error={factsError} onChange={setFacts} />
            </div>
          </fieldset>
        ) : null}
      </div>
    </FormDialog>
  )
}
