import type { FormEventHandler } from 'react'

/**
 * Lets a form that was refused leave the focus on its first wrong field: a screen reader then says why, and the page
 * scrolls to it.
 */
export const focusingWrongField =
  (onSubmit: FormEventHandler<HTMLFormElement>): FormEventHandler<HTMLFormElement> =>
  (event) => {
    const form = event.currentTarget
    onSubmit(event)
    focusWrongField(form)
  }

/**
 * Waits until the errors are on the page, and until react-hook-form has focused a field, which knows only single inputs:
 * neither days nor choices nor steps.
 */
export function focusWrongField(form: HTMLFormElement): void {
  requestAnimationFrame(() => setTimeout(() => wrongField(form)?.focus()))
}

function wrongField(form: HTMLFormElement): HTMLElement | null {
  // An alert is about the whole form, and speaks for itself.
  const error = [...form.querySelectorAll('.field__error')].find((one) => !one.closest('[role="alert"]'))
  // not translated: a selector
  const frame = error?.closest('.field, fieldset') ?? form
  const marked = frame.querySelector<HTMLElement>('[aria-invalid="true"]')
  return marked ?? (error ? frame.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea') : null)
}
