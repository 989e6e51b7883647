import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { FieldFrame, type FieldText, useFieldIds } from './FieldFrame.tsx'

export interface FieldProps extends FieldText, ComponentProps<'input'> {
  /** An icon inside the field, on the left (search). */
  icon?: ReactNode
}

/**
 * A one-line field. Takes what `register` of react-hook-form returns (`name`, `ref`, `onChange`, `onBlur`) like any
 * input.
 */
export function Field({ label, help, error, icon, id: given, className, ...input }: FieldProps) {
  const { id, aria } = useFieldIds(given, { help, error })
  const control = <input {...input} {...aria} id={id} className={classNames('input', className)} />
  return (
    <FieldFrame id={id} label={label} help={help} error={error}>
      {icon ? (
        <span className="input-wrap">
          {icon}
          {control}
        </span>
      ) : (
        control
      )}
    </FieldFrame>
  )
}
