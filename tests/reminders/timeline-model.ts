import { type Instant, toInstant } from '#domain/lib/instant.ts'
import { DAY, HOUR, type LocalDate, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { DoseNotices } from '#domain/records/dose-notices.ts'
import { STAGES } from '#domain/reminders/alerts.ts'
import { METFORMIN } from '#domain/testing/samples.ts'
import type { PlannedSlot, PlotPlan } from './plot-plan.ts'
import type { WallClock } from './wall-clock.ts'

/** What the user did with one dose, and did not undo: no fold, just the acts. */
export interface Standing {
  kind: 'taken' | 'skipped' | 'snoozed' | 'moved'
  event: DoseEvent
  /** The end of a snooze (ms). */
  until: number
  /** The time of its date to which it was moved. */
  movedTo?: LocalTime
}

/** How long a hidden page leaves announcing to a visible one (ms). */
const GIVE_WAY = 45_000
/** How long a reminder is announced, and how long a follow-up is there (ms). */
const RINGS = 10.5 * MINUTE
const LASTS = 15 * MINUTE

/** What the rules say of the doses of one timeline (specification, section 4; R1, R5.1, R9), without fold and alerts. */
export class TimelineModel {
  readonly #plan: PlotPlan
  readonly #fates = new Map<string, { slot: PlannedSlot; standing: Standing[] }>()
  readonly #dismissed = new Set<string>()
  readonly #events: readonly DoseEvent[]
  #clock: WallClock
  #planned: readonly PlannedSlot[] = []
  /** The planned doses that are listed: all but those that were logged under another name. */
  slots: readonly PlannedSlot[] = []

  constructor(plan: PlotPlan, clock: WallClock, events: readonly DoseEvent[]) {
    this.#plan = plan
    this.#clock = clock
    this.#events = events
    this.replan()
  }

  /** Plans anew, after an act or on another clock. */
  replan(clock: WallClock = this.#clock): void {
    this.#clock = clock
    this.#planned = this.#plan.slots(clock, this.#events)
    this.slots = this.#plan.kind === 'afterDose' ? this.#unlogged() : this.#planned
  }

  /** R1.4: what was logged under one name is not asked for under the one that it has on another clock. */
  #unlogged(): readonly PlannedSlot[] {
    const acts = [...this.#fates.values()].map(({ slot }) => this.#settlingAct(slot))
    const logged = new Set(acts.map((act) => act?.event.snapshot.plannedAt))
    const isLogged = (slot: PlannedSlot) => isFollowing(slot) && logged.has(toInstant(slot.at))
    return this.#planned.filter((slot) => this.isSettled(slot) || !isLogged(slot))
  }

  #settlingAct = (slot: PlannedSlot): Standing | undefined =>
    this.standing(slot).find(({ kind }) => kind === 'taken') ??
    this.standing(slot).find(({ kind }) => kind === 'skipped')

  /** Returns the planned instant that an entry about this dose says; undefined if its plan does not count from the log. */
  instantToLog(slot: PlannedSlot): Instant | undefined {
    const { kind } = this.#plan
    const settled = this.#settlingAct(slot)
    if (settled?.event.snapshot.plannedAt) return settled.event.snapshot.plannedAt
    return (kind === 'afterDose' && isFollowing(slot)) || (kind === 'afterTaken' && !settled)
      ? toInstant(slot.at)
      : undefined
  }

  keyOf = ({ medicationId, date, time }: Pick<PlannedSlot, 'medicationId' | 'date' | 'time'>): string =>
    `${medicationId.slice(-1)} ${date} ${time}`

  standing(slot: PlannedSlot): Standing[] {
    const key = this.keyOf(slot)
    const fate = this.#fates.get(key) ?? { slot, standing: [] }
    this.#fates.set(key, fate)
    return fate.standing
  }

  isSettled = (slot: PlannedSlot): boolean =>
    this.standing(slot).some(({ kind }) => kind === 'taken' || kind === 'skipped')

  #lastMove(slot: PlannedSlot): Standing | undefined {
    return this.standing(slot)
      .filter(({ kind }) => kind === 'moved')
      .sort(byEntry)
      .at(-1)
  }

  /** R1.9: where the dose stands, as planned or moved (ms). */
  atOf(slot: PlannedSlot): number {
    const move = this.#lastMove(slot)
    return move?.movedTo && move.movedTo !== slot.time ? this.#clock.instantOf(slot.date, move.movedTo) : slot.at
  }

  /** What its reminder counts from (ms); null when it has none. */
  startOf(slot: PlannedSlot): number | null {
    if (this.isSettled(slot)) return null
    const move = this.#lastMove(slot)
    const snoozes = this.standing(slot).filter((one) => one.kind === 'snoozed' && (!move || byEntry(one, move) > 0))
    return Math.max(this.atOf(slot), ...snoozes.map(({ until }) => until))
  }

  noticesOf = ({ medicationId }: PlannedSlot): DoseNotices | null =>
    this.#plan.medications.find(({ id }) => id === medicationId)?.notices ?? null

  /** Whether it waits until it is logged (R1.8). */
  #waits = (slot: PlannedSlot): boolean => this.#plan.kind === 'afterTaken' && !this.isSettled(slot)

  isMissed(slot: PlannedSlot, start: number, now: number): boolean {
    if (this.#waits(slot) || now < start + LASTS) return false
    const at = this.atOf(slot)
    const later = this.#planned.filter((one) => one !== slot && one.medicationId === slot.medicationId && one.at > at)
    return now >= Math.min(at + DAY, ...later.map((one) => one.at))
  }

  /** Returns which notice of an open dose is to be announced at that moment, in minutes from its start. */
  stageAt(slot: PlannedSlot, start: number, now: number): number | null {
    const notices = this.noticesOf(slot)
    const headsUp = notices?.headsUp ?? null
    if (now < start)
      return headsUp !== null && start === this.atOf(slot) && now >= start - headsUp * MINUTE ? -headsUp : null
    if (now < start + RINGS) return STAGES.findLast((minutes) => now >= start + minutes * MINUTE) ?? 0
    const followUp = notices?.followUps.findLast((minutes) => now >= start + minutes * MINUTE)
    const isThere = followUp !== undefined && now < start + followUp * MINUTE + LASTS
    return isThere && !this.isMissed(slot, start, now) ? followUp : null
  }

  /** Returns the names of what must be announced when a caller checks that looks through these dates. */
  expectedAt(now: number, { from, to }: { from: LocalDate; to: LocalDate }, givesWay: boolean): string[] {
    return this.slots.flatMap((slot) => {
      if (slot.date > to || (slot.date < from && !this.#waits(slot))) return []
      const start = this.startOf(slot)
      const stage = start === null ? null : this.stageAt(slot, start, now)
      if (start === null || stage === null) return []
      if (stage >= 0 && this.#dismissed.has(dismissal(this.keyOf(slot), start, stage))) return []
      if (givesWay && now - (start + stage * MINUTE) <= GIVE_WAY) return []
      return [nameOf(this.keyOf(slot), start, stage)]
    })
  }

  dismiss(key: string, start: number, stage: number): void {
    this.#dismissed.add(dismissal(key, start, stage))
  }

  /** Returns doses that a user may do something with around that moment. */
  near = (now: number, date: LocalDate): PlannedSlot[] =>
    this.slots.filter((slot) => Math.abs(slot.at - now) < 2 * HOUR || slot.date === date)

  /**
   * Returns doses that were logged and are no longer planned, because what they followed was undone (R1.10) or because
   * they have another name on this clock (R1.4).
   */
  strays(): PlannedSlot[] {
    const planned = new Set(this.#planned.map(this.keyOf))
    return [...this.#fates]
      .filter(([key, { slot }]) => !planned.has(key) && this.isSettled(slot))
      .map(([, { slot }]) => slot)
  }

  hasActs = (): boolean => [...this.#fates.values()].some(({ standing }) => standing.length > 0)
}

/** In a plan that follows another medication: whether it is a dose of the one that follows. */
const isFollowing = ({ medicationId }: PlannedSlot): boolean => medicationId !== METFORMIN

/** A follow-up has a dismissal of its own (R9.3). */
const dismissal = (key: string, start: number, stage: number): string =>
  `${key} ${start}${stage > 10 ? ` ${stage}` : ''}`

export const nameOf = (key: string, start: number, stage: number): string => `${key} from ${start} stage ${stage}`

const byEntry = (a: Standing, b: Standing): number =>
  Date.parse(a.event.loggedAt) - Date.parse(b.event.loggedAt) || (a.event.id < b.event.id ? -1 : 1)
