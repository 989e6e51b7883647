import { msOf } from '../lib/instant.ts'
import type { LocalDate, LocalTime } from '../lib/local-time.ts'
import type { Medication } from '../records/medication.ts'
import { type Timetable, timetableOf } from './timetable.ts'

/** A dose that is open until it is logged, with its instant (ms). */
export interface OpenMoment {
  date: LocalDate
  time: LocalTime
  at: number
}

export interface Timetables {
  /** One for each version of the plan, in their order. */
  ofVersions: Timetable[]
  /** The dose that stays open until it is logged; null if there is none. */
  waiting: OpenMoment | null
}

/** A dose by what was logged of it. `at` is `plannedAt` (ms), or where no entry says it, that of its date and time. */
export interface LoggedMoment extends OpenMoment {
  plannedAt?: number | undefined
}

type Versions = Pick<Medication, 'id' | 'versions'>

/** What plans have to know of the log. Only `doseLogOf` (dose-log.ts) makes one that knows something. */
export interface DoseLog {
  timetablesOf(medication: Versions, zone: string): Timetables
  /**
   * Returns the dose that this one has become, of a plan that follows another medication: because the plan zone is
   * another one now, or because the dose that it follows was logged anew, at another time. Null if nothing of the kind
   * happened.
   */
  becomes(medication: Versions, slot: LoggedMoment, zone: string): OpenMoment | null
}

/** Of plans alone. The rest is a file of its own, because few medications need it. */
export const NOTHING_LOGGED: DoseLog = {
  timetablesOf: ({ versions }, zone) => ({
    ofVersions: versions.map((version) => whenAsked(() => timetableOf(version, zone))),
    waiting: null,
  }),
  becomes: () => null,
}

/** Of hundreds of versions, a window touches a few. */
export function whenAsked(make: () => Timetable): Timetable {
  let made: Timetable | undefined
  return (date) => {
    made ??= make()
    return made(date)
  }
}

/** Returns the instant (ms) at which the next version begins to be in force. */
export const endOfVersion = ({ versions }: Pick<Medication, 'versions'>, index: number): number => {
  const next = versions[index + 1]
  return next ? msOf(next.effectiveFrom) : Number.POSITIVE_INFINITY
}
