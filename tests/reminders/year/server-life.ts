import { DAY, HOUR, MINUTE } from '#domain/lib/local-time.ts'
import type { Person } from './people.ts'
import type { Death } from './push-service.ts'
import type { Scene } from './scene.ts'

interface Devices {
  flush(person: Person): Promise<void>
  deliver(person: Person): Promise<void>
}

/** The server's year: it processes due reminders, stops, dies while sending, and comes back. */
export class ServerLife {
  readonly #scene: Scene
  readonly #devices: Devices
  readonly #downs: { from: number; to: number }[] = []
  #dying: Death | null = null

  constructor(scene: Scene, devices: Devices) {
    this.#scene = scene
    this.#devices = devices
  }

  get #now(): number {
    return this.#scene.server.clock.now()
  }

  /** Decides when it will stop, and when it will die. */
  plan(): void {
    const chance = this.#scene.chance.fork('server')
    const { from, to } = this.#scene
    for (let at = from + chance.between(HOUR, 3 * DAY); at < to; at += chance.between(DAY, 4 * DAY)) {
      const death = chance.pick<Death | null>([null, 'before it is sent', 'after it is sent'])
      const away = chance.chance(0.5) ? chance.between(2_000, 4 * MINUTE) : chance.between(MINUTE, 40 * MINUTE)
      this.#scene.times.at(at, () => {
        if (!this.#scene.server.isUp || this.#dying) return
        if (death === null) this.#stopServer(away)
        else this.#dying = death
      })
    }
  }

  #stopServer(away: number): void {
    this.#scene.server.stop()
    this.#scene.counts.serverStops += 1
    this.#startLater(away)
  }

  #startLater(away: number): void {
    this.#downs.push({ from: this.#now, to: this.#now + away })
    this.#scene.times.at(this.#now + away, async () => {
      await this.#scene.server.start()
      // Now and then a device is first.
      if (this.#scene.chance.chance(0.3)) for (const person of this.#scene.people) await this.#devices.flush(person)
      await this.pass()
    })
  }

  /** Whether it was up at that instant (ms), for the part of the year that is over. */
  wasUp = (at: number): boolean => this.#downs.every((down) => at < down.from || at >= down.to)

  /** Processes everything that is due, and delivers what was sent to reachable devices. */
  async pass(): Promise<void> {
    if (!this.#scene.server.isUp) return
    let sending = 0
    for (const { sends } of this.#scene.people) sending += sends.look(this.#now)
    if (this.#dying && sending > 0) await this.#die(this.#dying)
    else if (!this.#leavesOut(sending)) await this.#scene.server.pass()
    for (const person of this.#scene.people) await this.#devices.deliver(person)
  }

  #leavesOut = (sending: number): boolean =>
    this.#scene.sabotage === 'looks are left out' && sending > 0 && this.#scene.chance.chance(0.5)

  async #die(death: Death): Promise<void> {
    this.#dying = null
    for (const { sends } of this.#scene.people) sends.die()
    await this.#scene.server.die(death)
    this.#scene.counts.serverDeaths += 1
    const { chance } = this.#scene.people[0] as Person
    this.#startLater(chance.chance(0.6) ? chance.between(1_000, 3 * MINUTE) : chance.between(MINUTE, 30 * MINUTE))
  }
}
