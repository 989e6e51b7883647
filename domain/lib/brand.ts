/** A string (or number) that may only be used where its kind is asked for: `Brand<string, 'MedicationId'>`. */
export type Brand<T, Name extends string> = T & { readonly __brand: Name }
