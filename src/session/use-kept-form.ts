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

/** What is wrong with which field. */
export type FieldSentences<Values> = Partial<Record<keyof Values, string>>

interface KeptFormSetup<Values> {
  drafts: FormDrafts<Values>
  /** The name of its draft. */
  formKey: string
  /** What the fields hold before anything is typed, and what was typed elsewhere already. */
  opening: Draft<Values>
  /** Must stay the same function while the rules do. */
  read(values: Values): Result<unknown, FieldSentences<Values>>
  isSame(a: Values, b: Values): boolean
}

export interface KeptForm<Values extends FieldValues> {
  form: UseFormReturn<Values>
  values: Values
  /** What the fields held when the form was opened for the first time. */
  base: Values
  isChanged: boolean
  /** Why the storage of the device did not take it; undefined when it did, and until it was tried. */
  problem: string | undefined
  setProblem(sentence: string): void
  /** Forgets the draft: the form was saved, or the person gives it up. */
  discard(): void
}

/** A form with its rules and its draft: what was typed survives a failed save, a reload and an app update. */
export function useKeptForm<Values extends FieldValues>(setup: KeptFormSetup<Values>): KeptForm<Values> {
  const { drafts, formKey, opening, read, isSame } = setup
  const { user } = useSession()
  const [{ base, values: start }] = useState(() => drafts.read(sessionStorage, user.id, formKey) ?? opening)
  const resolver = useMemo(() => resolverFor(read), [read])
  const form = useForm<Values>({ defaultValues: start as DefaultValues<Values>, resolver })
  const values = form.watch()
  const isChanged = !isSame(values, base)
  // A form that was saved or discarded is drawn once more before it goes, and must not leave its draft behind then.
  const isOver = useRef(false)

  useEffect(() => {
    if (isOver.current) return
    if (isChanged) drafts.keep(sessionStorage, user.id, formKey, { base, values })
    else drafts.drop(sessionStorage, user.id, formKey)
  }, [isChanged, values, base, user.id, formKey, drafts])

  const problem = form.formState.errors.root?.storage?.message
  // The form forgets it when it is sent again.
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
 * A date or time field that holds half of one says that it is empty: without a look at its validity the half would be
 * dropped.
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
