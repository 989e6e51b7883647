import { type LocalDate, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import type { Chance } from '#tests/sync/prng.ts'
import type { ActPorts } from './acts.ts'
import { type Person, timeBetween, ZONES } from './people.ts'
import { anyGap, anyPlan, type Drawn, dailyAt, everyTime, type YearPlan } from './plans.ts'
import type { Scene } from './scene.ts'

/** Its times are those of its steps or its window, or follow from the log. */
const hasNoTimes = ({ reminderTimes }: YearPlan): boolean => reminderTimes.length === 0

/** Returns now and then the same plan with another gap: one that keeps its first dose goes on counting. */
function otherGap(chance: Chance, kept: YearPlan): YearPlan | null {
  const { schedule } = kept
  if (schedule.kind !== 'after-taken' || !chance.chance(0.4)) return null
  return { ...kept, schedule: { ...schedule, every: anyGap(chance) } }
}

/** How users change plans and follow other zones. */
export class Edits {
  readonly #scene: Scene
  readonly #ports: ActPorts

  constructor(scene: Scene, ports: ActPorts) {
    this.#scene = scene
    this.#ports = ports
  }

  get #now(): number {
    return this.#scene.server.clock.now()
  }

  /** Moves one time of one medication, or changes its kind too, in the middle of a day, with or without a network. */
  async edit(person: Person): Promise<void> {
    const awake = person.devices.filter((device) => device.awake.isOn(this.#now))
    if (awake.length === 0 || person.devices.some(({ unsent }) => unsent.edits.length > 0)) return
    const device = person.chance.pick(awake)
    const all = [...device.knows.plans]
    const [medicationId, versions] = person.chance.pick(all)
    const kept = versions.at(-1)?.plan ?? dailyAt([])
    const before = everyTime(kept)
    const moved = before.length > 0 ? person.chance.pick(before) : null
    const time = person.chance.chance(0.3) ? this.#soon(person) : timeBetween(person.chance, 5, 23)
    const times = [...new Set([...before.filter((one) => one !== moved), time])].sort()
    const today = new Date(this.#now).toISOString().slice(0, 10) as LocalDate
    // Only those before it, so that no medications follow one another in a circle.
    const others = all
      .slice(
        0,
        all.findIndex(([id]) => id === medicationId),
      )
      .map(([id]) => id)
    const drawn = { times, today, others, isFromLog: this.#scene.isFromLog && person.chance.chance(0.7) }
    const plan = otherGap(person.chance, kept) ?? this.#otherPlan(person, kept, drawn)
    if (JSON.stringify(plan) === JSON.stringify(kept)) return
    await device.edit({ medicationId, at: this.#now, plan })
    if (plan.schedule.kind !== kept.schedule.kind) this.#scene.counts.otherKinds += 1
    this.#scene.counts.edits += 1
    if (!device.isReachable(this.#now)) this.#scene.counts.editsMadeOffline += 1
    this.#ports.plan(person)
    await this.#ports.sync(person, device)
  }

  #otherPlan({ chance }: Person, kept: YearPlan, drawn: Drawn): YearPlan {
    const isOther = hasNoTimes(kept) || chance.chance(0.4)
    return isOther ? anyPlan(chance, drawn) : { ...kept, reminderTimes: [...drawn.times] }
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
