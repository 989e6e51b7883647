import type { MedicationId } from '#domain/lib/ids.ts'
import { addDays, DAY, type LocalDate, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import { type WallClock, wallClockOf } from '#tests/reminders/wall-clock.ts'
import { ActLog } from './act-log.ts'
import { type Act, byEntry, type Dose, doseOf, type ExtraAct } from './doses.ts'
import { becomeOf, isFromLog, wallOf } from './log-plans.ts'
import { PlannedDoses } from './planned-doses.ts'
import type { PlanVersion, YearPlan } from './plans.ts'

/** An edit of the plan of one medication, made at that instant (ms). */
export interface PlanEdit {
  medicationId: MedicationId
  at: number
  plan: YearPlan
}

/**
 * What one place (the server, a device) knows about a user, and what follows from it by the rules. Implements the rules
 * a second time, without the planner, the fold and the alerts of domain/: the simulation compares the two.
 */
export class Knowledge {
  zone: string
  zoneLearned: number
  readonly log = new ActLog()
  readonly planned = new PlannedDoses(this.log)
  #near: { key: string; doses: Dose[] } | null = null
  #revision = 0

  get plans(): Map<MedicationId, PlanVersion[]> {
    return this.planned.plans
  }

  get #clock(): WallClock {
    return wallClockOf(this.zone)
  }

  constructor(zone: string, since: number) {
    this.zone = zone
    this.zoneLearned = since
  }

  addPlan(medicationId: MedicationId, version: PlanVersion): void {
    this.plans.set(medicationId, [version])
    this.#changed()
  }

  /** docs/sync-spec.md, S5: starts a new version at the edit, never before the start of the last one. */
  edit({ medicationId, at, plan }: PlanEdit, now: number): void {
    const versions = this.plans.get(medicationId) ?? []
    const from = Math.max(at, versions.at(-1)?.from ?? at)
    const earlier = versions.filter((version) => version.from < from)
    this.plans.set(medicationId, [...earlier, { from, learned: now, plan }])
    this.#changed()
  }

  travel(zone: string, now: number): void {
    if (zone === this.zone) return
    this.zone = zone
    this.zoneLearned = now
    this.#changed()
  }

  #changed(): void {
    this.#revision += 1
    this.planned.changed()
  }

  /** @param now when this place learned of it (ms) */
  add(act: Act, now = act.at): void {
    if (this.log.add(act, now) && this.planned.counted.has(act.dose.medicationId)) this.#changed()
  }

  addExtra(extra: ExtraAct): void {
    if (this.log.addExtra(extra) && this.planned.counted.has(extra.medicationId)) this.#changed()
  }

  /** Adds what the other place knows. */
  takeOver(other: Knowledge, now: number): void {
    const { acts, extras } = this.log.missing(other.log)
    for (const act of acts) this.log.add(act, act.at)
    for (const extra of extras) this.log.addExtra(extra)
    for (const [id, versions] of other.plans) this.plans.set(id, [...versions])
    this.travel(other.zone, now)
    this.#changed()
  }

  forget(now: number): void {
    this.log.forget(now, this.planned.counted)
  }

  instantOf = ({ date, time }: Pick<Dose, 'date' | 'time'>): number => this.#clock.instantOf(date, time)

  /** R1.3: whether the plan in force at the planned instant contains it. */
  isPlanned(dose: Dose): boolean {
    return this.#plannedAt(dose) !== null
  }

  /** Returns the instant (ms) at which a dose is planned: elapsed hours may mean the second of two equal minutes. */
  dueOf = (dose: Dose): number => this.#plannedAt(dose) ?? this.instantOf(dose)

  #plannedAt = ({ medicationId, date, time }: Dose, clock = this.#clock): number | null =>
    this.planned.plannedOn(medicationId, date, clock).find((moment) => moment.time === time)?.at ?? null

  /** Whether only the log knows that it is planned. */
  isFromLog = (dose: Dose): boolean => this.planned.isFromLogAt(dose.medicationId, this.dueOf(dose))

  /** Whether a plan of the medication counts from the log, now or at any time before. */
  hasLogPlans = (medicationId: MedicationId): boolean =>
    (this.plans.get(medicationId) ?? []).some(({ plan }) => isFromLog(plan.schedule))

  /** Returns the instant from which this place has known that the dose is planned, and when (ms). */
  learned(dose: Dose): number {
    return Math.max(this.zoneLearned, this.planned.versionAt(dose.medicationId, this.dueOf(dose))?.learned ?? 0)
  }

  standing = (dose: Dose): Act[] => this.log.standing(dose)

  acts = (dose: Dose): Act[] => this.log.acts(dose)

  isSettled = (dose: Dose): boolean => this.standing(dose).some(({ kind }) => kind !== 'snoozed' && kind !== 'moved')

  /**
   * R1.5: a dose that was logged under another plan, or followed one that was logged anew, counts for another one.
   * @param clock that of the zone in which it is planned
   */
  isAnswered({ id, medicationId, date, time }: Dose, clock = this.#clock): boolean {
    return this.#loggedAround(medicationId, date).some((other) => {
      if (other.id === id || !this.isSettled(other)) return false
      const isThere = this.#plannedAt(other, clock) !== null
      if (isThere && !this.#isRenamed(other, clock)) return false
      const answered = this.#answeredBy(other, clock, isThere)
      return answered?.date === date && answered.time === time
    })
  }

  /** Returns the doses that something was done about, of that date and of those around it where others are followed. */
  #loggedAround(medicationId: MedicationId, date: LocalDate): Dose[] {
    const isFollowing = this.plans.get(medicationId)?.some(({ plan }) => plan.schedule.kind === 'after-dose')
    const dates = (isFollowing ? [-2, -1, 0, 1, 2] : [0]).map((days) => addDays(date, days))
    const acts = dates.flatMap((day) => this.log.ofDay({ medicationId, date: day }))
    return [...new Map(acts.map(({ dose }) => [dose.id, dose])).values()]
  }

  /** Returns the dose that one counts for which is not planned: what it has become, or the nearest one of its date. */
  #answeredBy(dose: Dose, clock: WallClock, isThere: boolean): Pick<Dose, 'date' | 'time'> | null {
    const { medicationId, date, time } = dose
    const plannedAt = this.#settlingAct(dose)?.plannedAt ?? null
    const at = plannedAt ?? clock.instantOf(date, time)
    const schedule = this.planned.versionAt(medicationId, at)?.plan.schedule
    if (schedule?.kind === 'after-dose') {
      const other = this.planned.logOf(schedule.medicationId)
      return becomeOf(schedule, { wall: wallOf(dose), plannedAt }, other, clock)
    }
    if (isThere || !schedule || schedule.kind === 'after-taken') return null
    const index = (this.plans.get(medicationId) ?? []).findLastIndex(({ from }) => from <= at)
    const times = this.planned.momentsIn(medicationId, index, date, clock).map((moment) => moment.time)
    const nearest = Math.min(...times.map((one) => minutesBetween(one, time)))
    const found = times.find((one) => minutesBetween(one, time) === nearest)
    return found ? { date, time: found } : null
  }

  /** Whether it was logged on another clock, under a name that is that of another instant here. */
  #isRenamed(dose: Dose, clock: WallClock): boolean {
    const { plannedAt } = this.#settlingAct(dose) ?? {}
    return typeof plannedAt === 'number' && wallOf(clock.shownAt(plannedAt)) !== wallOf(dose)
  }

  /** The act that says what became of a dose: taken before skipped, and the first of several. */
  #settlingAct(dose: Dose): Act | undefined {
    const standing = this.standing(dose).sort((a, b) => a.takenAt - b.takenAt || (a.id < b.id ? -1 : 1))
    return standing.find(({ kind }) => kind === 'taken') ?? standing.find(({ kind }) => kind === 'skipped')
  }

  /** Returns the planned instant (ms) that an entry about this dose says: of those that follow from the log. */
  instantToLog(dose: Dose): number | null {
    const settled = this.#settlingAct(dose)
    const at = settled?.plannedAt ?? this.#plannedAt(dose)
    if (at === null || typeof settled?.plannedAt === 'number') return at
    const kind = this.planned.versionAt(dose.medicationId, at)?.plan.schedule.kind
    return kind === 'after-dose' || (kind === 'after-taken' && !settled) ? at : null
  }

  /** Whether the user is asked about it. */
  isAsked = (dose: Dose): boolean => this.isPlanned(dose) && !this.isSettled(dose) && !this.isAnswered(dose)

  /** R1.9: the move in force, of several the one entered last. */
  #moveOf = (dose: Dose): Act | undefined =>
    this.standing(dose)
      .filter(({ kind }) => kind === 'moved')
      .sort(byEntry)
      .at(-1)

  /** Returns the time of its date at which a dose is asked for. */
  shownTimeOf = (dose: Dose): LocalTime => this.#moveOf(dose)?.to ?? dose.time

  /** Returns the instant at which a dose is asked for (ms): as planned, or where it was moved to. */
  placeOf(dose: Dose): number {
    const to = this.#moveOf(dose)?.to
    return to ? this.instantOf({ date: dose.date, time: to }) : this.dueOf(dose)
  }

  /**
   * Returns when its reminder starts (ms): as planned or moved, or at the end of the latest snooze made since; null
   * when it has none.
   */
  startOf(dose: Dose): number | null {
    if (!this.isAsked(dose)) return null
    const move = this.#moveOf(dose)
    const snoozes = this.standing(dose).filter((act) => act.kind === 'snoozed' && (!move || byEntry(act, move) > 0))
    return Math.max(this.placeOf(dose), ...snoozes.map(({ until }) => until))
  }

  /** Whether the user asked for it at another time. */
  isPutOff = (dose: Dose): boolean => this.standing(dose).some(({ kind }) => kind === 'snoozed' || kind === 'moved')

  /** Returns the dose of a medication that stays open until it is logged (R1.8), if there is one. */
  waitingOf(medicationId: MedicationId): Dose | null {
    const open = this.planned.waitingOf(medicationId, this.#clock)
    return open && doseOf(medicationId, open.date, open.time)
  }

  /** Returns planned doses from two days before that instant to a day and a half after it, and all that wait. */
  dosesNear(now: number): readonly Dose[] {
    const key = `${this.#revision} ${Math.floor(now / DAY)}`
    if (this.#near?.key === key) return this.#near.doses
    const today = new Date(now).toISOString().slice(0, 10) as LocalDate
    const doses = [...this.plans.keys()].flatMap((medicationId) => {
      const near = [-3, -2, -1, 0, 1, 2].flatMap((days) => {
        const date = addDays(today, days)
        return this.planned
          .plannedOn(medicationId, date, this.#clock)
          .map(({ time }) => doseOf(medicationId, date, time))
      })
      const waiting = this.waitingOf(medicationId)
      return [...new Set(waiting && Date.parse(waiting.date) < now ? [...near, waiting] : near)]
    })
    this.#near = { key, doses }
    return doses
  }
}

const minutesOf = (time: LocalTime): number =>
  (Date.parse(`1970-01-01T${time}:00Z`) - Date.parse('1970-01-01T00:00:00Z')) / MINUTE

const minutesBetween = (a: LocalTime, b: LocalTime): number => Math.abs(minutesOf(a) - minutesOf(b))
