import type { Refusal } from '../commands/refusal.ts'

/** Why an event is refused for a medication whose plan has no amounts (additions, 2.1). */
export const COUNTED_IN_NOTHING: Refusal = {
  status: 422,
  code: 'invalid',
  error: 'Enter how much a dose is first, such as 1 tablet (amounts.unit): without a unit nothing can be counted.',
  field: 'amounts.unit',
}
