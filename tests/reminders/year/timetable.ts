import { DAY } from '#domain/lib/local-time.ts'
import { byInstant } from '#tests/reminders/spells.ts'

type Happening = () => Promise<void> | void

/** How long a name counts as used: a dose is planned again for at most two days. */
const REMEMBERED = 3 * DAY

/** Future happenings, each at its instant (ms). */
export class Timetable {
  readonly #queue = byInstant<Happening>()
  readonly #names = new Set<string>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  take = (): { at: number; item: Happening } | undefined => this.#queue.take()

  at(at: number, happening: Happening): void {
    this.#queue.add(at, happening)
  }

  /** Schedules the same thing at the same instant only once, and nothing in the past. */
  once(name: string, at: number, happening: Happening): void {
    const key = `${name} ${at}`
    if (at < this.#now() || this.#names.has(key)) return
    this.#names.add(key)
    this.at(at, async () => {
      this.#names.delete(key)
      await happening()
    })
  }

  /** Returns true for the first call with that name within some days. */
  isNew(name: string): boolean {
    if (this.#names.has(name)) return false
    this.#names.add(name)
    this.at(this.#now() + REMEMBERED, () => void this.#names.delete(name))
    return true
  }
}
