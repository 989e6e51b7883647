import type { MedicationId } from '#domain/lib/ids.ts'
import { DAY, HOUR, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import type { SimulatedDevice } from './device.ts'
import type { Act, Dose, ExtraAct } from './doses.ts'
import { nameOf } from './fates.ts'
import type { Person } from './people.ts'
import type { Scene } from './scene.ts'

export interface ActPorts {
  /** Synchronises a device with the server, both ways. */
  sync(person: Person, device: SimulatedDevice): Promise<void>
  /** Makes the server process due reminders. */
  pass(): Promise<void>
  /** Schedules what will happen around the doses that are planned by now. */
  plan(person: Person): void
  /** Schedules the checks around a reminder that begins at that instant (ms). */
  watch(person: Person, start: number): void
}

/** What users do about doses: take, skip, snooze, move, undo. */
export class Acts {
  readonly #scene: Scene
  readonly #ports: ActPorts

  constructor(scene: Scene, ports: ActPorts) {
    this.#scene = scene
    this.#ports = ports
  }

  get #now(): number {
    return this.#scene.server.clock.now()
  }

  /** Decides what the user will do about a dose planned for that instant (ms). */
  plan(person: Person, dose: Dose, at: number): void {
    const { chance } = person
    const soon = at + chance.between(1, 16 * 60) * 1000
    const fate = chance.next()
    const add = (when: number, kind: 'taken' | 'skipped' | 'snoozed') =>
      this.#scene.times.at(when, () => this.#act(person, dose, kind))
    if (fate < 0.12) return
    if (fate < 0.22) add(at - chance.between(1, 30) * MINUTE, 'taken')
    else if (fate < 0.32) add(soon, 'skipped')
    else if (fate < 0.82) add(soon, 'taken')
    else if (fate < 0.85) add(at + chance.between(1, 20) * HOUR, 'taken')
    else if (fate < 0.93) this.#scene.times.at(at + chance.between(-240, 12) * MINUTE, () => this.#move(person, dose))
    else add(soon, 'snoozed')
  }

  async #act(person: Person, dose: Dose, kind: 'taken' | 'skipped' | 'snoozed'): Promise<void> {
    const able = person.devices.filter(({ awake, knows }) => awake.isOn(this.#now) && knows.isAsked(dose))
    if (able.length === 0 || this.#isPlannedTooFarAhead(able, dose)) return
    const device = person.chance.pick(able)
    const minutes = person.chance.pick([5, 10, 30, 60])
    const isLate = kind === 'taken' && person.chance.chance(0.15)
    const takenAt = isLate ? this.#now - person.chance.between(5, 180) * MINUTE : undefined
    const act = await device.log(dose, kind, minutes, takenAt)
    if (!act) {
      this.#scene.problems.push(`${nameOf(person, dose)} is not shown by ${device.name}`)
      return
    }
    if (isLate) this.#scene.counts.enteredLater += 1
    if (kind === 'snoozed') this.#snoozed(person, dose, act)
    else this.#logged(person, act)
    this.#planAfter(person, device, dose.medicationId)
    await this.#ports.sync(person, device)
  }

  /** Moves it to later the same day, or to before its time. */
  async #move(person: Person, dose: Dose): Promise<void> {
    const able = person.devices.filter(({ awake, knows }) => awake.isOn(this.#now) && knows.isAsked(dose))
    if (able.length === 0) return
    const device = person.chance.pick(able)
    const target = this.#now + person.chance.between(5, 240) * MINUTE
    const to = new Intl.DateTimeFormat('en-GB', { timeZone: device.knows.zone, timeStyle: 'short' }).format(
      target,
    ) as LocalTime
    const start = device.knows.instantOf({ date: dose.date, time: to })
    // Only to a time of its date that is ahead.
    if (Math.abs(start - target) >= MINUTE) return
    const act = await device.move(dose, to)
    if (!act) {
      this.#scene.problems.push(`${nameOf(person, dose)} is not shown by ${device.name}`)
      return
    }
    this.#scene.counts.moves += 1
    this.#ports.watch(person, start)
    const fate = person.chance.next()
    if (fate < 0.2)
      this.#scene.times.at(this.#now + person.chance.between(1, 30) * MINUTE, () => this.#undo(person, act))
    else if (fate < 0.35)
      this.#scene.times.at(start - person.chance.between(0, 4) * MINUTE, () => this.#move(person, dose))
    else if (fate < 0.9) {
      const kind = person.chance.pick(['taken', 'taken', 'skipped', 'snoozed'] as const)
      this.#scene.times.at(start + person.chance.between(1, 14) * MINUTE, () => this.#act(person, dose, kind))
    }
    await this.#ports.sync(person, device)
  }

  /** Whether the dose was planned for a zone that reminders no longer follow. */
  #isPlannedTooFarAhead = (able: readonly SimulatedDevice[], dose: Dose): boolean =>
    able.some(({ knows }) => knows.dueOf(dose) > this.#now + HOUR)

  #snoozed(person: Person, dose: Dose, { until }: Act): void {
    this.#scene.counts.snoozes += 1
    this.#ports.watch(person, until)
    const later = until + person.chance.between(1, 14) * MINUTE
    if (person.chance.chance(0.7))
      this.#scene.times.at(later, () => this.#act(person, dose, person.chance.chance(0.2) ? 'snoozed' : 'taken'))
  }

  #logged(person: Person, act: Act): void {
    this.#scene.counts.takenOrSkipped += 1
    if (!person.chance.chance(0.1)) return
    this.#scene.times.at(this.#now + person.chance.between(20, 12 * 60) * 1000, () => this.#undo(person, act))
  }

  async #undo(person: Person, act: Act): Promise<void> {
    const able = person.devices.filter(
      ({ awake, knows }) => awake.isOn(this.#now) && knows.standing(act.dose).some(({ id }) => id === act.id),
    )
    if (able.length === 0) return
    const device = person.chance.pick(able)
    if (!(await device.undo(act))) {
      this.#scene.problems.push(`${nameOf(person, act.dose)} cannot be undone on ${device.name}`)
      return
    }
    this.#scene.counts.undos += 1
    if (act.kind === 'moved') this.#scene.counts.movesUndone += 1
    this.#planAfter(person, device, act.dose.medicationId)
    if (person.chance.chance(0.6))
      this.#scene.times.at(this.#now + person.chance.between(1, 20) * MINUTE, () =>
        this.#act(person, act.dose, 'taken'),
      )
    await this.#ports.sync(person, device)
  }

  /** What was logged may bring up other doses, on this device at once. */
  #planAfter(person: Person, { knows }: SimulatedDevice, medicationId: MedicationId): void {
    if (knows.planned.counted.has(medicationId)) this.#ports.plan(person)
  }

  /** Decides what the user will do today beside the plan, and about doses that wait until they are logged. */
  day(person: Person): void {
    const { chance, server } = person
    for (const medicationId of server.plans.keys()) {
      const waiting = server.waitingOf(medicationId)
      if (!waiting || server.dueOf(waiting) > this.#now - 2 * HOUR) continue
      const kind = chance.pick(['taken', 'taken', 'taken', 'skipped'] as const)
      this.#scene.times.at(this.#now + chance.between(0, DAY - 1), () => this.#act(person, waiting, kind))
    }
    const counted = [...server.planned.counted]
    if (counted.length === 0 || !chance.chance(0.3)) return
    const medicationId = chance.pick(counted)
    this.#scene.times.at(this.#now + chance.between(0, DAY - 1), () => this.#takeExtra(person, medicationId))
  }

  async #takeExtra(person: Person, medicationId: MedicationId): Promise<void> {
    const able = person.devices.filter(({ awake }) => awake.isOn(this.#now))
    if (able.length === 0) return
    const device = person.chance.pick(able)
    const extra = await device.takeExtra(medicationId)
    this.#scene.counts.extras += 1
    if (person.chance.chance(0.3))
      this.#scene.times.at(this.#now + person.chance.between(1, 300) * MINUTE, () => this.#undoExtra(person, extra))
    this.#planAfter(person, device, medicationId)
    await this.#ports.sync(person, device)
  }

  async #undoExtra(person: Person, extra: ExtraAct): Promise<void> {
    const able = person.devices.filter(({ awake, knows }) => awake.isOn(this.#now) && knows.log.isStandingExtra(extra))
    if (able.length === 0) return
    const device = person.chance.pick(able)
    if (!(await device.undoExtra(extra))) {
      this.#scene.problems.push(`${person.name}: ${device.name} lacks a dose beside the plan`)
      return
    }
    this.#scene.counts.extrasUndone += 1
    this.#planAfter(person, device, extra.medicationId)
    await this.#ports.sync(person, device)
  }
}
