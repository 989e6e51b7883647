import type { DoseState } from '#domain/doses/slot-state.ts'
import { reminderKey } from '#domain/reminders/alerts.ts'
import type { SimulatedDevice } from './device.ts'
import { difference, expectedList, expectedReminders, restingDoses } from './device-reckoning.ts'
import type { Dose } from './doses.ts'
import { nameOf } from './fates.ts'
import type { Person } from './people.ts'
import type { Scene } from './scene.ts'

interface DevicePorts {
  /** Makes the server process due reminders. */
  pass(): Promise<void>
  /** Schedules what will happen around the doses that are planned by now. */
  plan(person: Person): void
}

/** What devices do when something reaches them, each step checked against the rules. */
export class DeviceLife {
  readonly #scene: Scene
  readonly #ports: DevicePorts

  constructor(scene: Scene, ports: DevicePorts) {
    this.#scene = scene
    this.#ports = ports
  }

  get #now(): number {
    return this.#scene.server.clock.now()
  }

  /** Synchronises a device with the server, both ways; a change notification then tells the other open devices. */
  async sync(person: Person, device: SimulatedDevice): Promise<void> {
    const isNew = await this.#exchange(person, device)
    if (!isNew) return
    for (const other of person.devices) {
      if (other !== device && other.open.isOn(this.#now)) await this.#exchange(person, other)
    }
    this.#ports.plan(person)
    await this.#ports.pass()
  }

  /** Returns whether the server received anything new. */
  async #exchange(person: Person, device: SimulatedDevice): Promise<boolean> {
    if (!this.#scene.server.isUp || !device.isReachable(this.#now)) return false
    const end = await device.sync()
    if (end.kind !== 'synced') this.#scene.problems.push(`${device.name} did not sync: ${JSON.stringify(end)}`)
    const edits = device.unsent.edits.splice(0)
    const acts = device.unsent.acts.splice(0)
    const extras = device.unsent.extras.splice(0)
    for (const edit of edits) person.server.edit(edit, this.#now)
    for (const act of acts) person.server.add(act, this.#now)
    for (const extra of extras) person.server.addExtra(extra)
    const isNew = edits.length + acts.length + extras.length > 0
    if (isNew) person.sends.heard(this.#now)
    if (isNew && this.#scene.sabotage === 'doses are misdated') await this.#scene.server.misdate()
    device.knows.takeOver(person.server, this.#now)
    return isNew
  }

  /** Sends what is waiting (Background Sync). */
  async flush(person: Person): Promise<void> {
    for (const device of person.devices) {
      const { acts, extras, edits } = device.unsent
      if (acts.length + extras.length + edits.length > 0) await this.sync(person, device)
    }
  }

  /** Delivers what the push service holds for reachable devices. */
  async deliver(person: Person): Promise<void> {
    for (const device of person.devices) {
      if (!device.isReachable(this.#now)) continue
      for (const text of this.#scene.server.push.take(device.endpoint)) await this.#push(person, device, text)
    }
  }

  async #push(person: Person, device: SimulatedDevice, text: string): Promise<void> {
    let expected = expectedReminders(device, this.#now)
    const { reminders, loud, asSent, isNews, notices } = await device.push(text, async () => {
      await this.sync(person, device)
      expected = expected.union(expectedReminders(device, this.#now))
    })
    this.#scene.counts.pushes += 1
    this.#scene.counts.sounded += reminders.length
    this.#scene.counts.shownAsSent += asSent.length
    for (const dose of restingDoses(device, this.#now)) {
      if (loud.includes(dose.id))
        this.#scene.problems.push(`${nameOf(person, dose)} sounded on ${device.name} while it was snoozed there`)
    }
    if (notices === 0) this.#scene.problems.push(`${device.name}: a push showed nothing`)
    this.#compare(device, 'a push', isNews ? new Set() : expected, new Set(reminders.map(reminderKey)))
    if (isNews) await this.sync(person, device)
    if (this.#scene.sabotage !== 'the log forgets') return
    await device.forgetAnnounced()
    await this.#check(device)
  }

  #compare({ name }: SimulatedDevice, what: string, expected: ReadonlySet<string>, found: ReadonlySet<string>): void {
    const wrong = difference(expected, found)
    if (wrong) this.#scene.problems.push(`${new Date(this.#now).toISOString()} ${name}, ${what}: ${wrong}`)
  }

  /** Makes open pages check for due reminders. */
  async look(person: Person): Promise<void> {
    await this.flush(person)
    await this.deliver(person)
    for (const device of person.devices) {
      if (device.awake.isOn(this.#now) && device.open.isOn(this.#now)) await this.#check(device)
    }
  }

  async #check(device: SimulatedDevice): Promise<void> {
    const expected = expectedReminders(device, this.#now)
    const reminders = await device.check()
    this.#scene.counts.sounded += reminders.length
    this.#compare(device, 'a check', expected, new Set(reminders.map(reminderKey)))
  }

  /** Runs when a device woke up or has its network back. */
  async reached(person: Person, device: SimulatedDevice): Promise<void> {
    if (!device.isReachable(this.#now)) return
    await this.deliver(person)
    await this.flush(person)
  }

  /** Opens the app: it fetches what is new, announces what is due, and lists what nothing announced (R6.2). */
  async launch(person: Person, device: SimulatedDevice): Promise<void> {
    if (!device.awake.isOn(this.#now) || this.#now >= this.#scene.to) return
    device.load()
    await this.sync(person, device)
    await this.#check(device)
    const expected = expectedList(device, this.#now)
    const listed = await device.list()
    this.#scene.counts.listedAtLaunch += listed.length
    for (const id of listed) person.listed.add(id)
    this.#compare(device, 'the list', expected, new Set(listed))
  }

  /** Checks, a day later, that each device shows what became of the dose, as far as it knows. */
  async lookBack(person: Person, dose: Dose): Promise<void> {
    for (const device of person.devices) {
      const state = await device.stateOf(dose)
      const expected = this.#statesOf(device, dose)
      if (!expected.includes(state)) this.#scene.problems.push(`${nameOf(person, dose)} is ${state} on ${device.name}`)
      if (state === 'late' || state === 'missed') person.listed.add(dose.id)
    }
  }

  #statesOf({ knows }: SimulatedDevice, dose: Dose): (DoseState | null)[] {
    if (knows.isSettled(dose)) return ['taken', 'skipped']
    if (!knows.isAsked(dose)) return [null]
    return knows.placeOf(dose) > this.#now ? ['upcoming'] : ['late', 'missed', 'due', 'snoozed']
  }
}
