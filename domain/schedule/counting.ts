import type { MedicationId } from '../lib/ids.ts'
import { addDays, datesFrom, type LocalDate } from '../lib/local-time.ts'
import type { Plan } from './plan.ts'
import type { AfterTaken, Schedule } from './schedule.ts'

/** What of a medication says whether it counts from the log. */
export interface Counted {
  id: MedicationId
  versions: readonly Pick<Plan, 'schedule'>[]
}

type Scheduled = Pick<Plan, 'schedule'>

/** Returns the schedules of a plan that count from the last dose taken: its own, or those of its steps. */
export const afterTakenOf = ({ schedule }: Scheduled): AfterTaken[] =>
  (schedule.kind === 'phases' ? schedule.steps.map((step) => step.schedule as Schedule) : [schedule]).filter(
    (one) => one.kind === 'after-taken',
  )

/** Returns the medication whose doses a plan follows; null if it follows none. */
export const followedBy = ({ schedule }: Scheduled): MedicationId | null =>
  schedule.kind === 'after-dose' ? schedule.medicationId : null

/** Returns whether only the log knows the doses of a plan, or of a step of it. */
export const isFromLog = (plan: Scheduled): boolean => followedBy(plan) !== null || afterTakenOf(plan).length > 0

/**
 * Returns what a plan has to know of a log by medication: that of its own medication, and of those that it follows.
 */
export const eventsFor = <Event>(medication: Counted, logged: ReadonlyMap<string, readonly Event[]>): Event[] =>
  [...new Set([medication.id, ...countFromLog([medication])])].flatMap((id) => logged.get(id) ?? [])

/**
 * Returns the medications whose whole log it takes to plan these: those that count from their own last dose, and those
 * that others follow. `doseLogOf` (dose-log.ts) folds it.
 */
export const countFromLog = (medications: readonly Counted[]): MedicationId[] => [
  ...new Set(
    medications.flatMap(({ id, versions }) =>
      versions.flatMap((plan) => followedBy(plan) ?? (afterTakenOf(plan).length > 0 ? id : [])),
    ),
  ),
]

/** Returns whether a medication follows another one, now or at any time before. */
export const isFollowing = ({ versions }: Pick<Counted, 'versions'>): boolean =>
  versions.some((plan) => followedBy(plan) !== null)

/** A dose is asked for up to a day, and follows the other by a day at most. */
const CORRECTED_WITHIN = 2

interface DateRange {
  from: LocalDate
  to: LocalDate
}

/**
 * Returns the dates around this range (both included) on which a dose may have been logged that counts for one inside:
 * one that followed a dose whose time was corrected across midnight (docs/reminders.md, R1.5). Empty if none of the
 * medications follows another.
 */
export const datesBeside = (range: DateRange, some: readonly Counted[]): LocalDate[] =>
  some.some(isFollowing) ? datesAround(range) : []

/** The same where a medication is known to follow another. */
export const datesAround = ({ from, to }: DateRange): LocalDate[] => [
  ...datesFrom(addDays(from, -CORRECTED_WITHIN), addDays(from, -1)),
  ...datesFrom(addDays(to, 1), addDays(to, CORRECTED_WITHIN)),
]
