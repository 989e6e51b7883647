import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

export interface FieldText {
  label: ReactNode
  /** A sentence below the control, always visible. */
  help?: ReactNode
  /** What is wrong and how to fix it; undefined or empty if nothing is. */
  error?: string | undefined
}

interface FieldFrameProps extends FieldText {
  id: string
  children: ReactNode
}

/**
 * Returns the ids that tie a control to its help and error, and the ARIA attributes to spread on it.
 * @param given the control's own id, if the caller has one
 */
export function useFieldIds(given: string | undefined, { help, error }: Pick<FieldText, 'help' | 'error'>) {
  const made = useId()
  const id = given ?? made
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  return {
    id,
    aria: {
      ...(describedBy ? { 'aria-describedby': describedBy } : {}),
      ...(error ? { 'aria-invalid': true as const } : {}),
    },
  }
}

/** Label, control, error and help: the frame of every field. */
export function FieldFrame({ id, label, help, error, children }: FieldFrameProps) {
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {help ? (
        <span className="field__help" id={`${id}-help`}>
          {help}
        </span>
      ) : null}
    </div>
  )
}

/** The error sentence of an invalid field, with its icon. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="field__error" id={id}>
      <CircleAlert className="icon" />
      <span>{children}</span>
    </p>
  )
}
