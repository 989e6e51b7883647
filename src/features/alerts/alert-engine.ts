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
   * Returns what is due now and was not dismissed, read again on every call, and the keys of what this page has to
   * announce (`decideReminders`).
   * @param mayAnnounce whether this page may announce it now
   */
  decide(mayAnnounce: (reminder: Reminder) => boolean): Promise<{ due: readonly D[]; fresh: ReadonlySet<string> }>
  dismiss(reminders: readonly Reminder[], now: number): Promise<void>
  /**
   * Returns whether this page is hidden while another one is visible, which should then announce and show its dialog.
   */
  isLookedAtElsewhere(): Promise<boolean>
  /**
   * Makes sound, speech and notifications for the newly granted reminders; `shown` is everything this page announces
   * now.
   */
  announce(fresh: readonly D[], shown: readonly D[]): void
  /** Called when this page no longer announces anything. */
  hush(): void
  onChange(shown: readonly D[]): void
}

/**
 * The alerts of one open page. What is due is decided again at every check, so that sleep, a frozen tab or a skipped
 * check loses nothing; what this page announced stays visible until it is answered, dismissed or over.
 */
export class AlertEngine<D extends Due> {
  readonly #ports: AlertPorts<D>
  #shown: readonly D[] = []
  #stopped = false
  /** Processes due reminders now; a check requested during another runs after it. */
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
   * Dismisses everything shown here, which silences later stages everywhere. Logs nothing.
   * If this cannot be saved (the local database is closed), it is still quiet here, but the promise rejects.
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
    // Shown first, whatever happens to the sound.
    if (keysOf(before) !== keysOf(shown)) this.#ports.onChange(shown)
    if (announced.length > 0) this.#ports.announce(announced, shown)
    else if (shown.length === 0 && before.length > 0) this.#ports.hush()
  }
}

/** The visible page checks every 30 seconds; if nothing has announced the reminder by now, that page does not work. */
export const GIVE_WAY = 1.5 * CHECK_EVERY

const isOverdue = ({ start, stage }: Reminder, now: number): boolean => now - (msOf(start) + stage * MINUTE) > GIVE_WAY

/** Returns a key that a reminder keeps through its stages; a snooze gives it another. */
const startKey = ({ reminder }: Due): string => `${reminder.slotId}|${reminder.start}`

const keysOf = (due: readonly Due[]): string => due.map(({ reminder }) => reminderKey(reminder)).join(' ')
