import { type Ring, ringKey } from '#domain/reminders/alerts.ts'
import { ringOfVisit, type VisitReminder } from '#domain/reminders/visits.ts'
import { GIVE_WAY } from './alert-engine.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** A reminder with its one ring. */
export interface DueVisit {
  reminder: VisitReminder
  ring: Ring
}

export interface VisitPorts {
  /** Milliseconds since the epoch. */
  now(): number
  /** The reminders that should ring, read anew at every call. */
  due(now: number): Promise<readonly VisitReminder[]>
  claim(rings: readonly Ring[], now: number): Promise<readonly Ring[]>
  withoutDismissed(due: readonly DueVisit[]): Promise<readonly DueVisit[]>
  dismiss(rings: readonly Ring[], now: number): Promise<void>
  /** Whether this page is hidden and another one is being looked at: that one should ring. */
  isLookedAtElsewhere(): Promise<boolean>
  /** Bell and notification for what was just granted. */
  ring(fresh: readonly VisitReminder[]): void
  onChange(shown: readonly VisitReminder[]): void
}

/**
 * The reminders before visits of one open page (R7.5): each is announced once, by the page or worker that the ledger grants it, and
 * stays in sight here until it is waved away, the visit begins, or there is no such visit any more.
 */
export class VisitEngine {
  readonly #ports: VisitPorts
  #shown: readonly DueVisit[] = []
  /** Rings the ledger was asked for already: the answer stays what it was. */
  readonly #asked = new Set<string>()
  #stopped = false
  /** Looks for due reminders now; a check that is asked for during another runs after it. */
  readonly check = oneAtATime(async () => {
    if (!this.#stopped) await this.#checkOnce()
  })

  constructor(ports: VisitPorts) {
    this.#ports = ports
  }

  /** The person waves everything away that is shown here. Where that cannot be noted it goes from sight all the same; rejects then. */
  async dismiss(): Promise<void> {
    const before = this.#shown
    try {
      await this.#ports.dismiss(
        before.map(({ ring }) => ring),
        this.#ports.now(),
      )
      await this.check()
    } catch (error) {
      this.#shown = []
      this.#tell(before)
      throw error
    }
  }

  stop(): void {
    this.#stopped = true
  }

  async #checkOnce(): Promise<void> {
    const ports = this.#ports
    const givesWay = await ports.isLookedAtElsewhere()
    const now = ports.now()
    const reminders = await ports.due(now)
    const due = await ports.withoutDismissed(reminders.map((reminder) => ({ reminder, ring: ringOfVisit(reminder) })))
    const open = givesWay ? due.filter(({ reminder }) => now - reminder.at > GIVE_WAY) : due
    const granted = await this.#claim(open, now)
    if (this.#stopped) return
    const mine = new Set([...this.#shown.map(({ ring }) => ring), ...granted].map(ringKey))
    const before = this.#shown
    this.#shown = due.filter(({ ring }) => mine.has(ringKey(ring)))
    const fresh = new Set(granted.map(ringKey))
    this.#tell(before)
    if (fresh.size > 0) ports.ring(due.filter(({ ring }) => fresh.has(ringKey(ring))).map(({ reminder }) => reminder))
  }

  #tell(before: readonly DueVisit[]): void {
    if (keysOf(before) === keysOf(this.#shown)) return
    this.#ports.onChange(this.#shown.map(({ reminder }) => reminder))
  }

  async #claim(due: readonly DueVisit[], now: number): Promise<readonly Ring[]> {
    const unasked = due.map(({ ring }) => ring).filter((ring) => !this.#asked.has(ringKey(ring)))
    if (unasked.length === 0) return []
    const granted = await this.#ports.claim(unasked, now)
    for (const ring of unasked) this.#asked.add(ringKey(ring))
    return granted
  }
}

const keysOf = (due: readonly DueVisit[]): string => due.map(({ ring }) => ringKey(ring)).join(' ')
