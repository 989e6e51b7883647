import { type FormEvent, useCallback, useEffect, useMemo } from 'react'
import type { FieldErrors as FormErrors } from 'react-hook-form'
import type { MedicationDetails } from '#domain/commands/medication-effects.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { SaveResult } from '#src/session/commands.ts'
import type { Draft } from '#src/session/form-drafts.ts'
import { useSession } from '#src/session/session.ts'
import { type KeptForm, unfinishedFields, useKeptForm } from '#src/session/use-kept-form.ts'
import { useNow } from '#src/session/use-now.ts'
import { toast } from '#src/ui/toast-store.ts'
import { medicationDrafts } from './draft.ts'
import { fieldOf, type MedicationValues, type PlanContext, readValues, sameValues } from './form-values.ts'
import { saveErrorTitle } from './medication-words.ts'

export interface MedicationFormSetup {
  /** The name of its draft. */
  formKey: string
  /** What the fields hold before anything is typed, and what was typed elsewhere already. */
  opening: Draft<MedicationValues>
  /** The plan that is being edited, or null. */
  kept: PlanContext['kept']
  /** Why the write that is mended here was refused. */
  blamed?: { field: string; message: string } | null
  /** Writes; `base` is what the fields held when the form was opened for the first time. */
  save(next: MedicationDetails, base: MedicationValues, context: PlanContext): Promise<SaveResult>
  onSaved(keys: string[]): void
}

export interface MedicationForm extends KeptForm<MedicationValues> {
  context: PlanContext
  submit(event: FormEvent<HTMLFormElement>): void
}

/** The medication form: its rules, its draft, and what becomes of a save. */
export function useMedicationForm(setup: MedicationFormSetup): MedicationForm {
  const { formKey, opening, kept, blamed, save, onSaved } = setup
  const { zone } = useSession()
  const now = useNow()
  const { date: today } = localAt(now, zone)
  const context = useMemo<PlanContext>(() => ({ today, kept }), [today, kept])
  const read = useCallback((values: MedicationValues) => readValues(values, context), [context])
  const keptForm = useKeptForm({ drafts: medicationDrafts, formKey, opening, read, isSame: sameValues })
  const { form, base, discard, setProblem } = keptForm

  const { setError } = form
  useEffect(() => {
    if (blamed) setError(fieldOf(blamed.field), { message: blamed.message })
  }, [blamed, setError])

  const store = async (typed: MedicationValues) => {
    const result = read(typed)
    if (!result.ok) return
    const saved = await save(result.value, base, context)
    if (saved.ok) {
      discard()
      onSaved(saved.value.keys)
      return
    }
    const { code, error, field } = saved.error
    if (code === 'storage_full' || code === 'storage_failed') return setProblem(error)
    toast({ title: saveErrorTitle(error), description: error, tone: 'destructive' })
    if (field !== undefined) form.setError(fieldOf(field), { message: error }, { shouldFocus: true })
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Enter in a field submits past the button that is busy.
    if (form.formState.isSubmitting) return
    const unfinished = unfinishedFields<MedicationValues>(event.currentTarget, ['startDate', 'endDate'])
    if (unfinished.length === 0) void form.handleSubmit(store, focusDays)(event)
    for (const name of unfinished) form.setError(name, { message: WHOLE_DATE }, { shouldFocus: true })
  }

  return { ...keptForm, context, submit }
}

const WHOLE_DATE = 'Enter the whole date, or clear it'

/** The form focuses the first wrong field by itself where that is an input of its own; the seven days are not. */
function focusDays(errors: FormErrors<MedicationValues>): void {
  if (errors.days && !errors.name) document.querySelector<HTMLElement>('.modal .days input')?.focus()
}
