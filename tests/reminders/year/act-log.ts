import type { MedicationId } from '#domain/lib/ids.ts'
import { DAY } from '#domain/lib/local-time.ts'
import type { Act, Dose, ExtraAct } from './doses.ts'
import { type MedicationLog, wallOf } from './log-plans.ts'

/** How long acts are remembered: longer than any spell without a network. */
const REMEMBERED = 9 * DAY
/** The same where a plan counts from them: longer than such a plan waits for its next dose. */
const COUNTED_FOR = 40 * DAY

/** What one place knows of everything that was logged. */
export class ActLog {
  readonly #acts = new Map<string, Act>()
  readonly #extras = new Map<string, ExtraAct>()
  readonly #byDay = new Map<string, Act[]>()
  readonly #heard = new Map<string, number>()

  /**
   * @param now when this place learned of it (ms)
   * @returns whether it is new
   */
  add(act: Act, now: number): boolean {
    if (this.#acts.has(act.id)) return false
    this.#heard.set(act.id, now)
    this.#acts.set(act.id, act)
    const day = dayOf(act.dose)
    this.#byDay.set(day, [...(this.#byDay.get(day) ?? []), act])
    return true
  }

  /** @returns whether it is new */
  addExtra(extra: ExtraAct): boolean {
    if (this.#extras.has(extra.id)) return false
    this.#extras.set(extra.id, extra)
    return true
  }

  /** Returns when this place learned of that act (ms). */
  heard = ({ id }: Act): number => this.#heard.get(id) ?? 0

  /** Returns everything that the other has and this one has not. */
  missing(other: ActLog): { acts: Act[]; extras: ExtraAct[] } {
    return {
      acts: [...other.#acts.values()].filter(({ id }) => !this.#acts.has(id)),
      extras: [...other.#extras.values()].filter(({ id }) => !this.#extras.has(id)),
    }
  }

  forget(now: number, counted: ReadonlySet<MedicationId>): void {
    for (const [id, act] of this.#acts) {
      if (act.at >= now - (counted.has(act.dose.medicationId) ? COUNTED_FOR : REMEMBERED)) continue
      this.#acts.delete(id)
      this.#heard.delete(id)
    }
    for (const [id, { at }] of this.#extras) if (at < now - COUNTED_FOR) this.#extras.delete(id)
    for (const [day, acts] of this.#byDay) {
      if (acts.every(({ id }) => !this.#acts.has(id))) this.#byDay.delete(day)
    }
  }

  acts = (dose: Dose): Act[] => this.ofDay(dose).filter(({ dose: { id } }) => id === dose.id)

  /** Returns what was done with doses of the same medication and date. */
  ofDay = (dose: Pick<Dose, 'medicationId' | 'date'>): readonly Act[] => this.#byDay.get(dayOf(dose)) ?? []

  /** Returns the acts that were not undone. */
  standing(dose: Dose): Act[] {
    const acts = this.acts(dose)
    const undone = new Set(acts.map(({ undoes }) => undoes))
    return acts.filter(({ id, kind }) => kind !== 'undone' && !undone.has(id))
  }

  isStandingExtra = ({ id }: ExtraAct): boolean =>
    this.#extras.has(id) && ![...this.#extras.values()].some(({ undoes }) => undoes === id)

  /** Returns what plans that count from the log have to know of one medication. */
  logOf(medicationId: MedicationId): MedicationLog {
    const acts = [...this.#acts.values()].filter(({ dose }) => dose.medicationId === medicationId)
    const extras = [...this.#extras.values()].filter((extra) => extra.medicationId === medicationId)
    const undone = new Set([...acts, ...extras].map(({ undoes }) => undoes))
    const entries = [
      ...acts.map(({ id, kind, takenAt: at, plannedAt, dose }) => ({ id, kind, at, plannedAt, wall: wallOf(dose) })),
      ...extras.map(({ id, kind, at }) => ({ id, kind, at, plannedAt: null, wall: null })),
    ].sort((a, b) => a.at - b.at)
    const standing = entries.filter(({ id }) => !undone.has(id))
    const taken = standing.filter(({ kind }) => kind === 'taken')
    return {
      taken,
      skipped: standing.flatMap(({ kind, wall, plannedAt }) =>
        kind === 'skipped' && wall !== null ? [{ wall, plannedAt }] : [],
      ),
      takenBack: entries.filter(({ id, kind, wall }) => kind === 'taken' && wall !== null && undone.has(id)),
    }
  }
}

const dayOf = ({ medicationId, date }: Pick<Dose, 'medicationId' | 'date'>): string => `${medicationId} ${date}`
