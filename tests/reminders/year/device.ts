import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { type DoseAuthor, moveSlot, skipSlot, snoozeSlot, takeSlot, undoEvent } from '#domain/commands/dose-verbs.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { type DeviceId, newId, type SlotId, type UserId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { LocalTime } from '#domain/lib/local-time.ts'
import { type DueReminder, type Reminder, reminderKey } from '#domain/reminders/alerts.ts'
import { appointmentsOf } from '#domain/reminders/appointment-reminders.ts'
import { decideReminders } from '#domain/reminders/decision.ts'
import { type LocalState, noticesForPush } from '#domain/reminders/push-notices.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import { askForReminders, dismissReminders, readReminderViews } from '#src/data/notification-log.ts'
import { readDoseViews, readSlotEvents } from '#src/data/reads.ts'
import { createSyncStore } from '#src/data/sync-store.ts'
import { write } from '#src/data/write.ts'
import { AlertEngine } from '#src/features/alerts/alert-engine.ts'
import { createHttpTransport } from '#src/platform/http-transport.ts'
import { ownData } from '#src/platform/whose.ts'
import { parsePush } from '#src/sw/push-payload.ts'
import { readForPush } from '#src/sw/push-reading.ts'
import { type PassEnd, syncPass } from '#src/sync/engine.ts'
import type { Spells } from '#tests/reminders/spells.ts'
import type { Chance } from '#tests/sync/prng.ts'
import { type Act, type Dose, Knowledge, type PlanEdit } from './knowledge.ts'
import { ORIGIN } from './server.ts'

// What reads past Dexie makes its ranges with the global one, as in every browser.
globalThis.IDBKeyRange ??= IDBKeyRange

export interface DeviceOptions {
  name: string
  userId: UserId
  zone: string
  endpoint: string
  subscription: string
  id: DeviceId
  chance: Chance
  now: () => number
  carry: (path: string, init: RequestInit) => Promise<Response>
  awake: Spells
  online: Spells
  open: Spells
}

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
export class SimulatedDevice {
  readonly name: string
  readonly id: DeviceId
  readonly endpoint: string
  readonly subscription: string
  readonly awake: Spells
  readonly online: Spells
  readonly open: Spells
  #isBack = false
  /** What it knows according to the model. */
  readonly knows: Knowledge
  readonly unsent: { acts: Act[]; edits: PlanEdit[] } = { acts: [], edits: [] }
  /** Reminders by key, with the number of times each was announced. */
  readonly announced = new Map<string, number>()
  readonly shownAsSent = new Set<SlotId>()
  readonly listed = new Set<string>()
  readonly #db: DosewellDatabase
  readonly #options: DeviceOptions
  readonly #source: DoseAuthor['source'] & { random(): number }
  #fresh: Reminder[] = []
  #engine: AlertEngine<DueReminder>

  constructor(options: DeviceOptions) {
    const { name, userId, zone, chance, now } = options
    this.name = name
    this.id = options.id
    this.endpoint = options.endpoint
    this.subscription = options.subscription
    this.awake = options.awake
    this.online = options.online
    this.open = options.open
    this.knows = new Knowledge(zone, now())
    this.#options = options
    const ids = chance.fork('ids')
    this.#source = { now, random: ids.next, randomBytes: ids.bytes }
    this.#db = createDatabase(userId, { indexedDB: new IDBFactory(), IDBKeyRange })
    this.#engine = this.#newEngine()
  }

  /** Opens the app for the first time: from now on there is a notification log (R6.2). */
  async start(): Promise<void> {
    await this.#db.open()
    await this.list()
  }

  close(): void {
    this.#db.close()
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

  #views = (): Promise<SlotView[]> => readReminderViews(this.#db, this.knows.zone, this.#options.now())

  #newEngine(): AlertEngine<DueReminder> {
    const db = this.#db
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
    await this.#db.rings.clear()
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
      : await askForReminders(this.#db, { now, doses: views, appointments: [] })
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
    const { unannounced } = await askForReminders(this.#db, { ...question, lister: 'launch' })
    return unannounced.map(({ slot }) => slot.id)
  }

  /** Synchronises once with the server. */
  sync(): Promise<PassEnd> {
    const { userId, carry } = this.#options
    return syncPass(
      {
        store: createSyncStore(this.#db, this.#source),
        transport: createHttpTransport(ownData(userId), carry),
        lock: { run: async (work) => work().then(() => true) },
        clock: this.#source,
        user: userId,
        mayGoOn: async () => true,
      },
      { pull: true },
    )
  }

  /** Logs an act; null when this device does not show the dose. */
  async log(dose: Dose, kind: 'taken' | 'skipped' | 'snoozed', minutes: number): Promise<Act | null> {
    const view = await this.#viewOf(dose)
    if (!view) return null
    const author: DoseAuthor = { device: { id: this.id, name: this.name }, source: this.#source }
    const command =
      kind === 'taken'
        ? takeSlot(author, view)
        : kind === 'skipped'
          ? skipSlot(author, view)
          : snoozeSlot(author, view, minutes)
    await this.#write([command])
    return this.#did({ dose, kind, until: command.args.until, id: command.args.id, undoes: null })
  }

  /** Moves a dose to another time of its date; null when this device does not show it. */
  async move(dose: Dose, to: LocalTime): Promise<Act | null> {
    const view = await this.#viewOf(dose)
    if (!view) return null
    const author: DoseAuthor = { device: { id: this.id, name: this.name }, source: this.#source }
    const until = toInstant(this.knows.instantOf({ date: dose.date, time: to }))
    const command = moveSlot(author, view, { to, until })
    await this.#write([command])
    return this.#did({ dose, kind: 'moved', until: null, to, id: command.args.id, undoes: null })
  }

  /** Undoes that act; null when this device does not have it. */
  async undo({ id, dose }: Act): Promise<Act | null> {
    const event = (await readSlotEvents(this.#db, dose)).find((one) => one.id === id)
    if (!event) return null
    const author: DoseAuthor = { device: { id: this.id, name: this.name }, source: this.#source }
    const command = undoEvent(author, event)
    await this.#write([command])
    return this.#did({ dose, kind: 'undone', until: null, id: command.args.id, undoes: id })
  }

  /** Dismisses its notification without logging anything. */
  async dismiss(dose: Dose): Promise<void> {
    const view = await this.#viewOf(dose)
    if (!view) throw new Error(`${this.name} does not show the dose`)
    const reminder = { slotId: view.slot.id, start: toInstant(view.ringStart), stage: 0 }
    await dismissReminders(this.#db, [reminder], this.#options.now())
  }

  #did({
    until,
    to = null,
    ...act
  }: Omit<Act, 'at' | 'until' | 'to'> & Partial<Pick<Act, 'to'>> & { until: string | null }): Act {
    const done: Act = { ...act, to, at: this.#options.now(), until: until === null ? 0 : Date.parse(until) }
    this.knows.add(done)
    this.unsent.acts.push(done)
    return done
  }

  /** Changes the plan of one medication. */
  async edit(edit: PlanEdit): Promise<void> {
    const { medicationId: id, at } = edit
    const args = { id, changes: { plan: { ...edit.plan, endDate: null } }, editedAt: toInstant(at) }
    await this.#write([{ name: 'medication.edit', args }])
    this.knows.edit(edit, at)
    this.unsent.edits.push(edit)
  }

  async #write(commands: Parameters<typeof write>[1]): Promise<void> {
    const written = await write({ db: this.#db, source: this.#source, zone: this.knows.zone }, commands)
    if (!written.ok) throw new Error(`${this.name} refused a write: ${written.error.error}`)
  }

  /** Returns the state in which the app shows a dose, or null when it does not show it. */
  async stateOf(dose: Dose): Promise<SlotView['state'] | null> {
    return (await this.#viewOf(dose))?.state ?? null
  }

  async #viewOf({ id, date }: Dose): Promise<SlotView | undefined> {
    const range = { from: date, to: date, zone: this.knows.zone }
    const { slots } = await readDoseViews(this.#db, range, this.#options.now())
    return slots.find(({ slot }) => slot.id === id)
  }
}

export const newDeviceId = (chance: Chance, now: number): DeviceId =>
  newId<DeviceId>({ now: () => now, randomBytes: chance.bytes })
