import type { MedicationId } from '../lib/ids.ts'
import { type Instant, toInstant } from '../lib/instant.ts'
import { DAY } from '../lib/local-time.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import { followedBy } from '../schedule/counting.ts'

/** A medication that the plan of another follows. */
export interface Followed {
  medication: Medication
  /** Its doses since `followedSince`, in any order, and everything that undoes one of them. */
  doses: readonly DoseEvent[]
}

/** Nobody takes more medicines one after another, and an import may have hundreds: walking them would take seconds. */
const MOST_LINKS = 8

/**
 * Returns the medications that a plan follows, one after the other, the nearest first. It ends with one that follows
 * none or a deleted one, or where a circle closes: a restore can bring one back (decision 072). A chain of more than 8
 * is not followed: none.
 */
export function followedOf(medication: Medication, medications: ReadonlyMap<MedicationId, Medication>): Medication[] {
  const found = new Set([medication])
  for (const last of found) {
    const id = followedBy(last)
    const next = id === null ? undefined : medications.get(id)
    if (next) found.add(next)
    if (found.size > MOST_LINKS + 1) return []
  }
  found.delete(medication)
  return [...found]
}

/**
 * Returns from when on doses of a followed medication matter: what follows them is at most a day later.
 * @param now milliseconds since the epoch
 */
export const followedSince = (now: number): Instant => toInstant(now - 3 * DAY)
