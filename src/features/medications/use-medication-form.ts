import { type FormEvent, useCallback, useMemo } from 'react'
import type { MedicationDetails } from '#domain/commands/medication-effects.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { Amount } from '#domain/lib/amount.ts'
import { localAt } from '#domain/lib/zone.ts'
import { type ListFormSetup, useSaving } from '#src/session/editor/use-saving.ts'
import type { SaveResult } from '#src/session/saving.ts'
import { useSession } from '#src/session/session.ts'
import { type KeptForm, unfinishedFields, useKeptForm } from '#src/session/use-kept-form.ts'
import { useNow } from '#src/session/use-now.ts'
import { focusWrongField } from '#src/ui/focus-wrong-field.ts'
import { medicationDrafts } from './draft.ts'
import { fieldOf, type MedicationValues, sameValues } from './form-values.ts'
import { leftOf } from './left-values.ts'
import { saveErrorTitle } from './medication-text.ts'
import { dropJob, usePhotoJob } from './photo-jobs.ts'
import type { PlanContext } from './plan-values.ts'
import { readValues } from './read-values.ts'
import { type FormPhoto, usePhoto } from './use-photo.ts'

export interface MedicationFormSetup extends ListFormSetup<MedicationValues> {
  /** The plan being edited, or null. */
  kept: PlanContext['kept']
  /**
   * Saves the form; `base` is what the fields held when it was first opened, `left` what is there of a new medicine, if
   * that was said.
   */
  save(next: MedicationDetails, base: MedicationValues, context: PlanContext, left: Amount | null): Promise<SaveResult>
}

export interface MedicationForm extends KeptForm<MedicationValues> {
  context: PlanContext
  photo: FormPhoto
  submit(event: FormEvent<HTMLFormElement>): void
  /** Returns whether these fields are right; otherwise the first wrong one has the focus. */
  check(element: HTMLFormElement, names: readonly (keyof MedicationValues)[]): Promise<boolean>
}

/** What the parts of the form that show fields are given. */
export type FormPart = Pick<MedicationForm, 'form' | 'values'>

/** The medication form: its rules, its draft, and the outcome of a save. */
export function useMedicationForm(setup: MedicationFormSetup): MedicationForm {
  const { formKey, opening, kept: plan, save } = setup
  const { user, zone } = useSession()
  const now = useNow()
  const { date: today } = localAt(now, zone)
  const context = useMemo<PlanContext>(() => ({ today, kept: plan }), [today, plan])
  const read = useCallback((values: MedicationValues) => readValues(values, context), [context])
  const ofUser = `${user.id} ${formKey}`
  const job = usePhotoJob(ofUser)
  const isAwaited = job?.kind === 'preparing'
  const kept = useKeptForm({ drafts: medicationDrafts, formKey, opening, read, isSame: sameValues, isAwaited })
  const { form } = kept
  const photo = usePhoto(form, { formKey, ofUser, job })
  const discard = () => {
    dropJob(ofUser)
    kept.discard()
  }
  const keptForm = { ...kept, discard }
  const store = useSaving(setup, {
    kept: keptForm,
    read,
    save: (next, base) => save(next, base, context, leftOf(form.getValues(), context)),
    fieldOf,
    failureTitle: saveErrorTitle,
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Enter in a field submits even while the button is busy.
    if (form.formState.isSubmitting) return
    const unfinished = unfinishedFields<MedicationValues>(event.currentTarget, DATES)
    if (unfinished.length === 0) void form.handleSubmit(store)(event)
    for (const name of unfinished) form.setError(name, { message: t(WHOLE_DATE) }, { shouldFocus: true })
  }

  const check = async (element: HTMLFormElement, names: readonly (keyof MedicationValues)[]) => {
    const asked = DATES.filter((name) => names.includes(name))
    const unfinished = unfinishedFields<MedicationValues>(element, asked)
    const isRight = await form.trigger([...names], { shouldFocus: true })
    for (const name of unfinished) form.setError(name, { message: t(WHOLE_DATE) }, { shouldFocus: true })
    if (!isRight) focusWrongField(element)
    return isRight && unfinished.length === 0
  }

  return { ...keptForm, context, photo, submit, check }
}

const DATES = ['startDate', 'endDate'] as const

const WHOLE_DATE = msg('Enter the whole date, or clear it')
