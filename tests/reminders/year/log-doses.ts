import type { SlotId } from '#domain/lib/ids.ts'
import type { Dose } from './doses.ts'
import type { Knowledge } from './knowledge.ts'

/** A period (ms) in which the server planned a dose for that instant; it has no end while that lasts. */
interface Spell {
  dose: Dose
  at: number
  from: number
  to: number
}

interface Seen {
  dose: Dose
  at: number
}

/**
 * Remembers the doses of one user that follow from the log: they come and go with what is logged, so that those of a
 * day cannot be told from the plans and the log that are there in the end.
 */
export class LogDoses {
  readonly #server: Knowledge
  readonly #spells = new Map<SlotId, Spell[]>()
  readonly #seen = new Map<string, Seen>()

  constructor(server: Knowledge) {
    this.#server = server
  }

  /** Runs when something has reached the server. Returns the doses that have come up. */
  heard(now: number): Dose[] {
    const planned = this.#server.dosesNear(now).filter((dose) => this.#server.isFromLog(dose))
    const at = new Map(planned.map((dose) => [dose, this.#server.dueOf(dose)]))
    for (const spells of this.#spells.values()) {
      const last = spells.at(-1)
      if (last && last.to === Number.POSITIVE_INFINITY && at.get(last.dose) !== last.at) last.to = now
    }
    const come: Dose[] = []
    for (const [dose, due] of at) {
      const spells = this.#spells.get(dose.id) ?? []
      if (spells.at(-1)?.to === Number.POSITIVE_INFINITY) continue
      this.#spells.set(dose.id, [...spells, { dose, at: due, from: now, to: Number.POSITIVE_INFINITY }])
      come.push(dose)
    }
    return come
  }

  /** Whether the server planned it for that instant during all of that period (ms), so that it was to announce it. */
  wasPlanned = ({ id }: Dose, at: number, from: number, until: number): boolean =>
    (this.#spells.get(id) ?? []).some((spell) => spell.at === at && spell.from <= from && spell.to > until)

  /** Whether the server ever planned it for that instant (ms). */
  wasEverPlanned = ({ id }: Dose, at: number): boolean => (this.#spells.get(id) ?? []).some((spell) => spell.at === at)

  /** Remembers a dose that some place plans for that instant (ms). */
  saw(dose: Dose, at: number): void {
    this.#seen.set(`${dose.id} ${at}`, { dose, at })
  }

  /** Returns the doses of a period (ms) that some place has planned, and forgets them and all before. */
  takeSeen(from: number, to: number): Seen[] {
    const over = [...this.#seen].filter(([, { at }]) => at < to)
    for (const [key] of over) this.#seen.delete(key)
    for (const [id, spells] of this.#spells) if ((spells.at(-1)?.to ?? 0) < from) this.#spells.delete(id)
    return over.map(([, seen]) => seen).filter(({ at }) => at >= from)
  }
}
