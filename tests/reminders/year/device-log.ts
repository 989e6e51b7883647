import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import {
  type DoseAuthor,
  moveSlot,
  skipSlot,
  snoozeSlot,
  takeExtra,
  takeSlot,
  undoEvent,
} from '#domain/commands/dose-verbs.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import type { DeviceId, DoseEventId, MedicationId, UserId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { LocalTime } from '#domain/lib/local-time.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import { dismissReminders } from '#src/data/notification-log.ts'
import { readDoseViews, readSlotEvents } from '#src/data/reads.ts'
import { write } from '#src/data/write.ts'
import type { Spells } from '#tests/reminders/spells.ts'
import type { Chance } from '#tests/sync/prng.ts'
import type { Act, Dose, ExtraAct } from './doses.ts'
import { Knowledge, type PlanEdit } from './knowledge.ts'

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

/** What the app on one device writes: what its user logs, undoes and edits. The model learns of it with the app. */
export class DeviceLog {
  readonly name: string
  readonly id: DeviceId
  /** What it knows according to the model. */
  readonly knows: Knowledge
  readonly unsent: { acts: Act[]; extras: ExtraAct[]; edits: PlanEdit[] } = { acts: [], extras: [], edits: [] }
  protected readonly db: DosewellDatabase
  protected readonly source: DoseAuthor['source'] & { random(): number }

  constructor({ name, id, userId, zone, chance, now }: DeviceOptions) {
    this.name = name
    this.id = id
    this.knows = new Knowledge(zone, now())
    const ids = chance.fork('ids')
    this.source = { now, random: ids.next, randomBytes: ids.bytes }
    this.db = createDatabase(userId, { indexedDB: new IDBFactory(), IDBKeyRange })
  }

  get #author(): DoseAuthor {
    return { device: { id: this.id, name: this.name }, source: this.source }
  }

  /**
   * Logs an act; null when this device does not show the dose.
   * @param minutes how long it is snoozed
   * @param takenAt when it was taken (ms), if not now
   */
  async log(dose: Dose, kind: 'taken' | 'skipped' | 'snoozed', minutes: number, takenAt?: number): Promise<Act | null> {
    const view = await this.#viewOf(dose)
    if (!view) return null
    const command =
      kind === 'taken'
        ? takeSlot(this.#author, view, takenAt === undefined ? {} : { at: toInstant(takenAt) })
        : kind === 'skipped'
          ? skipSlot(this.#author, view)
          : snoozeSlot(this.#author, view, minutes)
    await this.#write([command])
    return this.#did({ dose, kind, takenAt, until: command.args.until, id: command.args.id, undoes: null })
  }

  /** Moves a dose to another time of its date; null when this device does not show it. */
  async move(dose: Dose, to: LocalTime): Promise<Act | null> {
    const view = await this.#viewOf(dose)
    if (!view) return null
    const until = toInstant(this.knows.instantOf({ date: dose.date, time: to }))
    const command = moveSlot(this.#author, view, { to, until })
    await this.#write([command])
    return this.#did({ dose, kind: 'moved', until: null, to, id: command.args.id, undoes: null })
  }

  /** Undoes that act; null when this device does not have it. */
  async undo({ id, dose }: Act): Promise<Act | null> {
    const event = (await readSlotEvents(this.db, dose)).find((one) => one.id === id)
    if (!event) return null
    const command = undoEvent(this.#author, event)
    await this.#write([command])
    return this.#did({ dose, kind: 'undone', until: null, id: command.args.id, undoes: id })
  }

  /** Dismisses its notification without logging anything. */
  async dismiss(dose: Dose): Promise<void> {
    const view = await this.#viewOf(dose)
    if (!view) throw new Error(`${this.name} does not show the dose`)
    const reminder = { slotId: view.slot.id, start: toInstant(view.ringStart), stage: 0 }
    await dismissReminders(this.db, [reminder], this.source.now())
  }

  #did({ until, ...act }: Pick<Act, 'dose' | 'kind' | 'id' | 'undoes'> & Did): Act {
    const at = this.source.now()
    const ends = until === null ? 0 : Date.parse(until)
    const plannedAt = this.knows.instantToLog(act.dose)
    const done: Act = { ...act, to: act.to ?? null, at, takenAt: act.takenAt ?? at, plannedAt, until: ends }
    this.knows.add(done)
    this.unsent.acts.push(done)
    return done
  }

  /** Logs a dose beside the plan. */
  async takeExtra(medicationId: MedicationId): Promise<ExtraAct> {
    const medication = await this.db.medications.get(medicationId)
    if (!medication) throw new Error(`${this.name} lacks a medication`)
    const command = takeExtra(this.#author, medication)
    await this.#write([command])
    return this.#didExtra({ id: command.args.id, medicationId, kind: 'taken', undoes: null })
  }

  /** Undoes that; null when this device does not have it. */
  async undoExtra({ id, medicationId }: ExtraAct): Promise<ExtraAct | null> {
    const event = await this.db.doseEvents.get(id as DoseEventId)
    if (!event) return null
    const command = undoEvent(this.#author, event)
    await this.#write([command])
    return this.#didExtra({ id: command.args.id, medicationId, kind: 'undone', undoes: id })
  }

  #didExtra(act: Omit<ExtraAct, 'at'>): ExtraAct {
    const done = { ...act, at: this.source.now() }
    this.knows.addExtra(done)
    this.unsent.extras.push(done)
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
    const written = await write({ db: this.db, source: this.source, zone: this.knows.zone }, commands)
    if (!written.ok) throw new Error(`${this.name} refused a write: ${written.error.error}`)
  }

  /** Returns the state in which the app shows a dose, or null when it does not show it. */
  async stateOf(dose: Dose): Promise<SlotView['state'] | null> {
    return (await this.#viewOf(dose))?.state ?? null
  }

  async #viewOf({ id, date }: Dose): Promise<SlotView | undefined> {
    const range = { from: date, to: date, zone: this.knows.zone }
    const { slots } = await readDoseViews(this.db, range, this.source.now())
    return slots.find(({ slot }) => slot.id === id)
  }
}

interface Did {
  until: string | null
  to?: LocalTime
  takenAt?: number | undefined
}
