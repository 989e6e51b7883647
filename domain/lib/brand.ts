/** A string (or number) that can only be used where its own kind is expected: `Brand<string, 'MedicationId'>`. */
export type Brand<T, Name extends string> = T & { readonly __brand: Name }
