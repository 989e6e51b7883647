import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

/** Rules as react-hook-form asks for them. `problems` answers a sentence for each field that is wrong. */
export const resolverOf =
  <Values extends FieldValues>(problems: (typed: Values) => Partial<Record<keyof Values, string>>): Resolver<Values> =>
  (typed) => {
    const found = Object.entries<string | undefined>(problems(typed))
    if (found.length === 0) return { values: typed, errors: {} }
    const errors = Object.fromEntries(found.map(([field, message]) => [field, { type: 'rule', message }]))
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
