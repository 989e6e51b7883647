import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldErrors, MedicationValues } from '../form-values.ts'
import { countedIn } from '../left-values.ts'
import { readValues } from '../read-values.ts'
import type { MedicationForm } from '../use-medication-form.ts'
import { blamedStep, firstOpen, type Step, stepsOf } from './steps.ts'

export interface Guide {
  step: Step
  /** From 1. */
  number: number
  of: number
  isLast: boolean
  /** Undefined at the first question. */
  back: (() => void) | undefined
  /** Goes on if the answers are right, and saves at the end. */
  submit(event: FormEvent<HTMLFormElement>): void
}

/** Where the guided form is: one question at a time, each checked before the next. */
export function useGuide(medication: MedicationForm): Guide {
  const { form, values, context, check, submit } = medication
  const steps = stepsOf(values, countedIn(values, context) !== null)
  const [place, setPlace] = useState(() => {
    const read = readValues(values, context)
    return firstOpen(steps, read.ok ? {} : read.error)
  })
  const now = Math.min(place, steps.length - 1)
  const step = steps[now] as Step

  const blamed = blamedStep(steps, messagesOf(form.formState.errors))
  const { submitCount } = form.formState
  const showBlamed = useEffectEvent(() => {
    if (blamed !== -1) setPlace(blamed)
  })
  // A save that was refused may blame an answer that is not on screen.
  useEffect(() => {
    if (submitCount > 0) showBlamed()
  }, [submitCount])
  useFocusOnHeading(step)
  useRecheck(medication)

  return {
    step,
    number: now + 1,
    of: steps.length,
    isLast: now === steps.length - 1,
    back: now === 0 ? undefined : () => setPlace(now - 1),
    submit(event) {
      if (now === steps.length - 1) return submit(event)
      event.preventDefault()
      void check(event.currentTarget, step.fields).then((isRight) => {
        if (isRight) setPlace(now + 1)
      })
    },
  }
}

/** Until a form was submitted, its library leaves an error where it is while the answer is being corrected. */
function useRecheck({ form }: MedicationForm): void {
  const { errors } = form.formState
  const recheck = useEffectEvent(() => {
    const wrong = Object.keys(errors) as (keyof MedicationValues)[]
    if (wrong.length > 0) void form.trigger(wrong)
  })
  useEffect(() => {
    const subscription = form.watch(() => recheck())
    return () => subscription.unsubscribe()
  }, [form])
}

/** The next question is announced, and the keyboard goes on from it. Not when the form has only just opened. */
function useFocusOnHeading({ name }: Step): void {
  const shown = useRef(name)
  useEffect(() => {
    if (shown.current === name) return
    shown.current = name
    const heading = document.querySelector<HTMLElement>('.modal .guide__title')
    heading?.focus({ preventScroll: true })
    heading?.closest('.dialog')?.scrollTo?.({ top: 0 })
  }, [name])
}

const messagesOf = (errors: MedicationForm['form']['formState']['errors']): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, String(error?.message ?? '')]))
