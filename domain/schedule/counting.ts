import type { MedicationId } from '../lib/ids.ts'
import type { Plan } from './plan.ts'
import type { AfterTaken, Schedule } from './schedule.ts'

/** What of a medication says whether it counts from its log. */
export interface Counted {
  id: MedicationId
  versions: readonly Pick<Plan, 'schedule'>[]
}

/** Returns the schedules of a plan that count from the last dose taken: its own, or those of its steps. */
export const afterTakenOf = ({ schedule }: Pick<Plan, 'schedule'>): AfterTaken[] =>
  (schedule.kind === 'phases' ? schedule.steps.map((step) => step.schedule as Schedule) : [schedule]).filter(
    (one) => one.kind === 'after-taken',
  )

/**
 * Returns the medications whose slots depend on what was logged: planning them takes all of their log, folded by
 * `doseLogOf` (dose-log.ts).
 */
export const countFromLog = (medications: readonly Counted[]): MedicationId[] =>
  medications.filter(({ versions }) => versions.some((plan) => afterTakenOf(plan).length > 0)).map(({ id }) => id)
