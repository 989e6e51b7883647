import type { FormEvent } from 'react'
import type { AppointmentInput } from '#domain/commands/appointment-effects.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { type ListFormSetup, useSaving } from '#src/session/editor/use-saving.ts'
import type { SaveResult } from '#src/session/saving.ts'
import { type KeptForm, unfinishedFields, useKeptForm } from '#src/session/use-kept-form.ts'
import { failureTitle } from './appointment-text.ts'
import { type AppointmentValues, appointmentDrafts, fieldOf, readValues, sameValues } from './form-values.ts'

export interface AppointmentFormSetup extends ListFormSetup<AppointmentValues> {
  /** Saves the form; `base` is what the fields held when it was first opened. */
  save(next: AppointmentInput, base: AppointmentValues): Promise<SaveResult>
}

export interface AppointmentForm extends KeptForm<AppointmentValues> {
  submit(event: FormEvent<HTMLFormElement>): void
}

const WHOLE = {
  appointmentDate: msg('Enter the whole date'),
  appointmentTime: msg('Enter the whole time'),
} as const
const DATE_AND_TIME = ['appointmentDate', 'appointmentTime'] as const

/** The appointment form: its rules, its draft, and the outcome of a save. */
export function useAppointmentForm(setup: AppointmentFormSetup): AppointmentForm {
  const { deed, formKey, opening, save } = setup
  const kept = useKeptForm({
    drafts: appointmentDrafts,
    formKey,
    opening,
    read: readValues,
    isSame: sameValues,
  })
  const { form } = kept
  const store = useSaving(setup, {
    kept,
    read: readValues,
    save,
    fieldOf,
    failureTitle: (error) => failureTitle(deed, error),
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Enter in a field submits even while the button is busy.
    if (form.formState.isSubmitting) return
    const unfinished = unfinishedFields<AppointmentValues>(event.currentTarget, DATE_AND_TIME)
    if (unfinished.length === 0) void form.handleSubmit(store)(event)
    for (const name of DATE_AND_TIME)
      if (unfinished.includes(name)) form.setError(name, { message: t(WHOLE[name]) }, { shouldFocus: true })
  }

  return { ...kept, submit }
}
