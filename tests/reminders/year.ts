import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { doseViews } from '#domain/doses/dose-views.ts'
import { foldSlot } from '#domain/doses/slot-outcome.ts'
import type { DeviceId, SlotId, UserId } from '#domain/lib/ids.ts'
import { msOf, toInstant } from '#domain/lib/instant.ts'
import { addDays, DAY, HOUR, type LocalDate, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import { dueRings, ringKey, STAGES } from '#domain/reminders/alerts.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import { medications, pushSends, pushSubscriptions } from '#server/db/schema/index.ts'
import { transaction } from '#server/db/transaction.ts'
import { recordDoseEffect } from '#server/services/doses.ts'
import { asAdult } from '#server/testing/people.ts'
import { type ReminderStage, reminderStage, subscribe } from '#server/testing/reminders.ts'
import { addMedication } from '#server/testing/writes.ts'
import { type Chance, chanceOf } from '#tests/sync/prng.ts'
import { byInstant, type Spells, spellsOf } from './spells.ts'
import { type WallClock, wallClockOf } from './wall-clock.ts'

export const ZONES = [
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'Australia/Eucla',
  'Asia/Kathmandu',
  'Pacific/Auckland',
  'Europe/London',
  'Africa/Casablanca',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'America/Scoresbysund',
]

/** What a year was like: every slot was announced, or listed without that, or settled before it could ring. */
const COUNTED = [
  'slots',
  'announced',
  'listedOnly',
  'settledQuietly',
  'stagesSent',
  'stagesExpired',
  'sounded',
  'snoozes',
  'restarts',
  'offlineSpells',
  'pushesLost',
] as const

export type YearCounts = Record<(typeof COUNTED)[number], number>

export interface Year {
  counts: YearCounts
  /** What the rules do not say, each in a sentence. */
  problems: string[]
}

interface Device {
  id: DeviceId
  endpoint: string
  subscription: string
  awake: Spells
  online: Spells
  /** While it is awake: whether the app's page is open. */
  open: Spells
  events: Map<string, DoseEvent>
  outbox: DoseEvent[]
  ledger: Set<string>
  held: { slotIds: readonly SlotId[]; expires: number }[]
  announced: Set<SlotId>
}

interface Slot {
  id: SlotId
  date: LocalDate
  time: LocalTime
  at: number
  /** Rings that the server has to account for: `start stage`, and whether it could send in time. */
  stages: Map<string, 'delivered' | 'expired' | 'unknown'>
  isListed: boolean
}

interface Person {
  name: string
  zone: string
  clock: WallClock
  userId: UserId
  medication: Medication
  devices: Device[]
  slots: Slot[]
  /** The first slot that can still ring; those before it are over. */
  first: number
  events: Map<string, DoseEvent>
}

type Act = { kind: 'taken' | 'skipped' } | { kind: 'snoozed'; minutes: number }

const START = Date.UTC(2026, 2, 1)
const END_OF_RING = 15 * MINUTE

/** A year (or some days of it) of twelve people in twelve zones, each with two devices, against the server's own worker. */
export async function playYear(seed: string, days: number, from: number = START): Promise<Year> {
  const counts = Object.fromEntries(COUNTED.map((name) => [name, 0])) as YearCounts
  const chance = chanceOf(seed)
  const stage = await reminderStage()
  try {
    const year = new SimulatedYear(stage, chance, counts, from, from + days * DAY)
    await year.prepare()
    await year.run()
    return { counts, problems: [...stage.faults.map(String), ...(await year.verdict())] }
  } finally {
    await stage.server.close()
  }
}

class SimulatedYear {
  readonly #people: Person[] = []
  readonly #problems: string[] = []
  readonly #queue = byInstant<() => Promise<void> | void>()
  readonly #server: Spells
  #seq = 1_000_000

  readonly stage: ReminderStage
  readonly chance: Chance
  readonly counts: YearCounts
  readonly from: number
  readonly to: number

  constructor(stage: ReminderStage, chance: Chance, counts: YearCounts, from: number, to: number) {
    this.stage = stage
    this.chance = chance
    this.counts = counts
    this.from = from
    this.to = to
    // Up for two days or so, then away for half a minute to forty.
    this.#server = spellsOf(chance.fork('server'), from, to + 2 * DAY, [DAY, 3 * DAY], [30_000, 40 * MINUTE])
  }

  get now(): number {
    return this.stage.clock.now()
  }

  async prepare(): Promise<void> {
    this.stage.clock.set(this.from)
    for (const [index, zone] of ZONES.entries()) this.#people.push(await this.#person(index, zone))
    for (const { from } of this.#server.on) {
      if (from <= this.from) continue
      this.counts.restarts += 1
      this.#queue.add(from, () => this.#pass())
    }
    for (const person of this.#people) {
      for (const slot of person.slots) this.#plan(person, slot)
    }
  }

  async run(): Promise<void> {
    for (let next = this.#queue.take(); next; next = this.#queue.take()) {
      this.stage.clock.set(next.at)
      await next.item()
    }
  }

  async #person(index: number, zone: string): Promise<Person> {
    const { server } = this.stage
    const chance = this.chance.fork(zone)
    const clock = wallClockOf(zone)
    const adult = await asAdult(server, `year-${index}@example.org`, zone)
    const reminderTimes = [chance.between(6, 9), chance.between(17, 23)].map(
      (hour) => `${String(hour).padStart(2, '0')}:${chance.pick(['00', '15', '30', '45'])}` as LocalTime,
    )
    // One dose at night, when clocks change.
    reminderTimes.unshift(chance.pick(['00:30', '01:30', '02:30', '02:15']) as LocalTime)
    const { id } = await addMedication(adult, { reminderTimes })
    const [row] = await server.db.select().from(medications).where(eq(medications.id, id))
    if (!row) throw new Error('The medication is not there')
    const devices: Device[] = []
    for (const name of ['phone', 'laptop'])
      devices.push(await this.#device(chance, adult.user.id, index, name))
    return {
      name: zone,
      zone,
      clock,
      userId: adult.user.id,
      medication: row.record,
      devices,
      slots: this.#slots(clock, row.record),
      first: 0,
      events: new Map(),
    }
  }

  async #device(chance: Chance, userId: string, person: number, name: string): Promise<Device> {
    const { server } = this.stage
    const id = randomUUID() as DeviceId
    const deviceName = `${name}-${person}`
    await subscribe(server, userId, deviceName, { deviceId: id })
    const [row] = await server.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.deviceId, id))
    if (!row) throw new Error('The subscription is not there')
    const spells = (what: string, on: [number, number], off: [number, number]) =>
      spellsOf(chance.fork(`${name} ${what}`), this.from, this.to + 2 * DAY, on, off)
    const online = spells('online', [HOUR, 20 * HOUR], [MINUTE, chance.chance(0.2) ? 3 * DAY : 2 * HOUR])
    this.counts.offlineSpells += online.on.length
    return {
      id,
      endpoint: row.endpoint,
      subscription: row.id,
      awake:
        name === 'phone'
          ? spells('awake', [DAY, 5 * DAY], [MINUTE, HOUR])
          : spells('awake', [HOUR, 8 * HOUR], [HOUR, 14 * HOUR]),
      online,
      open: spells('open', [MINUTE, 2 * HOUR], [HOUR, 10 * HOUR]),
      events: new Map(),
      outbox: [],
      ledger: new Set(),
      held: [],
      announced: new Set(),
    }
  }

  /** Every dose of the time by the table of changeovers, not by the planner. */
  #slots(clock: WallClock, { id, reminderTimes }: Medication): Slot[] {
    const slots: Slot[] = []
    let date = new Date(this.from - DAY).toISOString().slice(0, 10) as LocalDate
    for (; Date.parse(date) < this.to + DAY; date = addDays(date, 1)) {
      for (const time of reminderTimes) {
        const at = clock.instantOf(date, time)
        if (at < this.from || at >= this.to) continue
        slots.push({
          id: slotIdOf(id, date, time),
          date,
          time,
          at,
          stages: new Map(),
          isListed: false,
        })
      }
    }
    return slots.sort((a, b) => a.at - b.at)
  }

  /** What will happen around one dose. */
  #plan(person: Person, slot: Slot): void {
    this.counts.slots += 1
    this.#watch(person, slot.at)
    for (const { at, act } of this.#actsOf(slot)) this.#queue.add(at, () => this.#act(person, slot, act))
    // Read late on the next day, when everything about it is over.
    this.#queue.add(slot.at + 26 * HOUR, () => this.#list(person, slot))
  }

  #actsOf({ at }: Slot): { at: number; act: Act }[] {
    const { chance } = this
    const soon = at + chance.between(1, 16 * 60) * 1000
    const fate = chance.next()
    if (fate < 0.12) return []
    if (fate < 0.25) return [{ at: at - chance.between(1, 30) * MINUTE, act: { kind: 'taken' } }]
    if (fate < 0.35) return [{ at: soon, act: { kind: 'skipped' } }]
    if (fate < 0.85) return [{ at: soon, act: { kind: 'taken' } }]
    const minutes = chance.pick([5, 10, 30, 60])
    const snooze = { at: soon, act: { kind: 'snoozed' as const, minutes } }
    const later = soon + minutes * MINUTE + chance.between(1, 14) * MINUTE
    return chance.chance(0.7) ? [snooze, { at: later, act: { kind: 'taken' } }] : [snooze]
  }

  /** The server looks at every stage of a ring; open pages look every 30 seconds, others when something reaches them. */
  #watch(person: Person, start: number): void {
    for (const minutes of [...STAGES, 15]) this.#queue.add(start + minutes * MINUTE, () => this.#pass())
    for (let at = start + this.chance.between(0, 29) * 1000; at < start + END_OF_RING; at += 30_000) {
      this.#queue.add(at, () => this.#look(person))
    }
  }

  #isReachable = (device: Device): boolean => device.awake.isOn(this.now) && device.online.isOn(this.now)

  /** A device exchanges with the server what either has. */
  async #sync(person: Person): Promise<void> {
    if (!this.#server.isOn(this.now)) return
    let isNew = false
    for (const device of person.devices.filter(this.#isReachable)) {
      for (const event of device.outbox.splice(0)) {
        await this.#receive(person, event)
        isNew = true
      }
    }
    for (const device of person.devices.filter(this.#isReachable)) {
      for (const [id, event] of person.events) device.events.set(id, event)
    }
    if (isNew) await this.#pass()
  }

  async #receive(person: Person, event: DoseEvent): Promise<void> {
    const { userId, zone } = person
    const effect = await transaction(this.stage.server.db, (tx) => {
      this.#seq += 1
      const scope = { tx, user: { id: userId, zone }, now: this.now, seq: this.#seq }
      return recordDoseEffect(
        { ...scope, newId: randomUUID, originalSeq: null, config: { ADMIN_EMAILS: [] } },
        event,
      )
    })
    if (effect.status !== 201) this.#problems.push(`the server answered ${effect.status} to a dose`)
    person.events.set(event.id, event)
    if (event.until !== null) this.#noteStaleSnooze(person, event.slotId, msOf(event.until))
  }

  /** A snooze that arrives when its ring is over may be on record or not: there was nothing to send any more (R2.2). */
  #noteStaleSnooze({ slots }: Person, slotId: SlotId | null, until: number): void {
    const slot = slots.find(({ id }) => id === slotId)
    if (!slot) return
    const start = Math.max(slot.at, until)
    if (this.now < start + END_OF_RING) return
    for (const minutes of STAGES) slot.stages.set(`${start} ${minutes}`, 'unknown')
  }

  async #pass(): Promise<void> {
    if (!this.#server.isOn(this.now)) return
    for (const person of this.#people) this.#expectStages(person)
    await this.stage.worker.pass()
    const taken = this.stage.push.take()
    for (const { endpoint, slotIds, ttl, kind } of taken) {
      if (kind !== 'reminder') continue
      const device = this.#people.flatMap(({ devices }) => devices).find((one) => one.endpoint === endpoint)
      device?.held.push({ slotIds, expires: this.now + ttl * 1000 })
    }
    for (const person of this.#people) this.#deliver(person)
  }

  /** What the rules say the server has to do in this pass, by what it knows (R2.3, R3.4). */
  #expectStages(person: Person): void {
    while ((person.slots[person.first]?.at ?? this.now) < this.now - 2 * DAY) person.first += 1
    for (let index = person.first; ; index += 1) {
      const slot = person.slots[index]
      if (!slot || slot.at > this.now) return
      const start = this.#startBy(person.events, slot)
      if (start === null || start > this.now) continue
      for (const minutes of STAGES) {
        const at = start + minutes * MINUTE
        const name = `${start} ${minutes}`
        if (at > this.now || slot.stages.has(name)) continue
        const isCurrent =
          this.now < start + END_OF_RING &&
          STAGES.every((later) => later <= minutes || start + later * MINUTE > this.now)
        slot.stages.set(name, isCurrent ? 'delivered' : 'expired')
      }
    }
  }

  /** When the dose rings by those events (ms); null when it is settled. */
  #startBy(events: ReadonlyMap<string, DoseEvent>, slot: Slot): number | null {
    const outcome = foldSlot([...events.values()].filter(({ slotId }) => slotId === slot.id))
    if (outcome.kind === 'taken' || outcome.kind === 'skipped') return null
    return outcome.kind === 'snoozed' ? Math.max(slot.at, msOf(outcome.until)) : slot.at
  }

  /** Pushes reach devices that are there before they lapse. */
  #deliver(person: Person): void {
    for (const device of person.devices) {
      const lapsed = device.held.filter(({ expires }) => expires <= this.now)
      this.counts.pushesLost += lapsed.length
      device.held = device.held.filter(({ expires }) => expires > this.now)
      if (!this.#isReachable(device) || device.held.length === 0) continue
      device.held = []
      this.#ring(person, device)
    }
  }

  async #look(person: Person): Promise<void> {
    if (person.devices.some((device) => device.outbox.length > 0)) await this.#sync(person)
    this.#deliver(person)
    for (const device of person.devices) {
      if (device.awake.isOn(this.now) && device.open.isOn(this.now)) this.#ring(person, device)
    }
  }

  /** What page and worker do alike: rings that local data says are due, once each by the ledger. */
  #ring(person: Person, device: Device): void {
    for (const { ring } of dueRings(this.#views(person, device, this.now), this.now)) {
      const key = ringKey(ring)
      if (device.ledger.has(key)) continue
      device.ledger.add(key)
      device.announced.add(ring.slotId)
      this.counts.sounded += 1
    }
  }

  #views({ medication, zone }: Person, device: Device, now: number) {
    const date = new Date(now).toISOString().slice(0, 10) as LocalDate
    const [from, to] = [addDays(date, -2), addDays(date, 1)]
    return doseViews({ medications: [medication], events: [...device.events.values()], from, to, zone, now })
      .slots
  }

  async #act(person: Person, slot: Slot, act: Act): Promise<void> {
    const awake = person.devices.filter((device) => device.awake.isOn(this.now))
    if (awake.length === 0) return
    const device = this.chance.pick(awake)
    const at = toInstant(this.now)
    const until = act.kind === 'snoozed' ? this.now + act.minutes * MINUTE : null
    const event: DoseEvent = {
      id: randomUUID() as DoseEvent['id'],
      medicationId: person.medication.id,
      slotId: slot.id,
      kind: act.kind,
      at,
      loggedAt: at,
      until: until === null ? null : toInstant(until),
      undoes: null,
      deviceId: device.id,
      deviceName: 'Device',
      amount: null,
      unit: null,
      note: null,
      snapshot: { name: person.medication.name, dosage: '', date: slot.date, time: slot.time },
    }
    device.events.set(event.id, event)
    device.outbox.push(event)
    if (until !== null) {
      this.counts.snoozes += 1
      this.#watch(person, until)
    }
    await this.#sync(person)
  }

  /** A day later everything has found its way; each device must say what became of the dose. */
  async #list(person: Person, slot: Slot): Promise<void> {
    for (const device of person.devices) {
      const view = this.#views(person, device, this.now).find(({ slot: { id } }) => id === slot.id)
      const isLogged = this.#startBy(device.events, slot) === null
      const isRight = isLogged
        ? view?.state === 'taken' || view?.state === 'skipped'
        : view?.state === 'late' || view?.state === 'missed'
      if (!isRight)
        this.#problems.push(`${person.name} ${slot.date} ${slot.time}: ${view?.state ?? 'not listed'}`)
      else if (!isLogged) slot.isListed = true
    }
    // What is long over is forgotten, as devices forget it.
    for (const { events } of [person, ...person.devices]) {
      for (const [id, event] of events) if (msOf(event.at) < this.now - 4 * DAY) events.delete(id)
    }
  }

  async verdict(): Promise<string[]> {
    for (const { slots, devices } of this.#people) {
      for (const slot of slots) {
        const isAnnounced = devices.some(({ announced }) => announced.has(slot.id))
        this.counts[isAnnounced ? 'announced' : slot.isListed ? 'listedOnly' : 'settledQuietly'] += 1
      }
    }
    await this.#compareSends()
    return this.#problems
  }

  /** Every stage that was due is on record once for each device, sent or expired as it had to be (R3.3, R3.4). */
  async #compareSends(): Promise<void> {
    const rows = await this.stage.server.db.select().from(pushSends).where(eq(pushSends.kind, 'reminder'))
    const found = Map.groupBy(
      rows,
      ({ subscriptionId, slotIds, dueAt, stage }) =>
        `${subscriptionId} ${slotIds.join()} ${dueAt.getTime()} ${stage}`,
    )
    for (const person of this.#people) {
      for (const slot of person.slots) {
        for (const [name, expected] of slot.stages) {
          const [start, minutes] = name.split(' ').map(Number) as [number, number]
          for (const { subscription } of person.devices) {
            const key = `${subscription} ${slot.id} ${start + minutes * MINUTE} ${minutes}`
            const outcomes = (found.get(key) ?? []).map(({ outcome }) => outcome)
            found.delete(key)
            if (expected === 'unknown') continue
            if (outcomes.join() !== expected) {
              this.#problems.push(
                `${person.name} ${slot.date} ${slot.time} from ${toInstant(start)} stage ${minutes}: ${outcomes.join() || 'nothing'} on record, not ${expected}`,
              )
            }
            this.counts[expected === 'delivered' ? 'stagesSent' : 'stagesExpired'] += 1
          }
        }
      }
    }
    for (const [key, extra] of found) {
      // The clock runs on for a day, so that everything comes to an end: those doses nobody watches.
      if (extra.every(({ dueAt }) => dueAt.getTime() >= this.to)) continue
      this.#problems.push(`${extra.length} sends nobody asked for: ${key}`)
    }
  }
}
