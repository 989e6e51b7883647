import { samePlan } from '#domain/commands/medication-effects.ts'
import { msOf } from '#domain/lib/instant.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { areInOrder, type Medication, planOf, planProblem } from '#domain/records/medication.ts'

export type WithPicture<R> = R & {
  /** Its picture inside the zip. */
  file: string
}

/** What is wrong with an entry: the field and a sentence about it. */
export interface Fault {
  /** Null when it is about the whole entry. */
  field: string | null
  rule: string
}

/** The plan makes sense in every version, the newest one is the record's own, and nothing of it lies ahead. */
export function medicationFault(entry: Medication, now: number): Fault | null {
  const { versions, createdAt, stoppedAt } = entry
  const later = [
    { field: 'createdAt', at: createdAt },
    { field: 'stoppedAt', at: stoppedAt },
    { field: 'versions', at: versions.at(-1)?.effectiveFrom ?? null },
  ].find(({ at }) => at !== null && msOf(at) > now)
  if (later) return { field: later.field, rule: `${later.field} must not be in the future.` }
  for (const plan of [planOf(entry), ...versions]) {
    const problem = planProblem(plan)
    if (problem) return { field: problem.field, rule: `${problem.error}.` }
  }
  const last = versions.at(-1)
  if (!areInOrder(versions)) return { field: 'versions', rule: 'versions must be in the order of their instants.' }
  if (!last || !samePlan(last, planOf(entry)))
    return { field: 'versions', rule: 'versions must end with the plan of the medication.' }
  return null
}

/** A line of the log is about a medication of the export, and takes back only lines of the same one that came before. */
export function doseFaults(known: ReadonlySet<unknown>): (entry: DoseEvent) => Fault | null {
  const medicationOf = new Map<string, string>()
  return ({ id, medicationId, undoes }) => {
    if (!known.has(medicationId))
      return { field: 'medicationId', rule: 'medicationId must be a medication of the export.' }
    medicationOf.set(id, medicationId)
    if (undoes === null || medicationOf.get(undoes) === medicationId) return null
    return { field: 'undoes', rule: 'undoes must be an earlier entry of the same medication.' }
  }
}

/** Each document and each scan has a picture of its own. */
export function sharedPictureFaults(): (entry: WithPicture<object>) => Fault | null {
  const seen = new Set<string>()
  return ({ file }) => {
    if (seen.has(file)) return { field: 'file', rule: 'file must not be the picture of another entry.' }
    seen.add(file)
    return null
  }
}
