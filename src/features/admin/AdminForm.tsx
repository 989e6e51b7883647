import { type ReactNode, useId } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type ToastInput, toast } from '#src/ui/toast-store.ts'

interface AdminFormProps<Draft extends FieldValues> {
  title: string
  form: UseFormReturn<Draft>
  onSubmit(draft: Draft): Promise<void>
  /** Returns a toast about missing input, shown in addition to the errors at the fields. */
  lackOf(draft: Draft): ToastInput | null
  /** The fields, then the button. */
  children: ReactNode
}

/**
 * A form in a card of /admin. Errors appear at their field; missing input is reported in a toast too (specification,
 * section 5). It is sent once, however often it is submitted.
 */
export function AdminForm<Draft extends FieldValues>({
  title,
  form,
  onSubmit,
  lackOf,
  children,
}: AdminFormProps<Draft>) {
  const heading = useId()
  const onInvalid = () => {
    const lack = lackOf(form.getValues())
    if (lack) toast({ ...lack, tone: 'destructive' })
  }
  return (
    <form
      className="card stack"
      aria-labelledby={heading}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // Enter in a field submits even while the button is busy.
        if (!form.formState.isSubmitting) void form.handleSubmit(onSubmit, onInvalid)(event)
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </form>
  )
}
