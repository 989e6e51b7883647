import type { Database } from '../db/database.ts'
import { leadOf, nextSlotAt } from './next-slot.ts'
import { type Earlier, pastDoses, type WithLog } from './past-doses.ts'
import { type Overdue, planSince } from './plan-since.ts'
import { isReminded, type Reminded } from './reminded.ts'
import { addSlotRows, NO_ROWS, type SlotRows } from './slot-rows.ts'
import { type NextDue, writeDue } from './write-due.ts'

/** What a write does for the reminders of a medication. */
export interface MedicationPlan {
  /** Its row in the due index. */
  due: NextDue
  /** The rows of doses that were due before that reaches. */
  past: SlotRows
}

interface Asked {
  now: number
  overdue: Overdue
  /** Absent if the write brings up no doses of before. */
  earlier?: Earlier | undefined
}

/** Returns what follows for a medication from a write at `now`. Throws if it cannot be planned. */
export function planOf(
  userId: string,
  after: WithLog,
  person: Reminded,
  { now, overdue, earlier }: Asked,
): MedicationPlan {
  const { medication, log } = after
  if (!isReminded(medication, person)) return dueAt(userId, medication.id, null)
  const next = nextSlotAt(medication, planSince(medication.id, now, overdue), person.zone, log)
  return {
    ...dueAt(userId, medication.id, next === null ? null : next - leadOf(medication)),
    past: pastDoses(userId, after, person, now, earlier),
  }
}

/** Returns a plan of this next instant (ms) alone. */
export const dueAt = (userId: string, medicationId: string, at: number | null): MedicationPlan => ({
  due: { medicationId, userId, dueAt: at },
  past: NO_ROWS,
})

/** Saves what follows for many medications. */
export async function writePlans(tx: Database, plans: readonly MedicationPlan[]): Promise<void> {
  await writeDue(
    tx,
    plans.map(({ due }) => due),
  )
  await addSlotRows(tx, {
    occurrences: plans.flatMap(({ past }) => past.occurrences),
    mails: plans.flatMap(({ past }) => past.mails),
  })
}
