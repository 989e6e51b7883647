import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form'

/** Returns what a control takes of a form: what `register` returns, and what is wrong with the field. */
export const fieldProps = <Values extends FieldValues, Name extends FieldPath<Values> & keyof Values>(
  form: UseFormReturn<Values>,
  name: Name,
  options?: RegisterOptions<Values, Name>,
) => ({ ...form.register(name, options), error: form.formState.errors[name]?.message as string | undefined })
