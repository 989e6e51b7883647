import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /**
   * The label while the answer is awaited ("Processing..."). The button keeps its focus and its place; pressing it does
   * nothing.
   */
  busy?: string | undefined
}

/** A button. `type` defaults to "button", so that none submits a form by accident. Its icon is its first child. */
export function Button({ variant, size, block, iconOnly, busy, className, children, onClick, ...rest }: ButtonProps) {
  const isBusy = busy !== undefined
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      {...(isBusy ? { 'aria-busy': true, 'aria-disabled': true } : {})}
      onClick={press}
      className={buttonClass({ variant, size, block, iconOnly }, className)}
    >
      {isBusy ? busy : children}
    </button>
  )
}
