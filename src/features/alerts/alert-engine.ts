import { msOf } from '#domain/lib/instant.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import { CHECK_EVERY, type Reminder, reminderKey } from '#domain/reminders/alerts.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** A dose or an appointment with its reminder. */
interface Due {
  reminder: Reminder
}

export interface AlertPorts<D extends Due> {
  /** Milliseconds since the epoch. */
  now(): number
  /**
   * What is due now and was not dismissed, read anew at every call, and the keys of what this page is to announce
   * (`decideReminders`).
   * @param mayAnnounce whether this page may announce it now
   */
  decide(mayAnnounce: (reminder: Reminder) => boolean): Promise<{ due: readonly D[]; fresh: ReadonlySet<string> }>
  dismiss(reminders: readonly Reminder[], now: number): Promise<void>
  /**
   * Whether this page is hidden and another one is being looked at: that one should announce, with its dialog in sight.
   */
  isLookedAtElsewhere(): Promise<boolean>
  /** Sound, speech and notification for what this page was just given; `shown` is everything it announces now. */
  announce(fresh: readonly D[], shown: readonly D[]): void
  /** Nothing is announced on this page any more. */
  hush(): void
  onChange(shown: readonly D[]): void
}

/**
 * The alerts of one open page. What is due is decided anew at every check, so that nothing is lost by sleep, a frozen
 * tab or a check that never ran; what this page announced stays in sight until it is answered, waved away or over.
 */
export class AlertEngine<D extends Due> {
  readonly #ports: AlertPorts<D>
  #shown: readonly D[] = []
  #stopped = false
  /** Looks for due reminders now; a check that is asked for during another runs after it. */
  readonly check = oneAtATime(async () => {
    if (!this.#stopped) await this.#checkOnce()
  })

  constructor(ports: AlertPorts<D>) {
    this.#ports = ports
  }

  get shown(): readonly D[] {
    return this.#shown
  }

  /**
   * The person waves everything away that is shown here: later stages stay quiet everywhere. Logs nothing.
   * Where that cannot be noted (the local database is closed) it is quiet here all the same; rejects then.
   */
  async dismiss(): Promise<void> {
    try {
      await this.#ports.dismiss(
        this.#shown.map(({ reminder }) => reminder),
        this.#ports.now(),
      )
      await this.check()
    } catch (error) {
      this.#show([], [])
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
    const { due, fresh } = await ports.decide((reminder) => !givesWay || isOverdue(reminder, now))
    if (this.#stopped) return
    const announced = due.filter(({ reminder }) => fresh.has(reminderKey(reminder)))
    const mine = new Set([...this.#shown, ...announced].map(startKey))
    this.#show(
      due.filter((one) => mine.has(startKey(one))),
      announced,
    )
  }

  #show(shown: readonly D[], announced: readonly D[]): void {
    const before = this.#shown
    this.#shown = shown
    // In sight first: whatever becomes of the sound.
    if (keysOf(before) !== keysOf(shown)) this.#ports.onChange(shown)
    if (announced.length > 0) this.#ports.announce(announced, shown)
    else if (shown.length === 0 && before.length > 0) this.#ports.hush()
  }
}

/** The page that is looked at checks every 30 seconds; if nobody has announced it by now, it does not work. */
export const GIVE_WAY = 1.5 * CHECK_EVERY

const isOverdue = ({ start, stage }: Reminder, now: number): boolean => now - (msOf(start) + stage * MINUTE) > GIVE_WAY

/** A reminder keeps this through its stages; a snooze gives it another. */
const startKey = ({ reminder }: Due): string => `${reminder.slotId}|${reminder.start}`

const keysOf = (due: readonly Due[]): string => due.map(({ reminder }) => reminderKey(reminder)).join(' ')
