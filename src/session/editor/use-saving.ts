import { useEffect } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import type { Result } from '#domain/lib/result.ts'
import { toast } from '#src/ui/toast-store.ts'
import type { Draft } from '../form-drafts.ts'
import type { SaveResult } from '../saving.ts'
import type { KeptForm } from '../use-kept-form.ts'

/** What a form of a list did, for its toast. */
export type Saved = { did: 'added' | 'updated'; keys: string[] }

/** The setup common to all forms of a list. */
export interface ListFormSetup<Values> {
  /** What the form does, for its title and the title of its failure. */
  deed: Saved['did']
  /** The name of its draft. */
  formKey: string
  /** What the fields hold before anything is typed, including input carried over from elsewhere. */
  opening: Draft<Values>
  /** Why the write being resolved here was refused. */
  blamed?: { field: string; message: string } | null
  onSaved(saved: Saved): void
}

interface Saving<Values extends FieldValues, Next> {
  kept: KeptForm<Values>
  read(values: Values): Result<Next, unknown>
  /** Saves the form; `base` is what the fields held when it was first opened. */
  save(next: Next, base: Values): Promise<SaveResult>
  /** Returns the field at which to show a refusal. */
  fieldOf(blamed: string): Path<Values>
  /** Returns the title of a failure, given its message. */
  failureTitle(error: string): string
}

/** Returns a handler for values that passed the form's rules: it saves them, or shows which field is wrong and why. */
export function useSaving<Values extends FieldValues, Next>(
  { deed, blamed, onSaved }: ListFormSetup<Values>,
  { kept, read, save, fieldOf, failureTitle }: Saving<Values, Next>,
): (typed: Values) => Promise<void> {
  const { form, base, discard, setProblem } = kept
  const { setError } = form
  useEffect(() => {
    if (blamed) setError(fieldOf(blamed.field), { message: blamed.message })
  }, [blamed, setError, fieldOf])

  return async (typed) => {
    const next = read(typed)
    if (!next.ok) return
    const saved = await save(next.value, base)
    if (saved.ok) {
      discard()
      onSaved({ did: deed, keys: saved.value.keys })
      return
    }
    const { code, error, field } = saved.error
    if (code === 'storage_full' || code === 'storage_failed') return setProblem(error)
    toast({ title: failureTitle(error), description: error, tone: 'destructive' })
    if (field !== undefined) setError(fieldOf(field), { message: error }, { shouldFocus: true })
  }
}
