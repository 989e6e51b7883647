import type { DoseState } from '#domain/doses/slot-state.ts'
import { DAY, HOUR, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import { ringKey } from '#domain/reminders/alerts.ts'
import type { Spells } from '#tests/reminders/spells.ts'
import type { Chance } from '#tests/sync/prng.ts'
import { noYearCounts, type YearCounts } from './counts.ts'
import type { SimulatedDevice } from './device.ts'
import { difference, expectedList, expectedRings } from './device-reckoning.ts'
import { nameOf, reckonFates } from './fates.ts'
import type { Act, Dose } from './knowledge.ts'
import { newPerson, type Person, signInAgain, timeBetween, ZONES } from './people.ts'
import type { Death } from './push-service.ts'
import type { Sabotage } from './sabotage.ts'
import { RING_LENGTH, STAGE_MINUTES } from './sends-reckoning.ts'
import type { SimulatedServer } from './server.ts'
import { Timetable } from './timetable.ts'

/** How often an open page looks for due reminders (specification, section 4). */
const LOOK_EVERY = 30_000
/** When everything about a dose has found its way: longer than any spell without a network. */
const SETTLED_AFTER = 5 * DAY
/** After the last dose was looked back at. */
const END_OF_LAST_DAY = 27 * HOUR
const SIGN_IN_EVERY = 90 * DAY
const MOST_PROBLEMS = 40

interface Course {
  from: number
  to: number
  sabotage: Sabotage | undefined
  /** Called at the end of each day of the first person. */
  onDay: ((day: number) => void) | undefined
}

/** The course of time: what people, devices and the server do, each at its instant, and what the rules say of it. */
export class YearCourse {
  readonly counts: YearCounts = noYearCounts()
  readonly problems: string[] = []
  readonly #people: Person[] = []
  readonly #times: Timetable
  readonly #downs: { from: number; to: number }[] = []
  readonly #server: SimulatedServer
  readonly #chance: Chance
  readonly #course: Course
  #dying: Death | null = null

  constructor(server: SimulatedServer, chance: Chance, course: Course) {
    this.#server = server
    this.#chance = chance
    this.#course = course
    this.#times = new Timetable(server.clock.now)
  }

  get #now(): number {
    return this.#server.clock.now()
  }

  async play(zones: readonly string[]): Promise<void> {
    const { from, to } = this.#course
    const span = { from, to: to + END_OF_LAST_DAY }
    for (const zone of zones) {
      const person = await newPerson(this.#server, this.#chance.fork(zone), zone, span)
      this.#people.push(person)
      for (const device of person.devices) await this.#sync(person, device)
    }
    for (const person of this.#people) this.#planPerson(person)
    this.#planServer()
    for (let next = this.#times.take(); next && next.at < span.to; next = this.#times.take()) {
      if (this.problems.length >= MOST_PROBLEMS) break
      this.#server.clock.set(next.at)
      await next.item()
    }
    await this.#end()
    this.counts.pushesLost += this.#server.push.lost
    this.problems.push(...this.#server.faults.map(String))
    for (const { devices } of this.#people) for (const device of devices) device.close()
  }

  /** Every device comes back, and what is left is reckoned. */
  async #end(): Promise<void> {
    const { from, to } = this.#course
    if (!this.#server.isUp) await this.#server.start()
    await this.#pass()
    for (const person of this.#people) {
      for (const device of person.devices) {
        device.comesBack()
        await this.#sync(person, device)
      }
      for (let day = Math.max(from, to - SETTLED_AFTER); day < to; day += DAY) await this.#reckon(person, day)
    }
  }

  #planServer(): void {
    const chance = this.#chance.fork('server')
    const { from, to } = this.#course
    for (let at = from + chance.between(HOUR, 3 * DAY); at < to; at += chance.between(DAY, 4 * DAY)) {
      const death = chance.pick<Death | null>([null, 'before it is sent', 'after it is sent'])
      const away = chance.chance(0.5)
        ? chance.between(2_000, 4 * MINUTE)
        : chance.between(MINUTE, 40 * MINUTE)
      this.#times.at(at, () => {
        if (!this.#server.isUp || this.#dying) return
        if (death === null) this.#stopServer(away)
        else this.#dying = death
      })
    }
  }

  #stopServer(away: number): void {
    this.#server.stop()
    this.counts.serverStops += 1
    this.#startLater(away)
  }

  #startLater(away: number): void {
    this.#downs.push({ from: this.#now, to: this.#now + away })
    this.#times.at(this.#now + away, async () => {
      await this.#server.start()
      // Now and then a device is there first.
      if (this.#chance.chance(0.3)) for (const person of this.#people) await this.#flush(person)
      await this.#pass()
    })
  }

  #planPerson(person: Person): void {
    const { from, to } = this.#course
    for (let day = from; day < to; day += DAY) this.#times.at(day, () => this.#day(person, day))
    for (const device of person.devices) {
      const { awake, online, open } = device
      this.counts.offlineSpells += online.on.length - 1
      this.counts.sleepSpells += awake.on.length - 1
      for (const spells of [awake, online]) this.#atBegins(spells, () => this.#reached(person, device))
      this.#atBegins(open, () => this.#launch(person, device))
    }
    const { chance } = person
    for (
      let at = from + chance.between(DAY, 9 * DAY);
      at < to - DAY;
      at += chance.between(3 * DAY, 14 * DAY)
    ) {
      this.#times.at(at, () => this.#edit(person))
    }
    for (
      let at = from + chance.between(2 * DAY, 40 * DAY);
      at < to - DAY;
      at += chance.between(4 * DAY, 50 * DAY)
    ) {
      this.#times.at(at, () => this.#travel(person))
    }
  }

  #atBegins({ on }: Spells, item: () => Promise<void>): void {
    for (const { from } of on.slice(1)) this.#times.at(from, item)
  }

  /** The day ahead, and what is long over. */
  async #day(person: Person, day: number): Promise<void> {
    const { from } = this.#course
    if (day > from && ((day - from) / DAY) % (SIGN_IN_EVERY / DAY) === 0)
      await signInAgain(this.#server, person)
    this.#plan(person)
    for (const knowledge of [person.server, ...person.devices.map(({ knows }) => knows)])
      knowledge.forget(day)
    if (person === this.#people[0]) this.#course.onDay?.((day - from) / DAY)
    const over = day - SETTLED_AFTER
    if (over >= from) await this.#reckon(person, over)
  }

  /** Accounts for the doses and the sends of a day, when everything about them has found its way. */
  async #reckon(person: Person, day: number): Promise<void> {
    const ports = {
      wasUp: (at: number) => this.#downs.every((down) => at < down.from || at >= down.to),
      counts: this.counts,
      problem: (text: string) => this.problems.push(text),
    }
    reckonFates(person, day, day + DAY, ports)
    const subscriptions = person.devices.map(({ subscription }) => subscription)
    const { db } = this.#server.app
    const wrong = await person.sends.settle(db, person.account.user.id, subscriptions, day + DAY, this.counts)
    this.problems.push(...wrong.map((text) => `${person.name} ${text}`))
  }

  /** What will happen around the doses of the next day, as any place plans them. */
  #plan(person: Person): void {
    const { to } = this.#course
    const end = Math.min(this.#now + DAY, to)
    for (const knowledge of [person.server, ...person.devices.map(({ knows }) => knows)]) {
      for (const dose of knowledge.dosesNear(this.#now)) {
        const at = knowledge.instantOf(dose)
        if (at < this.#now || at >= end) continue
        if (!this.#times.isNew(`plan ${person.name} ${dose.id} ${at}`)) continue
        this.#watch(person, at)
        this.#planActs(person, dose, at)
        this.#times.at(at + 26 * HOUR, () => this.#lookBack(person, dose))
      }
    }
  }

  /** The server looks at every stage of a ring; open pages look every 30 seconds, others when something reaches them. */
  #watch(person: Person, start: number): void {
    for (const minutes of [...STAGE_MINUTES, 15])
      this.#times.once('pass', start + minutes * MINUTE, () => this.#pass())
    const offset = person.chance.between(0, 29) * 1000
    for (let at = start + offset; at < start + RING_LENGTH; at += LOOK_EVERY) {
      this.#times.once(`look ${person.name}`, at, () => this.#look(person))
    }
  }

  #planActs(person: Person, dose: Dose, at: number): void {
    const { chance } = person
    const soon = at + chance.between(1, 16 * 60) * 1000
    const fate = chance.next()
    const add = (when: number, kind: 'taken' | 'skipped' | 'snoozed') =>
      this.#times.at(when, () => this.#act(person, dose, kind))
    if (fate < 0.12) return
    if (fate < 0.22) add(at - chance.between(1, 30) * MINUTE, 'taken')
    else if (fate < 0.32) add(soon, 'skipped')
    else if (fate < 0.82) add(soon, 'taken')
    else if (fate < 0.85) add(at + chance.between(1, 20) * HOUR, 'taken')
    else add(soon, 'snoozed')
  }

  #isReachable = (device: SimulatedDevice): boolean => device.isReachable(this.#now)

  async #act(person: Person, dose: Dose, kind: 'taken' | 'skipped' | 'snoozed'): Promise<void> {
    const able = person.devices.filter(({ awake, knows }) => awake.isOn(this.#now) && knows.isAsked(dose))
    if (able.length === 0 || this.#isPlannedTooFarAhead(able, dose)) return
    const device = person.chance.pick(able)
    const minutes = person.chance.pick([5, 10, 30, 60])
    const act = await device.log(dose, kind, minutes)
    if (!act) {
      this.problems.push(`${nameOf(person, dose)} is not shown by ${device.name}`)
      return
    }
    if (kind === 'snoozed') this.#snoozed(person, dose, act)
    else this.#logged(person, act)
    await this.#sync(person, device)
  }

  /** What was planned for a zone that reminders do not follow any more. */
  #isPlannedTooFarAhead = (able: readonly SimulatedDevice[], dose: Dose): boolean =>
    able.some(({ knows }) => knows.instantOf(dose) > this.#now + HOUR)

  #snoozed(person: Person, dose: Dose, { until }: Act): void {
    this.counts.snoozes += 1
    this.#watch(person, until)
    const later = until + person.chance.between(1, 14) * MINUTE
    if (person.chance.chance(0.7))
      this.#times.at(later, () => this.#act(person, dose, person.chance.chance(0.2) ? 'snoozed' : 'taken'))
  }

  #logged(person: Person, act: Act): void {
    this.counts.takenOrSkipped += 1
    if (!person.chance.chance(0.1)) return
    this.#times.at(this.#now + person.chance.between(20, 12 * 60) * 1000, () => this.#undo(person, act))
  }

  async #undo(person: Person, act: Act): Promise<void> {
    const able = person.devices.filter(
      ({ awake, knows }) => awake.isOn(this.#now) && knows.standing(act.dose).some(({ id }) => id === act.id),
    )
    if (able.length === 0) return
    const device = person.chance.pick(able)
    if (!(await device.undo(act))) {
      this.problems.push(`${nameOf(person, act.dose)} cannot be undone on ${device.name}`)
      return
    }
    this.counts.undos += 1
    if (person.chance.chance(0.6))
      this.#times.at(this.#now + person.chance.between(1, 20) * MINUTE, () =>
        this.#act(person, act.dose, 'taken'),
      )
    await this.#sync(person, device)
  }

  /** One time of one medication moves, in the middle of a day, with or without a network. */
  async #edit(person: Person): Promise<void> {
    const awake = person.devices.filter((device) => device.awake.isOn(this.#now))
    if (awake.length === 0 || person.devices.some(({ unsent }) => unsent.edits.length > 0)) return
    const device = person.chance.pick(awake)
    const [medicationId, versions] = person.chance.pick([...device.knows.plans])
    const before = versions.at(-1)?.times ?? []
    const moved = person.chance.pick(before)
    const time = person.chance.chance(0.3) ? this.#soon(person) : timeBetween(person.chance, 5, 23)
    const times = [...new Set([...before.filter((one) => one !== moved), time])].sort()
    if (times.join() === before.join()) return
    await device.edit({ medicationId, at: this.#now, times })
    this.counts.edits += 1
    if (!this.#isReachable(device)) this.counts.editsMadeOffline += 1
    this.#plan(person)
    await this.#sync(person, device)
  }

  /** A time a few minutes from now or ago: an edit in the middle of a ring. */
  #soon({ server, chance }: Person): LocalTime {
    const format = new Intl.DateTimeFormat('en-GB', { timeZone: server.zone, timeStyle: 'short' })
    return format.format(this.#now + chance.between(-12, 12) * MINUTE) as LocalTime
  }

  /** Reminders follow another zone from now on (R1.6), or their own again. */
  async #travel(person: Person): Promise<void> {
    const device = person.devices.find(this.#isReachable)
    if (!device || !this.#server.isUp) return
    const isAway = person.server.zone !== person.name
    const zone = isAway ? person.name : person.chance.pick(ZONES.filter((one) => one !== person.name))
    await this.#sync(person, device)
    const payload = { timeZone: zone }
    const { statusCode } = await person.account.inject({ method: 'PATCH', url: '/api/user/profile', payload })
    if (statusCode !== 200) this.problems.push(`${person.name}: following ${zone} answered ${statusCode}`)
    person.server.travel(zone, this.#now)
    person.stays.push({ zone, from: this.#now })
    this.counts.journeys += 1
    person.sends.heard(this.#now)
    await this.#sync(person, device)
    this.#plan(person)
    await this.#pass()
  }

  /** A device exchanges with the server what either has, and is told by a poke when the other one did. */
  async #sync(person: Person, device: SimulatedDevice): Promise<void> {
    const isNew = await this.#exchange(person, device)
    if (!isNew) return
    for (const other of person.devices) {
      if (other !== device && other.open.isOn(this.#now)) await this.#exchange(person, other)
    }
    this.#plan(person)
    await this.#pass()
  }

  /** Answers whether the server heard anything new. */
  async #exchange(person: Person, device: SimulatedDevice): Promise<boolean> {
    if (!this.#server.isUp || !this.#isReachable(device)) return false
    const end = await device.sync()
    if (end.kind !== 'synced') this.problems.push(`${device.name} did not sync: ${JSON.stringify(end)}`)
    const edits = device.unsent.edits.splice(0)
    const acts = device.unsent.acts.splice(0)
    for (const edit of edits) person.server.edit(edit, this.#now)
    for (const act of acts) person.server.add(act, this.#now)
    const isNew = edits.length + acts.length > 0
    if (isNew) person.sends.heard(this.#now)
    device.knows.takeOver(person.server, this.#now)
    return isNew
  }

  /** Delivers what waits (Background Sync). */
  async #flush(person: Person): Promise<void> {
    for (const device of person.devices) {
      const { acts, edits } = device.unsent
      if (acts.length + edits.length > 0) await this.#sync(person, device)
    }
  }

  async #pass(): Promise<void> {
    if (!this.#server.isUp) return
    let sending = 0
    for (const { sends } of this.#people) sending += sends.look(this.#now)
    if (this.#dying && sending > 0) await this.#die(this.#dying)
    else if (!this.#leavesOut(sending)) await this.#server.pass()
    for (const person of this.#people) await this.#deliver(person)
  }

  #leavesOut = (sending: number): boolean =>
    this.#course.sabotage === 'looks are left out' && sending > 0 && this.#chance.chance(0.5)

  async #die(death: Death): Promise<void> {
    this.#dying = null
    for (const { sends } of this.#people) sends.die()
    await this.#server.die(death)
    this.counts.serverDeaths += 1
    const { chance } = this.#people[0] as Person
    this.#startLater(
      chance.chance(0.6) ? chance.between(1_000, 3 * MINUTE) : chance.between(MINUTE, 30 * MINUTE),
    )
  }

  async #deliver(person: Person): Promise<void> {
    for (const device of person.devices) {
      if (!this.#isReachable(device)) continue
      for (const text of this.#server.push.take(device.endpoint)) await this.#push(person, device, text)
    }
  }

  async #push(person: Person, device: SimulatedDevice, text: string): Promise<void> {
    let expected = expectedRings(device, this.#now)
    const { rings, asSent, isNews, notices } = await device.push(text, async () => {
      await this.#sync(person, device)
      expected = expected.union(expectedRings(device, this.#now))
    })
    this.counts.pushes += 1
    this.counts.sounded += rings.length
    this.counts.shownAsSent += asSent.length
    if (notices === 0) this.problems.push(`${device.name}: a push showed nothing`)
    this.#compare(device, 'a push', isNews ? new Set() : expected, new Set(rings.map(ringKey)))
    if (isNews) await this.#sync(person, device)
    if (this.#course.sabotage !== 'the ledger forgets') return
    await device.forgetRings()
    await this.#check(device)
  }

  #compare(
    { name }: SimulatedDevice,
    what: string,
    expected: ReadonlySet<string>,
    found: ReadonlySet<string>,
  ): void {
    const wrong = difference(expected, found)
    if (wrong) this.problems.push(`${new Date(this.#now).toISOString()} ${name}, ${what}: ${wrong}`)
  }

  async #look(person: Person): Promise<void> {
    await this.#flush(person)
    await this.#deliver(person)
    for (const device of person.devices) {
      if (device.awake.isOn(this.#now) && device.open.isOn(this.#now)) await this.#check(device)
    }
  }

  async #check(device: SimulatedDevice): Promise<void> {
    const expected = expectedRings(device, this.#now)
    const rings = await device.check()
    this.counts.sounded += rings.length
    this.#compare(device, 'a check', expected, new Set(rings.map(ringKey)))
  }

  async #reached(person: Person, device: SimulatedDevice): Promise<void> {
    if (!this.#isReachable(device)) return
    await this.#deliver(person)
    await this.#flush(person)
  }

  /** The app is opened: it fetches what is new, rings, and lists what nothing announced (R6.2). */
  async #launch(person: Person, device: SimulatedDevice): Promise<void> {
    if (!device.awake.isOn(this.#now) || this.#now >= this.#course.to) return
    device.load()
    await this.#sync(person, device)
    await this.#check(device)
    const expected = expectedList(device, this.#now)
    const listed = await device.list()
    this.counts.listedAtLaunch += listed.length
    for (const id of listed) person.listed.add(id)
    this.#compare(device, 'the list', expected, new Set(listed))
  }

  /** A day later each device must say what became of the dose, by what it knows. */
  async #lookBack(person: Person, dose: Dose): Promise<void> {
    for (const device of person.devices) {
      const state = await device.stateOf(dose)
      const expected = this.#statesOf(device, dose)
      if (!expected.includes(state))
        this.problems.push(`${nameOf(person, dose)} is ${state} on ${device.name}`)
      if (state === 'late' || state === 'missed') person.listed.add(dose.id)
    }
  }

  #statesOf({ knows }: SimulatedDevice, dose: Dose): (DoseState | null)[] {
    if (knows.isSettled(dose)) return ['taken', 'skipped']
    if (!knows.isAsked(dose)) return [null]
    return knows.instantOf(dose) > this.#now ? ['upcoming'] : ['late', 'missed', 'due', 'snoozed']
  }
}
