import { ended } from '#domain/language/sentences.ts'
import { t } from '#domain/language/translate.ts'
import { msOf } from '#domain/lib/instant.ts'
import { areInOrder, type Medication } from '#domain/records/medication.ts'
import { planOf } from '#domain/schedule/plan.ts'
import { planProblem } from '#domain/schedule/plan-problem.ts'
import { samePlan } from '#domain/schedule/same-plan.ts'

export type WithPicture<R> = R & {
  /** Its picture inside the zip. */
  file: string
}

/** A problem with an entry: the field and a sentence about it. */
export interface Fault {
  /** Null if it concerns the whole entry. */
  field: string | null
  rule: string
}

/**
 * Checks that every version of the plan makes sense, that the newest is the record's own, and that none lies in the
 * future.
 */
export function medicationFault(entry: Medication, now: number): Fault | null {
  const { versions, createdAt, stoppedAt } = entry
  const later = [
    { field: 'createdAt', at: createdAt },
    { field: 'stoppedAt', at: stoppedAt },
    { field: 'versions', at: versions.at(-1)?.effectiveFrom ?? null },
  ].find(({ at }) => at !== null && msOf(at) > now)
  if (later) return { field: later.field, rule: t('{field} must not be in the future.', { field: later.field }) }
  for (const plan of [planOf(entry), ...versions]) {
    // A scan adds medications without times, and their first version stays without.
    const problem = planProblem(plan, { mayLackTimes: true })
    if (problem) return { field: problem.field, rule: ended(problem.error) }
  }
  const last = versions.at(-1)
  if (!areInOrder(versions)) return { field: 'versions', rule: t('versions must be in the order of their instants.') }
  if (!last || !samePlan(last, planOf(entry)))
    return { field: 'versions', rule: t('versions must end with the plan of the medication.') }
  return null
}

/** An entry of the dose log or of the log of supplies. */
interface LogEntry {
  id: string
  medicationId: string
  undoes: string | null
}

/**
 * Checks that an entry of a log refers to a medication in the export, and only takes back earlier entries of the same
 * medication.
 */
export function logFaults(known: ReadonlySet<unknown>): (entry: LogEntry) => Fault | null {
  const medicationOf = new Map<string, string>()
  return ({ id, medicationId, undoes }) => {
    if (!known.has(medicationId))
      return { field: 'medicationId', rule: t('medicationId must be a medication of the export.') }
    medicationOf.set(id, medicationId)
    if (undoes === null || medicationOf.get(undoes) === medicationId) return null
    return { field: 'undoes', rule: t('undoes must be an earlier entry of the same medication.') }
  }
}

/** Checks that each document and each scan has its own picture. */
export function sharedPictureFaults(): (entry: WithPicture<object>) => Fault | null {
  const seen = new Set<string>()
  return ({ file }) => {
    if (seen.has(file)) return { field: 'file', rule: t('file must not be the picture of another entry.') }
    seen.add(file)
    return null
  }
}
