import { useEffect, useMemo, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { Result } from '#domain/lib/result.ts'
import type { Draft, FormDrafts } from './form-drafts.ts'
import { useSession } from './session.ts'

/** The error sentence for each invalid field. */
export type FieldSentences<Values> = Partial<Record<keyof Values, string>>

interface KeptFormSetup<Values> {
  drafts: FormDrafts<Values>
  /** The name of its draft. */
  formKey: string
  /** What the fields hold before anything is typed, including input carried over from elsewhere. */
  opening: Draft<Values>
  /** Must stay the same function until the rules change. */
  read(values: Values): Result<unknown, FieldSentences<Values>>
  isSame(a: Values, b: Values): boolean
  /** Whether more is being put into it, such as a picture: if the form is left now, it goes into the draft. */
  isAwaited?: boolean
}

export interface KeptForm<Values extends FieldValues> {
  form: UseFormReturn<Values>
  values: Values
  /** What the fields held when the form was first opened. */
  base: Values
  isChanged: boolean
  /** Why the device's storage failed; undefined if it worked or was not tried yet. */
  problem: string | undefined
  setProblem(sentence: string): void
  /** Deletes the draft: the form was saved, or the user gave it up. */
  discard(): void
}

/** A form with its rules and its draft: input survives a failed save, a reload and an app update. */
export function useKeptForm<Values extends FieldValues>(setup: KeptFormSetup<Values>): KeptForm<Values> {
  const { drafts, formKey, opening, read, isSame, isAwaited = false } = setup
  const { user } = useSession()
  const [{ base, values: start }] = useState(() => drafts.read(sessionStorage, user.id, formKey) ?? opening)
  const resolver = useMemo(() => resolverFor(read), [read])
  const form = useForm<Values>({ defaultValues: start as DefaultValues<Values>, resolver })
  const values = form.watch()
  const isChanged = isAwaited || !isSame(values, base)
  // A saved or discarded form renders once more before it closes, and must not leave a draft behind then.
  const isOver = useRef(false)

  useEffect(() => {
    if (isOver.current) return
    if (isChanged) drafts.keep(sessionStorage, user.id, formKey, { base, values })
    else drafts.drop(sessionStorage, user.id, formKey)
  }, [isChanged, values, base, user.id, formKey, drafts])

  const problem = form.formState.errors.root?.storage?.message
  // The form clears it when it is submitted again.
  const setProblem = (message: string) => form.setError('root.storage', { message })
  const discard = () => {
    isOver.current = true
    drafts.drop(sessionStorage, user.id, formKey)
  }
  return { form, values, base, isChanged, problem, setProblem, discard }
}

const resolverFor =
  <Values extends FieldValues>(read: KeptFormSetup<Values>['read']): Resolver<Values> =>
  (values) => {
    const result = read(values)
    if (result.ok) return { values, errors: {} }
    const errors = Object.entries(result.error).map(([field, message]) => [field, { type: 'rule', message }])
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Values> }
  }

/**
 * Returns date and time fields that are only partly filled in. These report an empty value, so without checking their
 * validity the partial input would be lost.
 */
export function unfinishedFields<Values extends FieldValues>(
  element: HTMLFormElement,
  names: readonly Path<Values>[],
): Path<Values>[] {
  return names.filter((name) => {
    const input = element.elements.namedItem(name)
    return input instanceof HTMLInputElement && !input.disabled && input.validity.badInput
  })
}
