import { HOUR, type LocalDate, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import type { SimulatedDevice } from './device.ts'
import { nameOf } from './fates.ts'
import type { Act, Dose } from './knowledge.ts'
import { type Person, timeBetween, ZONES } from './people.ts'
import { anyPlan, dailyAt, everyTime, type YearPlan } from './plans.ts'
import type { Scene } from './scene.ts'

/** Its times are those of its steps or its window. */
const hasNoTimes = ({ reminderTimes }: YearPlan): boolean => reminderTimes.length === 0

interface ActPorts {
  /** Synchronises a device with the server, both ways. */
  sync(person: Person, device: SimulatedDevice): Promise<void>
  /** Makes the server process due reminders. */
  pass(): Promise<void>
  /** Schedules what will happen around the doses that are planned by now. */
  plan(person: Person): void
  /** Schedules the checks around a reminder that begins at that instant (ms). */
  watch(person: Person, start: number): void
}

/** What users do: take, skip, snooze, undo, edit a plan, follow another zone. */
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
    const act = await device.log(dose, kind, minutes)
    if (!act) {
      this.#scene.problems.push(`${nameOf(person, dose)} is not shown by ${device.name}`)
      return
    }
    if (kind === 'snoozed') this.#snoozed(person, dose, act)
    else this.#logged(person, act)
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
    if (person.chance.chance(0.6))
      this.#scene.times.at(this.#now + person.chance.between(1, 20) * MINUTE, () =>
        this.#act(person, act.dose, 'taken'),
      )
    await this.#ports.sync(person, device)
  }

  /** Moves one time of one medication, or changes its kind too, in the middle of a day, with or without a network. */
  async edit(person: Person): Promise<void> {
    const awake = person.devices.filter((device) => device.awake.isOn(this.#now))
    if (awake.length === 0 || person.devices.some(({ unsent }) => unsent.edits.length > 0)) return
    const device = person.chance.pick(awake)
    const [medicationId, versions] = person.chance.pick([...device.knows.plans])
    const kept = versions.at(-1)?.plan ?? dailyAt([])
    const before = everyTime(kept)
    const moved = before.length > 0 ? person.chance.pick(before) : null
    const time = person.chance.chance(0.3) ? this.#soon(person) : timeBetween(person.chance, 5, 23)
    const times = [...new Set([...before.filter((one) => one !== moved), time])].sort()
    const today = new Date(this.#now).toISOString().slice(0, 10) as LocalDate
    const isOther = hasNoTimes(kept) || person.chance.chance(0.4)
    const plan = isOther ? anyPlan(person.chance, times, today) : { ...kept, reminderTimes: times }
    if (JSON.stringify(plan) === JSON.stringify(kept)) return
    await device.edit({ medicationId, at: this.#now, plan })
    if (plan.schedule.kind !== kept.schedule.kind) this.#scene.counts.otherKinds += 1
    this.#scene.counts.edits += 1
    if (!device.isReachable(this.#now)) this.#scene.counts.editsMadeOffline += 1
    this.#ports.plan(person)
    await this.#ports.sync(person, device)
  }

  /** Returns a time a few minutes from now or ago, for an edit in the middle of a reminder. */
  #soon({ server, chance }: Person): LocalTime {
    const format = new Intl.DateTimeFormat('en-GB', { timeZone: server.zone, timeStyle: 'short' })
    return format.format(this.#now + chance.between(-12, 12) * MINUTE) as LocalTime
  }

  /** Makes reminders follow another zone from now on (R1.6), or the user's own again. */
  async travel(person: Person): Promise<void> {
    const device = person.devices.find((one) => one.isReachable(this.#now))
    if (!device || !this.#scene.server.isUp) return
    const isAway = person.server.zone !== person.name
    const zone = isAway ? person.name : person.chance.pick(ZONES.filter((one) => one !== person.name))
    await this.#ports.sync(person, device)
    const payload = { timeZone: zone }
    const { statusCode } = await person.account.inject({ method: 'PATCH', url: '/api/user/profile', payload })
    if (statusCode !== 200) this.#scene.problems.push(`${person.name}: following ${zone} answered ${statusCode}`)
    person.server.travel(zone, this.#now)
    person.stays.push({ zone, from: this.#now })
    this.#scene.counts.journeys += 1
    person.sends.heard(this.#now)
    await this.#ports.sync(person, device)
    this.#ports.plan(person)
    await this.#ports.pass()
  }
}
