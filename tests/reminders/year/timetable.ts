import { DAY } from '#domain/lib/local-time.ts'
import { byInstant } from '#tests/reminders/spells.ts'

type Happening = () => Promise<void> | void

/** For how long a name counts as used: a dose is planned anew for two days at most. */
const REMEMBERED = 3 * DAY

/** What will happen, each at its instant (ms). */
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

  /** The same thing at the same instant only once; nothing in the past. */
  once(name: string, at: number, happening: Happening): void {
    const key = `${name} ${at}`
    if (at < this.#now() || this.#names.has(key)) return
    this.#names.add(key)
    this.at(at, async () => {
      this.#names.delete(key)
      await happening()
    })
  }

  /** True for the first who asks under that name, within some days. */
  isNew(name: string): boolean {
    if (this.#names.has(name)) return false
    this.#names.add(name)
    this.at(this.#now() + REMEMBERED, () => void this.#names.delete(name))
    return true
  }
}
