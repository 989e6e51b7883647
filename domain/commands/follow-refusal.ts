import { t } from '../language/translate.ts'
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
  if (target !== candidate.id && !others.some(({ id }) => id === target))
    return refused(t('The medication that this one follows is not in your list'))
  return inCircles([...others.filter(({ id }) => id !== candidate.id), candidate]).has(candidate.id)
    ? circleRefusal(candidate)
    : null
}

/** Returns those whose following leads back to themselves. In one pass, because an import has thousands. */
export function inCircles(all: readonly Following[]): ReadonlySet<MedicationId> {
  const follows = new Map(all.map((one) => [one.id, followedBy(one)]))
  const circles = new Set<MedicationId>()
  const walkOf = new Map<MedicationId, number>()
  all.forEach(({ id: start }, walk) => {
    let id: MedicationId | null = start
    for (; id !== null && !walkOf.has(id); id = follows.get(id) ?? null) walkOf.set(id, walk)
    // A walk that comes back to itself goes around its circle once more.
    if (id === null || walkOf.get(id) !== walk) return
    for (; id !== null && !circles.has(id); id = follows.get(id) ?? null) circles.add(id)
  })
  return circles
}

/** The refusal of one in a circle. */
export const circleRefusal = (candidate: Following): Refusal =>
  refused(
    followedBy(candidate) === candidate.id
      ? t('A medication cannot follow its own doses')
      : t('These medications would follow each other in a circle'),
  )

const refused = (error: string): Refusal => ({
  status: 422,
  code: 'invalid',
  error,
  field: FOLLOWED_FIELD,
})

/** The field that answers name. */
export const FOLLOWED_FIELD = 'schedule.medicationId'
