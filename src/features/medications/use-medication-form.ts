import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { type FieldErrors as FormErrors, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type { MedicationDetails } from '#domain/commands/medication-effects.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { SaveResult } from '#src/session/commands.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { toast } from '#src/ui/toast-store.ts'
import { type Draft, dropDraft, keepDraft, readDraft } from './draft.ts'
import { fieldOf, type MedicationValues, type PlanContext, readValues, sameValues } from './form-values.ts'
import { saveErrorTitle } from './medication-words.ts'

export interface MedicationFormSetup {
  /** The name of its draft. */
  formKey: string
  /** What the fields hold before anything is typed, and what was typed elsewhere already. */
  opening: Draft
  /** The plan that is being edited, or null. */
  kept: PlanContext['kept']
  /** Why the write that is mended here was refused. */
  blamed?: { field: string; message: string } | null
  /** Writes; `base` is what the fields held when the form was opened for the first time. */
  save(next: MedicationDetails, base: MedicationValues, context: PlanContext): Promise<SaveResult>
  onSaved(keys: string[]): void
}

export interface MedicationForm {
  form: UseFormReturn<MedicationValues>
  values: MedicationValues
  context: PlanContext
  isChanged: boolean
  submit(event: FormEvent<HTMLFormElement>): void
  discard(): void
}

/** One form with its rules and its draft: what was typed survives a failed save, a reload and an app update. */
export function useMedicationForm(setup: MedicationFormSetup): MedicationForm {
  const { formKey, opening, kept, blamed, save, onSaved } = setup
  const { user, zone } = useSession()
  const now = useNow()
  const { date: today } = localAt(now, zone)
  const context = useMemo<PlanContext>(() => ({ today, kept }), [today, kept])
  const [{ base, values: start }] = useState(() => readDraft(sessionStorage, user.id, formKey) ?? opening)
  const resolver = useMemo(() => resolverFor(context), [context])
  const form = useForm<MedicationValues>({ defaultValues: start, resolver })
  const values = form.watch()
  const isChanged = !sameValues(values, base)
  // A form that was saved or discarded is drawn once more before it goes, and must not leave its draft behind then.
  const isOver = useRef(false)

  useEffect(() => {
    if (isOver.current) return
    if (isChanged) keepDraft(sessionStorage, user.id, formKey, { base, values })
    else dropDraft(sessionStorage, user.id, formKey)
  }, [isChanged, values, base, user.id, formKey])

  const { setError } = form
  useEffect(() => {
    if (blamed) setError(fieldOf(blamed.field), { message: blamed.message })
  }, [blamed, setError])

  const discard = () => {
    isOver.current = true
    dropDraft(sessionStorage, user.id, formKey)
  }

  const store = async (typed: MedicationValues) => {
    const read = readValues(typed, context)
    if (!read.ok) return
    const saved = await save(read.value, base, context)
    if (saved.ok) {
      discard()
      onSaved(saved.value.keys)
      return
    }
    const { error, field } = saved.error
    toast({ title: saveErrorTitle(error), description: error, tone: 'destructive' })
    if (field !== undefined) form.setError(fieldOf(field), { message: error }, { shouldFocus: true })
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Enter in a field submits past the button that is busy.
    if (form.formState.isSubmitting) return
    const unfinished = unfinishedDates(event.currentTarget)
    if (unfinished.length === 0) void form.handleSubmit(store, focusDays)(event)
    for (const name of unfinished) form.setError(name, { message: WHOLE_DATE }, { shouldFocus: true })
  }

  return { form, values, context, isChanged, submit, discard }
}

const WHOLE_DATE = 'Enter the whole date, or clear it'

/** A date field that holds half a date says that it is empty: without a look at its validity the half would be dropped. */
function unfinishedDates(element: HTMLFormElement): ('startDate' | 'endDate')[] {
  return (['startDate', 'endDate'] as const).filter((name) => {
    const input = element.elements.namedItem(name)
    return input instanceof HTMLInputElement && !input.disabled && input.validity.badInput
  })
}

/** The form focuses the first wrong field by itself where that is an input of its own; the seven days are not. */
function focusDays(errors: FormErrors<MedicationValues>): void {
  if (errors.days && !errors.name) document.querySelector<HTMLElement>('.modal .days input')?.focus()
}

const resolverFor =
  (context: PlanContext): Resolver<MedicationValues> =>
  (values) => {
    const read = readValues(values, context)
    if (read.ok) return { values, errors: {} }
    const errors = Object.entries(read.error).map(([field, message]) => [field, { type: 'rule', message }])
    return { values: {}, errors: Object.fromEntries(errors) as FormErrors<MedicationValues> }
  }
