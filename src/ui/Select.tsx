import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { FieldFrame, type FieldText, useFieldIds } from './FieldFrame.tsx'

export interface SelectProps extends FieldText, ComponentProps<'select'> {}

/**
 * A native select (its list is the system's, so it works everywhere), with options as children. Takes `register` like
 * an input.
 */
export function Select({ label, help, error, id: given, className, children, ...input }: SelectProps) {
  const { id, aria } = useFieldIds(given, { help, error })
  return (
    <FieldFrame id={id} label={label} help={help} error={error}>
      <select {...input} {...aria} id={id} className={classNames('input', className)}>
        {children}
      </select>
    </FieldFrame>
  )
}
