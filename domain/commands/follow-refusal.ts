import type { MedicationId } from '../lib/ids.ts'
import { followedBy } from '../schedule/counting.ts'
import type { Plan } from '../schedule/plan.ts'
import type { Refusal } from './refusal.ts'

type Following = { id: MedicationId } & Pick<Plan, 'schedule'>

/**
 * Returns why a medication may not follow the one that its plan names: that is none of the person's, or following from
 * one to the next would lead back (additions, 1.1). Null if it may, or follows none.
 * @param others of the person's medications at least the one it names, and all that follow another one
 */
export function followRefusal(candidate: Following, others: readonly Following[]): Refusal | null {
  const target = followedBy(candidate)
  if (target === null) return null
  if (target === candidate.id) return refused('A medication cannot follow its own doses')
  const plans = new Map(others.map((other) => [other.id, other]))
  if (!plans.has(target)) return refused('The medication that this one follows is not in your list')
  const seen = new Set<MedicationId>()
  for (let id: MedicationId | null = target; id !== null && !seen.has(id); ) {
    if (id === candidate.id) return refused('These medications would follow each other in a circle')
    seen.add(id)
    const plan = plans.get(id)
    id = plan ? followedBy(plan) : null
  }
  return null
}

const refused = (error: string): Refusal => ({
  status: 422,
  code: 'invalid',
  error,
  field: FOLLOWED_FIELD,
})

/** The field that answers name. */
export const FOLLOWED_FIELD = 'schedule.medicationId'
