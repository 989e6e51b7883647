import type { SlotView } from '#domain/doses/dose-views.ts'
import { msOf } from '#domain/lib/instant.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import { alertPhase, CHECK_EVERY, dueRings, type Ring, ringKey } from '#domain/reminders/alerts.ts'
import type { DueReminder } from '#src/platform/reminder-notice.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** A reminder this page announced. `missed` from 10.5 minutes on: it is quiet, and dropped at 15 (specification, section 4). */
export interface Alert extends DueReminder {
  phase: 'ringing' | 'missed'
}

export interface AlertPorts {
  /** Milliseconds since the epoch. */
  now(): number
  /** The doses that may ring, read anew at every call. */
  views(): Promise<readonly SlotView[]>
  /** The ledger: of each ring one caller among all tabs and the worker is granted it. */
  claim(rings: readonly Ring[], now: number): Promise<readonly Ring[]>
  withoutDismissed(due: readonly DueReminder[]): Promise<readonly DueReminder[]>
  dismiss(rings: readonly Ring[], now: number): Promise<void>
  /** Whether this page is hidden and another one is being looked at: that one should ring, with its dialog in sight. */
  isLookedAtElsewhere(): Promise<boolean>
  /** Sound, speech and notification for what was just granted; `ringing` is everything this page announces now. */
  ring(fresh: readonly DueReminder[], ringing: readonly DueReminder[]): void
  /** Nothing rings on this page any more. */
  hush(): void
  onChange(alerts: readonly Alert[]): void
}

/**
 * The alerts of one open page. What is due is computed from the doses and the clock at every check, so that nothing is
 * lost by sleep, a frozen tab or a check that never ran; the ledger decides which tab or worker announces it.
 */
export class AlertEngine {
  readonly #ports: AlertPorts
  #alerts: readonly Alert[] = []
  /** Rings the ledger was asked for already: the answer stays what it was. */
  readonly #asked = new Set<string>()
  #stopped = false
  /** Looks for due reminders now; a check that is asked for during another runs after it. */
  readonly check = oneAtATime(async () => {
    if (!this.#stopped) await this.#checkOnce()
  })

  constructor(ports: AlertPorts) {
    this.#ports = ports
  }

  get alerts(): readonly Alert[] {
    return this.#alerts
  }

  /**
   * The person waves everything away that rings here: their later stages stay quiet everywhere. Logs nothing.
   * Where that cannot be noted (the local database is closed) it is quiet here all the same; rejects then.
   */
  async dismiss(): Promise<void> {
    const rings = this.#alerts.map(({ ring }) => ring)
    try {
      await this.#ports.dismiss(rings, this.#ports.now())
      await this.check()
    } catch (error) {
      this.#settle([], [], [])
      throw error
    }
  }

  stop(): void {
    this.#stopped = true
    this.#ports.hush()
  }

  async #checkOnce(): Promise<void> {
    const ports = this.#ports
    const givesWay = await ports.isLookedAtElsewhere()
    const now = ports.now()
    const views = await ports.views()
    const due = await ports.withoutDismissed(dueRings(views, now))
    const fresh = await this.#claim(givesWay ? due.filter((one) => isOverdue(one, now)) : due, now)
    if (this.#stopped) return
    const mine = new Set([...this.#alerts, ...fresh].map(startKey))
    const ringing = due.filter((reminder) => mine.has(startKey(reminder)))
    const missed = await this.#missed(views, now)
    this.#settle(ringing, missed, fresh)
  }

  async #claim(due: readonly DueReminder[], now: number): Promise<readonly DueReminder[]> {
    const unasked = due.map(({ ring }) => ring).filter((ring) => !this.#asked.has(ringKey(ring)))
    if (unasked.length === 0) return []
    const granted = new Set((await this.#ports.claim(unasked, now)).map(ringKey))
    for (const ring of unasked) this.#asked.add(ringKey(ring))
    return due.filter(({ ring }) => granted.has(ringKey(ring)))
  }

  /** What rang here, is still open, and is past 10.5 minutes but not past 15. */
  async #missed(views: readonly SlotView[], now: number): Promise<readonly Alert[]> {
    const open = new Map(views.filter(isOpen).map((view) => [view.slot.id, view]))
    const over = this.#alerts.filter(({ ring }) => {
      const view = open.get(ring.slotId)
      return view?.ringStart === msOf(ring.start) && alertPhase(msOf(ring.start), now).phase === 'missed'
    })
    const kept = await this.#ports.withoutDismissed(over)
    return kept.map(({ view, ring }) => ({ view, ring, phase: 'missed' }))
  }

  #settle(ringing: readonly DueReminder[], missed: readonly Alert[], fresh: readonly DueReminder[]): void {
    const before = this.#alerts
    this.#alerts = [...ringing.map((due): Alert => ({ ...due, phase: 'ringing' })), ...missed]
    // In sight first: whatever becomes of the sound.
    if (!sameAlerts(before, this.#alerts)) this.#ports.onChange(this.#alerts)
    if (fresh.length > 0) this.#ports.ring(fresh, ringing)
    else if (ringing.length === 0 && before.some(({ phase }) => phase === 'ringing')) this.#ports.hush()
  }
}

/** The page that is looked at checks every 30 seconds; if nobody has claimed the ring by now, it does not work. */
export const GIVE_WAY = 1.5 * CHECK_EVERY

const isOverdue = ({ ring }: DueReminder, now: number): boolean =>
  now - (msOf(ring.start) + ring.stage * MINUTE) > GIVE_WAY

/** A reminder keeps this through its stages; a snooze gives it another. */
const startKey = ({ ring }: DueReminder): string => `${ring.slotId}|${ring.start}`

const isOpen = ({ outcome }: SlotView): boolean => outcome.kind !== 'taken' && outcome.kind !== 'skipped'

const alertKey = ({ ring, phase }: Alert): string => `${ringKey(ring)}|${phase}`

const sameAlerts = (a: readonly Alert[], b: readonly Alert[]): boolean =>
  a.length === b.length && a.every((alert, index) => b[index] && alertKey(alert) === alertKey(b[index]))
