import type { MedicationId } from '#domain/lib/ids.ts'
import { DAY, type LocalDate } from '#domain/lib/local-time.ts'
import type { WallClock } from '#tests/reminders/wall-clock.ts'
import type { ActLog } from './act-log.ts'
import {
  countingOn,
  followingOn,
  isFromLog,
  type LogMoment,
  type MedicationLog,
  type OpenDose,
  openDosesOf,
} from './log-plans.ts'
import { type Moment, momentsOn, type PlanVersion } from './plans.ts'

/** The doses that one place plans: those that follow from the plans it knows, and from the log it knows. */
export class PlannedDoses {
  readonly plans = new Map<MedicationId, PlanVersion[]>()
  readonly #log: ActLog
  #counted: ReadonlySet<MedicationId> | null = null
  readonly #logs = new Map<MedicationId, MedicationLog>()
  readonly #open = new Map<string, OpenDose[]>()

  constructor(log: ActLog) {
    this.#log = log
  }

  /** Runs when plans have changed, or what was logged of a medication in `counted`. */
  changed(): void {
    this.#counted = null
    this.#logs.clear()
    this.#open.clear()
  }

  /** The medications from whose log doses follow: their own, or those of another one. */
  get counted(): ReadonlySet<MedicationId> {
    this.#counted ??= new Set(
      [...this.plans].flatMap(([id, versions]) =>
        versions.flatMap(({ plan: { schedule } }) =>
          schedule.kind === 'after-taken' ? id : schedule.kind === 'after-dose' ? schedule.medicationId : [],
        ),
      ),
    )
    return this.#counted
  }

  versionAt(medicationId: MedicationId, at: number): PlanVersion | undefined {
    return this.plans.get(medicationId)?.findLast(({ from }) => from <= at)
  }

  logOf(medicationId: MedicationId): MedicationLog {
    const log = this.#logs.get(medicationId) ?? this.#log.logOf(medicationId)
    this.#logs.set(medicationId, log)
    return log
  }

  #openDosesOf(medicationId: MedicationId, clock: WallClock): readonly OpenDose[] {
    const key = `${medicationId} ${clock.zone}`
    const versions = this.plans.get(medicationId) ?? []
    const open = this.#open.get(key) ?? openDosesOf(versions, this.logOf(medicationId), clock)
    this.#open.set(key, open)
    return open
  }

  /** Returns the doses of a date in that version of the plan (by its index), whether or not it is in force then. */
  momentsIn(medicationId: MedicationId, index: number, date: LocalDate, clock: WallClock): readonly Moment[] {
    const plan = this.plans.get(medicationId)?.[index]?.plan
    if (!plan) return []
    const { schedule } = plan
    if (schedule.kind === 'after-dose')
      return followingOn({ plan: { ...plan, schedule }, other: this.logOf(schedule.medicationId), clock }, date)
    if (schedule.kind !== 'after-taken') return momentsOn(plan, date, clock)
    const open = this.#openDosesOf(medicationId, clock)[index]
    return countingOn({ plan, open, log: this.logOf(medicationId), clock }, date)
  }

  /** Returns the doses of a date in the plans that are in force at their instants (R1.3). */
  plannedOn(medicationId: MedicationId, date: LocalDate, clock: WallClock): Moment[] {
    const versions = this.plans.get(medicationId) ?? []
    const noon = Date.parse(date) + DAY / 2
    return versions.flatMap(({ from }, index) => {
      const end = versions[index + 1]?.from ?? Number.POSITIVE_INFINITY
      // Wherever the date is: it begins and ends within two days of noon in UTC.
      if (from > noon + 2 * DAY || end < noon - 2 * DAY) return []
      return this.momentsIn(medicationId, index, date, clock).filter(({ at }) => at >= from && at < end)
    })
  }

  /** Returns the dose that stays open until it is logged (R1.8), of the plan that is in force last. */
  waitingOf(medicationId: MedicationId, clock: WallClock): LogMoment | null {
    const versions = this.plans.get(medicationId) ?? []
    if (versions.at(-1)?.plan.schedule.kind !== 'after-taken') return null
    return this.#openDosesOf(medicationId, clock).findLast((one) => one !== 'of the version before') ?? null
  }

  /** Whether only the log knows the doses that are planned at that instant. */
  isFromLogAt(medicationId: MedicationId, at: number): boolean {
    const version = this.versionAt(medicationId, at)
    return version !== undefined && isFromLog(version.plan.schedule)
  }
}
