import type { SlotView } from '#domain/doses/dose-views.ts'
import { type DeviceId, newId, type SlotId } from '#domain/lib/ids.ts'
import { type DueReminder, type Reminder, reminderKey } from '#domain/reminders/alerts.ts'
import { appointmentsOf } from '#domain/reminders/appointment-reminders.ts'
import { decideReminders } from '#domain/reminders/decision.ts'
import { type LocalState, noticesForPush } from '#domain/reminders/push-notices.ts'
import { askForReminders, dismissReminders, readReminderViews } from '#src/data/notification-log.ts'
import { createSyncStore } from '#src/data/sync-store.ts'
import { AlertEngine } from '#src/features/alerts/alert-engine.ts'
import { createHttpTransport } from '#src/platform/http-transport.ts'
import { ownData } from '#src/platform/whose.ts'
import { parsePush } from '#src/sw/push-payload.ts'
import { readForPush } from '#src/sw/push-reading.ts'
import { type PassEnd, syncPass } from '#src/sync/engine.ts'
import type { Spells } from '#tests/reminders/spells.ts'
import type { Chance } from '#tests/sync/prng.ts'
import { DeviceLog, type DeviceOptions } from './device-log.ts'
import { ORIGIN } from './server.ts'

type Known = Extract<LocalState, { kind: 'known' }>

/** The effects of a push. */
export interface PushSeen {
  /** Reminders that this device announced for it. */
  reminders: Reminder[]
  /** Doses whose notification sounded. */
  loud: SlotId[]
  /** Doses shown as the push contained them, because this device does not know them to be due. */
  asSent: SlotId[]
  /** A silent push: something was logged elsewhere. */
  isNews: boolean
  notices: number
}

/**
 * One browser with the app's own data, notification log, engine and sync, on an in-memory disk. It leaves out what
 * needs a real browser: the notification itself and the worker's scope (tests/e2e covers those).
 */
export class SimulatedDevice extends DeviceLog {
  readonly endpoint: string
  readonly subscription: string
  readonly awake: Spells
  readonly online: Spells
  readonly open: Spells
  #isBack = false
  /** Reminders by key, with the number of times each was announced. */
  readonly announced = new Map<string, number>()
  readonly shownAsSent = new Set<SlotId>()
  readonly listed = new Set<string>()
  readonly #options: DeviceOptions
  #fresh: Reminder[] = []
  #engine: AlertEngine<DueReminder>

  constructor(options: DeviceOptions) {
    super(options)
    this.endpoint = options.endpoint
    this.subscription = options.subscription
    this.awake = options.awake
    this.online = options.online
    this.open = options.open
    this.#options = options
    this.#engine = this.#newEngine()
  }

  /** Opens the app for the first time: from now on there is a notification log (R6.2). */
  async start(): Promise<void> {
    await this.db.open()
    await this.list()
  }

  close(): void {
    this.db.close()
  }

  /** Keeps it awake with a network from now on. */
  comesBack(): void {
    this.#isBack = true
  }

  isReachable = (at: number): boolean => this.#isBack || (this.awake.isOn(at) && this.online.isOn(at))

  /** Reloads the page. */
  load(): void {
    this.#engine.stop()
    this.#engine = this.#newEngine()
  }

  #views = (): Promise<SlotView[]> => readReminderViews(this.db, this.knows.zone, this.#options.now())

  #newEngine(): AlertEngine<DueReminder> {
    const db = this.db
    return new AlertEngine<DueReminder>({
      now: this.#options.now,
      decide: async (mayAnnounce) => {
        const doses = await this.#views()
        const decision = await askForReminders(db, { now: this.#options.now(), doses, appointments: [], mayAnnounce })
        return { due: decision.doses, fresh: decision.fresh }
      },
      dismiss: (reminders, now) => dismissReminders(db, reminders, now),
      isLookedAtElsewhere: async () => false,
      announce: (fresh) => this.#fresh.push(...fresh.map(({ reminder }) => reminder)),
      hush: () => undefined,
      onChange: () => undefined,
    })
  }

  /** Lets the page check for due reminders. Returns what it announced. */
  async check(): Promise<Reminder[]> {
    await this.#engine.check()
    return this.#announce(this.#fresh.splice(0))
  }

  /** Empties the log and reloads the page. */
  async forgetAnnounced(): Promise<void> {
    await this.db.rings.clear()
    this.load()
  }

  /** Handles a push as the worker does (src/sw/push.ts), which may have to fetch what is new. */
  async push(text: string, fetchNews: () => Promise<unknown>): Promise<PushSeen> {
    const payload = parsePush(text, ORIGIN)
    const isNews = payload?.silent === true
    const reminders: Reminder[] = []
    const claim = async () => {
      const { local, granted } = await this.#claim(isNews)
      reminders.push(...this.#announce(granted))
      return local
    }
    const local = isNews ? await claim() : await readForPush(payload, { claim, fetchNews })
    const notices = noticesForPush(payload, local)
    const due = local.kind === 'known' ? local.due : []
    const known = new Set(due.map(({ reminder }) => reminder.slotId))
    const sounding = notices.filter(({ silent }) => !silent)
    const loud = sounding.flatMap(({ data }) => data.slotIds)
    const asSent = sounding
      .filter(({ title }) => title === payload?.title)
      .flatMap(({ data }) => data.slotIds.filter((id) => !known.has(id)))
    for (const id of asSent) this.shownAsSent.add(id)
    return { reminders, loud, asSent, isNews, notices: notices.length }
  }

  /** Reads local data and claims what is due, as the worker does (src/sw/local-reminders.ts). */
  async #claim(isNews: boolean): Promise<{ local: Known; granted: Reminder[] }> {
    const now = this.#options.now()
    const views = await this.#views()
    const { doses, fresh, quiet } = isNews
      ? decideReminders({ now, doses: [], appointments: [] }, { has: () => false, began: null })
      : await askForReminders(this.db, { now, doses: views, appointments: [] })
    const granted = doses.map(({ reminder }) => reminder).filter((reminder) => fresh.has(reminderKey(reminder)))
    const local: Known = {
      kind: 'known',
      account: this.#options.userId,
      user: this.#options.userId,
      person: null,
      zone: this.knows.zone,
      now,
      views,
      due: doses,
      granted: granted.length > 0,
      early: [],
      grantedEarly: new Set(),
      quiet,
      unannounced: [],
      appointments: appointmentsOf([], [], this.knows.zone, now),
      grantedAppointments: new Set(),
      wording: 'full',
    }
    return { local, granted }
  }

  #announce(reminders: Reminder[]): Reminder[] {
    for (const reminder of reminders) {
      const key = reminderKey(reminder)
      this.announced.set(key, (this.announced.get(key) ?? 0) + 1)
    }
    return reminders
  }

  /** R6.2: returns the doses that nothing announced, each once. */
  async list(): Promise<SlotId[]> {
    const doses = await this.#views()
    const question = { now: this.#options.now(), doses, appointments: [], mayAnnounce: () => false }
    const { unannounced } = await askForReminders(this.db, { ...question, lister: 'launch' })
    return unannounced.map(({ slot }) => slot.id)
  }

  /** Synchronises once with the server. */
  sync(): Promise<PassEnd> {
    const { userId, carry } = this.#options
    return syncPass(
      {
        store: createSyncStore(this.db, this.source),
        transport: createHttpTransport(ownData(userId), carry),
        lock: { run: async (work) => work().then(() => true) },
        clock: this.source,
        user: userId,
        mayGoOn: async () => true,
      },
      { pull: true },
    )
  }
}

export const newDeviceId = (chance: Chance, now: number): DeviceId =>
  newId<DeviceId>({ now: () => now, randomBytes: chance.bytes })
