import type { Instant } from '../lib/instant.ts'
import type { LocalDate, LocalTime } from '../lib/local-time.ts'
import type { DoseAmounts } from './amounts.ts'
import type { Pause } from './pauses.ts'
import type { Schedule } from './schedule.ts'

/** When doses are due, and how much. Its fields are one unit for merging and validation (docs/records.md). */
export interface Plan {
  schedule: Schedule
  reminderTimes: LocalTime[]
  startDate: LocalDate | null
  endDate: LocalDate | null
  /** Absent: the plan has no amounts. */
  amounts?: DoseAmounts | undefined
  /** In order; absent: none. */
  pauses?: Pause[] | undefined
}

/** A plan and the instant from which it is in force. A slot belongs to the version in force at its planned instant. */
export interface PlanVersion extends Plan {
  effectiveFrom: Instant
}

/** Returns the plan of a record, without what is not of the plan. */
export const planOf = ({ schedule, reminderTimes, startDate, endDate, amounts, pauses }: Plan): Plan => ({
  schedule,
  reminderTimes,
  startDate,
  endDate,
  ...(amounts && { amounts }),
  ...(pauses && pauses.length > 0 && { pauses }),
})
