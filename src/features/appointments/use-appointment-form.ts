import { type FormEvent, useEffect } from 'react'
import type { AppointmentInput } from '#domain/commands/appointment-effects.ts'
import type { SaveResult } from '#src/session/commands.ts'
import type { Draft } from '#src/session/form-drafts.ts'
import { type KeptForm, unfinishedFields, useKeptForm } from '#src/session/use-kept-form.ts'
import { toast } from '#src/ui/toast-store.ts'
import { type Deed, failureTitle } from './appointment-words.ts'
import { type AppointmentValues, appointmentDrafts, fieldOf, readValues, sameValues } from './form-values.ts'

export interface AppointmentFormSetup {
  /** What the form does, for the title of its failure. */
  deed: Extract<Deed, 'added' | 'updated'>
  /** The name of its draft. */
  formKey: string
  /** What the fields hold before anything is typed, and what was typed elsewhere already. */
  opening: Draft<AppointmentValues>
  /** Why the write that is mended here was refused. */
  blamed?: { field: string; message: string } | null
  /** Writes; `base` is what the fields held when the form was opened for the first time. */
  save(next: AppointmentInput, base: AppointmentValues): Promise<SaveResult>
  onSaved(keys: string[]): void
}

export interface AppointmentForm extends KeptForm<AppointmentValues> {
  submit(event: FormEvent<HTMLFormElement>): void
}

const WHOLE = {
  appointmentDate: 'Enter the whole date',
  appointmentTime: 'Enter the whole time',
} as const
const DATE_AND_TIME = ['appointmentDate', 'appointmentTime'] as const

/** The appointment form: its rules, its draft, and what becomes of a save. */
export function useAppointmentForm(setup: AppointmentFormSetup): AppointmentForm {
  const { deed, formKey, opening, blamed, save, onSaved } = setup
  const kept = useKeptForm({
    drafts: appointmentDrafts,
    formKey,
    opening,
    read: readValues,
    isSame: sameValues,
  })
  const { form, base, discard, setProblem } = kept

  const { setError } = form
  useEffect(() => {
    if (blamed) setError(fieldOf(blamed.field), { message: blamed.message })
  }, [blamed, setError])

  const store = async (typed: AppointmentValues) => {
    const read = readValues(typed)
    if (!read.ok) return
    const saved = await save(read.value, base)
    if (saved.ok) {
      discard()
      onSaved(saved.value.keys)
      return
    }
    const { code, error, field } = saved.error
    if (code === 'storage_full' || code === 'storage_failed') return setProblem(error)
    toast({ title: failureTitle(deed, error), description: error, tone: 'destructive' })
    if (field !== undefined) form.setError(fieldOf(field), { message: error }, { shouldFocus: true })
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Enter in a field submits past the button that is busy.
    if (form.formState.isSubmitting) return
    const unfinished = unfinishedFields<AppointmentValues>(event.currentTarget, DATE_AND_TIME)
    if (unfinished.length === 0) void form.handleSubmit(store)(event)
    for (const name of DATE_AND_TIME)
      if (unfinished.includes(name)) form.setError(name, { message: WHOLE[name] }, { shouldFocus: true })
  }

  return { ...kept, submit }
}
