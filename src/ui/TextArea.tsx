import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { FieldFrame, type FieldText, useFieldIds } from './FieldFrame.tsx'

export interface TextAreaProps extends FieldText, ComponentProps<'textarea'> {}

/** A multi-line field; `rows` is its initial height. Takes `register` like an input. */
export function TextArea({ label, help, error, id: given, className, rows = 2, ...input }: TextAreaProps) {
  const { id, aria } = useFieldIds(given, { help, error })
  return (
    <FieldFrame id={id} label={label} help={help} error={error}>
      <textarea {...input} {...aria} rows={rows} id={id} className={classNames('input', className)} />
    </FieldFrame>
  )
}
