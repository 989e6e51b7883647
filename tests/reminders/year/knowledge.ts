import type { MedicationId, SlotId } from '#domain/lib/ids.ts'
import { addDays, DAY, type LocalDate, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import { wallClockOf } from '#tests/reminders/wall-clock.ts'
import { type Moment, momentsOn, type YearPlan } from './plans.ts'

/** A dose, by the wall time it is planned for. */
export interface Dose {
  id: SlotId
  medicationId: MedicationId
  date: LocalDate
  time: LocalTime
}

/** Something a user did with a dose. Instants in ms. */
export interface Act {
  id: string
  dose: Dose
  kind: 'taken' | 'skipped' | 'snoozed' | 'moved' | 'undone'
  at: number
  /** The end of a snooze. */
  until: number
  /** The time of its date to which a move moves it. */
  to: LocalTime | null
  /** The act that an undo reverses. */
  undoes: string | null
}

/** A plan in force from an instant on (ms), and when this place learned of it. */
export interface PlanVersion {
  from: number
  learned: number
  plan: YearPlan
}

/** An edit of the plan of one medication, made at that instant (ms). */
export interface PlanEdit {
  medicationId: MedicationId
  at: number
  plan: YearPlan
}

/** How long acts are remembered: longer than any spell without a network. */
const REMEMBERED = 9 * DAY

/**
 * What one place (the server, a device) knows about a user, and what follows from it by the rules. Implements the rules
 * a second time, without the planner, the fold and the alerts of domain/: the simulation compares the two.
 */
export class Knowledge {
  zone: string
  zoneLearned: number
  readonly plans = new Map<MedicationId, PlanVersion[]>()
  readonly #acts = new Map<string, Act>()
  readonly #byDay = new Map<string, Act[]>()
  readonly #heard = new Map<string, number>()
  #near: { key: string; doses: Dose[] } | null = null
  #revision = 0

  constructor(zone: string, since: number) {
    this.zone = zone
    this.zoneLearned = since
  }

  addPlan(medicationId: MedicationId, version: PlanVersion): void {
    this.plans.set(medicationId, [version])
    this.#revision += 1
  }

  /** docs/sync-spec.md, S5: starts a new version at the edit, never before the start of the last one. */
  edit({ medicationId, at, plan }: PlanEdit, now: number): void {
    const versions = this.plans.get(medicationId) ?? []
    const from = Math.max(at, versions.at(-1)?.from ?? at)
    const earlier = versions.filter((version) => version.from < from)
    this.plans.set(medicationId, [...earlier, { from, learned: now, plan }])
    this.#revision += 1
  }

  travel(zone: string, now: number): void {
    if (zone === this.zone) return
    this.zone = zone
    this.zoneLearned = now
    this.#revision += 1
  }

  /** @param now when this place learned of it (ms) */
  add(act: Act, now = act.at): void {
    if (this.#acts.has(act.id)) return
    this.#heard.set(act.id, now)
    this.#acts.set(act.id, act)
    const day = dayOf(act.dose)
    this.#byDay.set(day, [...(this.#byDay.get(day) ?? []), act])
  }

  /** Returns when this place learned of that act (ms). */
  heard = ({ id }: Act): number => this.#heard.get(id) ?? 0

  /** Adds what the other place knows. */
  takeOver(other: Knowledge, now: number): void {
    for (const act of other.#acts.values()) this.add(act)
    for (const [id, versions] of other.plans) this.plans.set(id, [...versions])
    this.travel(other.zone, now)
    this.#revision += 1
  }

  forget(now: number): void {
    for (const [id, act] of this.#acts) {
      if (act.at >= now - REMEMBERED) continue
      this.#acts.delete(id)
      this.#heard.delete(id)
    }
    for (const [day, acts] of this.#byDay) {
      if (acts.every(({ id }) => !this.#acts.has(id))) this.#byDay.delete(day)
    }
  }

  instantOf = ({ date, time }: Pick<Dose, 'date' | 'time'>): number => wallClockOf(this.zone).instantOf(date, time)

  /** R1.3: whether the plan in force at the planned instant contains it. */
  isPlanned(dose: Dose): boolean {
    return this.#plannedAt(dose) !== null
  }

  /** Returns the instant (ms) at which a dose is planned: elapsed hours may mean the second of two equal minutes. */
  dueOf = (dose: Dose): number => this.#plannedAt(dose) ?? this.instantOf(dose)

  #plannedAt = ({ medicationId, date, time }: Dose): number | null =>
    this.#plannedOn(medicationId, date).find((moment) => moment.time === time)?.at ?? null

  /** Returns the doses of a date in the plans that are in force at their instants. */
  #plannedOn(medicationId: MedicationId, date: LocalDate): Moment[] {
    const versions = this.plans.get(medicationId) ?? []
    const clock = wallClockOf(this.zone)
    return versions.flatMap(({ plan, from }, index) => {
      const end = versions[index + 1]?.from ?? Number.POSITIVE_INFINITY
      return momentsOn(plan, date, clock).filter(({ at }) => at >= from && at < end)
    })
  }

  /** Returns the instant from which this place has known that the dose is planned, and when (ms). */
  learned(dose: Dose): number {
    return Math.max(this.zoneLearned, this.#versionAt(dose.medicationId, this.dueOf(dose))?.learned ?? 0)
  }

  /** Returns the times of its date in the plan that is in force at its instant. */
  #timesFor(dose: Dose): readonly LocalTime[] {
    const version = this.#versionAt(dose.medicationId, this.instantOf(dose))
    return version ? momentsOn(version.plan, dose.date, wallClockOf(this.zone)).map(({ time }) => time) : []
  }

  #versionAt(medicationId: MedicationId, at: number): PlanVersion | undefined {
    return this.plans.get(medicationId)?.findLast(({ from }) => from <= at)
  }

  /** Returns the acts that were not undone. */
  standing(dose: Dose): Act[] {
    const acts = (this.#byDay.get(dayOf(dose)) ?? []).filter(({ dose: { id } }) => id === dose.id)
    const undone = new Set(acts.map(({ undoes }) => undoes))
    return acts.filter(({ id, kind }) => kind !== 'undone' && !undone.has(id))
  }

  acts = (dose: Dose): Act[] => (this.#byDay.get(dayOf(dose)) ?? []).filter(({ dose: { id } }) => id === dose.id)

  isSettled = (dose: Dose): boolean => this.standing(dose).some(({ kind }) => kind !== 'snoozed' && kind !== 'moved')

  /** R1.5: a dose of the day that was logged under another plan counts for the one nearest to it. */
  isAnswered(dose: Dose): boolean {
    const ofDay = new Map((this.#byDay.get(dayOf(dose)) ?? []).map((act) => [act.dose.id, act.dose]))
    return [...ofDay.values()].some((other) => {
      if (other.id === dose.id || this.isPlanned(other) || !this.isSettled(other)) return false
      const times = this.#timesFor(other)
      const nearest = Math.min(...times.map((time) => minutesBetween(time, other.time)))
      return times.find((time) => minutesBetween(time, other.time) === nearest) === dose.time
    })
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
   * Returns when its reminder starts (ms): as planned or moved, or at the end of the latest snooze made since; null when
   * it has none.
   */
  startOf(dose: Dose): number | null {
    if (!this.isAsked(dose)) return null
    const move = this.#moveOf(dose)
    const snoozes = this.standing(dose).filter((act) => act.kind === 'snoozed' && (!move || byEntry(act, move) > 0))
    return Math.max(this.placeOf(dose), ...snoozes.map(({ until }) => until))
  }

  /** Whether the user asked for it at another time. */
  isPutOff = (dose: Dose): boolean => this.standing(dose).some(({ kind }) => kind === 'snoozed' || kind === 'moved')

  /** Returns planned doses from two days before that instant to a day and a half after it. */
  dosesNear(now: number): readonly Dose[] {
    const key = `${this.#revision} ${Math.floor(now / DAY)}`
    if (this.#near?.key === key) return this.#near.doses
    const today = new Date(now).toISOString().slice(0, 10) as LocalDate
    const doses = [...this.plans.keys()].flatMap((medicationId) =>
      [-3, -2, -1, 0, 1, 2].flatMap((days) => {
        const date = addDays(today, days)
        const times = new Set(this.#plannedOn(medicationId, date).map(({ time }) => time))
        return [...times].map((time) => doseOf(medicationId, date, time))
      }),
    )
    this.#near = { key, doses }
    return doses
  }
}

const known = new Map<string, Dose>()

/** Returns the dose of that wall time: always the same object. */
export function doseOf(medicationId: MedicationId, date: LocalDate, time: LocalTime): Dose {
  const key = `${medicationId} ${date} ${time}`
  const dose = known.get(key) ?? { id: slotIdOf(medicationId, date, time), medicationId, date, time }
  known.set(key, dose)
  return dose
}

export const byEntry = (a: Act, b: Act): number => a.at - b.at || (a.id < b.id ? -1 : 1)

const dayOf = ({ medicationId, date }: Dose): string => `${medicationId} ${date}`

const minutesOf = (time: LocalTime): number =>
  (Date.parse(`1970-01-01T${time}:00Z`) - Date.parse('1970-01-01T00:00:00Z')) / MINUTE

const minutesBetween = (a: LocalTime, b: LocalTime): number => Math.abs(minutesOf(a) - minutesOf(b))
