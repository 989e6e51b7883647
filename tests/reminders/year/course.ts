import { DAY, HOUR, MINUTE } from '#domain/lib/local-time.ts'
import type { Spells } from '#tests/reminders/spells.ts'
import { type ActPorts, Acts } from './acts.ts'
import { DeviceLife } from './device-life.ts'
import type { Dose } from './doses.ts'
import { Edits } from './edits.ts'
import { LOOKED_BACK_AFTER, reckonFates } from './fates.ts'
import { newPerson, type Person, signInAgain } from './people.ts'
import type { Scene } from './scene.ts'
import { REMINDER_LENGTH, STAGE_MINUTES } from './sends-reckoning.ts'
import { ServerLife } from './server-life.ts'

/** How often an open page checks for due reminders (ms; specification, section 4). */
const CHECK_EVERY = 30_000
/** When all news about a dose has reached everyone: longer than any spell without a network. */
const SETTLED_AFTER = 5 * DAY
/** After the last dose has been checked. */
const END_OF_LAST_DAY = 27 * HOUR
const SIGN_IN_EVERY = 90 * DAY
const MOST_PROBLEMS = 40

/**
 * Returns when devices are asked what became of a dose that is planned for `at`: a day later, but before it is accounted
 * for. One that follows from the log may come up days after its time (R1.8). All in ms.
 * @param from the beginning of the first day
 */
export function lookBackAt(at: number, now: number, from: number): number {
  const later = Math.max(at, now) + LOOKED_BACK_AFTER
  const reckoned = at - ((at - from) % DAY) + SETTLED_AFTER
  return now < reckoned ? Math.min(later, reckoned - 1) : later
}

/**
 * Runs the simulated time: what users, devices and the server do, each at its instant, checked against the rules.
 */
export class YearCourse {
  readonly #scene: Scene
  readonly #devices: DeviceLife
  readonly #life: ServerLife
  readonly #acts: Acts
  readonly #edits: Edits

  constructor(scene: Scene) {
    this.#scene = scene
    const pass = () => this.#life.pass()
    const plan = (person: Person) => this.#plan(person)
    this.#devices = new DeviceLife(scene, { pass, plan })
    this.#life = new ServerLife(scene, this.#devices)
    const ports: ActPorts = {
      pass,
      plan,
      sync: (person, device) => this.#devices.sync(person, device),
      watch: (person, start) => this.#watch(person, start),
    }
    this.#acts = new Acts(scene, ports)
    this.#edits = new Edits(scene, ports)
  }

  get #now(): number {
    return this.#scene.server.clock.now()
  }

  async play(zones: readonly string[]): Promise<void> {
    const { from, to, server, chance, people, times, isFromLog, counts, problems } = this.#scene
    const span = { from, to: to + END_OF_LAST_DAY }
    for (const zone of zones) {
      const person = await newPerson(server, chance.fork(zone), zone, span, isFromLog)
      people.push(person)
      for (const device of person.devices) await this.#devices.sync(person, device)
    }
    for (const person of people) this.#planPerson(person)
    this.#life.plan()
    for (let next = times.take(); next && next.at < span.to; next = times.take()) {
      if (problems.length >= MOST_PROBLEMS) break
      server.clock.set(next.at)
      await next.item()
    }
    await this.#end()
    counts.pushesLost += server.push.lost
    problems.push(...server.faults.map(String))
    for (const { devices } of people) for (const device of devices) device.close()
  }

  /** Brings every device back and accounts for what is left. */
  async #end(): Promise<void> {
    const { from, to, server, people } = this.#scene
    if (!server.isUp) await server.start()
    await this.#life.pass()
    for (const person of people) {
      for (const device of person.devices) {
        device.comesBack()
        await this.#devices.sync(person, device)
      }
      // What follows from the log may have come up only now.
      for (const dose of person.server.dosesNear(this.#now)) {
        if (person.server.isFromLog(dose)) await this.#devices.lookBack(person, dose)
      }
      for (let day = Math.max(from, to - SETTLED_AFTER); day < to; day += DAY) await this.#reckon(person, day)
    }
  }

  #planPerson(person: Person): void {
    const { from, to } = this.#scene
    for (let day = from; day < to; day += DAY) this.#scene.times.at(day, () => this.#day(person, day))
    for (const device of person.devices) {
      const { awake, online, open } = device
      this.#scene.counts.offlineSpells += online.on.length - 1
      this.#scene.counts.sleepSpells += awake.on.length - 1
      for (const spells of [awake, online]) this.#atBegins(spells, () => this.#devices.reached(person, device))
      this.#atBegins(open, () => this.#devices.launch(person, device))
    }
    const { chance } = person
    for (let at = from + chance.between(DAY, 9 * DAY); at < to - DAY; at += chance.between(3 * DAY, 14 * DAY)) {
      this.#scene.times.at(at, () => this.#edits.edit(person))
    }
    for (let at = from + chance.between(2 * DAY, 40 * DAY); at < to - DAY; at += chance.between(4 * DAY, 50 * DAY)) {
      this.#scene.times.at(at, () => this.#edits.travel(person))
    }
  }

  #atBegins({ on }: Spells, item: () => Promise<void>): void {
    for (const { from } of on.slice(1)) this.#scene.times.at(from, item)
  }

  /** Plans the coming day, and accounts for one long past. */
  async #day(person: Person, day: number): Promise<void> {
    const { from } = this.#scene
    if (day > from && ((day - from) / DAY) % (SIGN_IN_EVERY / DAY) === 0) await signInAgain(this.#scene.server, person)
    this.#plan(person)
    this.#acts.day(person)
    for (const knowledge of [person.server, ...person.devices.map(({ knows }) => knows)]) knowledge.forget(day)
    if (person === this.#scene.people[0]) this.#scene.onDay?.((day - from) / DAY)
    const over = day - SETTLED_AFTER
    if (over >= from) await this.#reckon(person, over)
  }

  /** Accounts for the doses and sends of a day, once all news about them has reached everyone. */
  async #reckon(person: Person, day: number): Promise<void> {
    const { server, counts, problems } = this.#scene
    const problem = (text: string) => problems.push(text)
    reckonFates(person, day, day + DAY, { wasUp: this.#life.wasUp, counts, problem })
    const subscriptions = person.devices.map(({ subscription }) => subscription)
    const { db } = server.app
    const wrong = await person.sends.settle(db, person.account.user.id, subscriptions, day + DAY, counts)
    problems.push(...wrong.map((text) => `${person.name} ${text}`))
  }

  /** Schedules what will happen around the doses of the next day, as planned by any place. */
  #plan(person: Person): void {
    const { to } = this.#scene
    const end = Math.min(this.#now + DAY, to)
    for (const dose of person.logDoses.heard(this.#now)) this.#lookBackAt(person, dose, person.server.dueOf(dose))
    for (const knowledge of [person.server, ...person.devices.map(({ knows }) => knows)]) {
      for (const dose of knowledge.dosesNear(this.#now)) {
        const at = knowledge.dueOf(dose)
        if (at < this.#now - DAY || at >= end) continue
        const isFromLog = knowledge.isFromLog(dose)
        if (isFromLog) person.logDoses.saw(dose, at)
        // One that follows from the log may come up after its time.
        if (at < this.#now && !isFromLog) continue
        if (!this.#scene.times.isNew(`plan ${person.name} ${dose.id} ${at}`)) continue
        this.#watch(person, at)
        this.#acts.plan(person, dose, Math.max(at, this.#now))
        this.#lookBackAt(person, dose, at)
      }
    }
  }

  #lookBackAt(person: Person, dose: Dose, at: number): void {
    const when = lookBackAt(at, this.#now, this.#scene.from)
    this.#scene.times.once(`look back ${person.name} ${dose.id}`, when, () => this.#devices.lookBack(person, dose))
  }

  /**
   * Schedules the checks of a reminder: the server's at every stage, and every 30 seconds those of open pages. Other
   * devices check when something reaches them.
   */
  #watch(person: Person, start: number): void {
    for (const minutes of [...STAGE_MINUTES, 15])
      this.#scene.times.once('pass', start + minutes * MINUTE, () => this.#life.pass())
    const offset = person.chance.between(0, 29) * 1000
    for (let at = start + offset; at < start + REMINDER_LENGTH; at += CHECK_EVERY) {
      this.#scene.times.once(`look ${person.name}`, at, () => this.#devices.look(person))
    }
  }
}
