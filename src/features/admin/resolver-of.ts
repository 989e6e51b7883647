import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

/** Returns the rules in the form react-hook-form needs. `problems` returns a sentence for each invalid field. */
export const resolverOf =
  <Values extends FieldValues>(problems: (typed: Values) => Partial<Record<keyof Values, string>>): Resolver<Values> =>
  (typed) => {
    const found = Object.entries<string | undefined>(problems(typed))
    if (found.length === 0) return { values: typed, errors: {} }
    const errors = Object.fromEntries(found.map(([field, message]) => [field, { type: 'rule', message }]))
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
