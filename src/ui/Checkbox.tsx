import type { ComponentProps } from 'react'
import { FieldError, type FieldText, useFieldIds } from './FieldFrame.tsx'

export interface CheckboxProps extends FieldText, Omit<ComponentProps<'input'>, 'type'> {}

/** A checkbox with its label; the whole row is the target. Takes `register` like an input. */
export function Checkbox({ label, help, error, id: given, ...input }: CheckboxProps) {
  const { id, aria } = useFieldIds(given, { help, error })
  return (
    <div>
      <label className="check" htmlFor={id}>
        <input {...input} {...aria} type="checkbox" id={id} />
        <span>{label}</span>
      </label>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {help ? (
        <span className="check__help" id={`${id}-help`}>
          {help}
        </span>
      ) : null}
    </div>
  )
}
