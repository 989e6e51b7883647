import type { Refusal } from '../commands/refusal.ts'
import type { DoseAmounts } from '../schedule/amounts.ts'
import type { Plan } from '../schedule/plan.ts'

/** Returns the amounts that a plan counts in; those of its first step with any, where each step has its own. */
export function countedAmountsOf({ amounts, schedule }: Pick<Plan, 'amounts' | 'schedule'>): DoseAmounts | undefined {
  if (amounts || schedule.kind !== 'phases') return amounts
  return schedule.steps.find((step) => step.amounts)?.amounts
}

/** Returns the unit in which a medicine is counted; null where its plan has no amounts (additions, 2.1). */
export const supplyUnitOf = (plan: Pick<Plan, 'amounts' | 'schedule'>): string | null =>
  countedAmountsOf(plan)?.unit ?? null

/** Why an event is refused for a medication whose plan has no amounts (additions, 2.1). */
export const COUNTED_IN_NOTHING: Refusal = {
  status: 422,
  code: 'invalid',
  // not translated: it tells clients of the API what to send; the app asks before
  error: 'Enter how much a dose is, such as 1 tablet (amounts.unit), before you count it.',
  field: 'amounts.unit',
}
