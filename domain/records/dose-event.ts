import * as z from 'zod/mini'
import type { Amount } from '../lib/amount.ts'
import { someAmountSchema } from '../lib/amount-schema.ts'
import type { DeviceId, DoseEventId, MedicationId, SlotId } from '../lib/ids.ts'
import { deviceIdSchema, doseEventIdSchema, medicationIdSchema, slotIdSchema } from '../lib/ids-schema.ts'
import { type Instant, msOf } from '../lib/instant.ts'
import { anyInstantSchema, instantSchema } from '../lib/instant-schema.ts'
import { HOUR, type LocalDate, type LocalTime } from '../lib/local-time.ts'
import { localDateSchema, localTimeSchema, logDateSchema } from '../lib/local-time-schema.ts'
import { orNull } from '../lib/or-null.ts'
import { storableText } from '../lib/storable-text.ts'
import { slotIdOf } from '../schedule/slot-id.ts'
import { type LoggedBy, loggedBySchema } from './logged-by.ts'

export type DoseKind = 'taken' | 'skipped' | 'snoozed' | 'undone'

/** The dose as it was planned when it was logged, so that history survives every later edit. */
export interface DoseSnapshot {
  name: string
  dosage: string
  /** The planned local date and time; null for a dose without a slot. */
  date: LocalDate | null
  time: LocalTime | null
  /**
   * How much was planned, and in what unit: both or neither. Absent where the plan has no amounts, and in events of
   * clients that do not know them.
   */
  amount?: Amount | undefined
  unit?: string | undefined
  /**
   * The planned instant, of a plan that counts from the log: in another zone its dose has another date and time. Absent
   * for every other plan, and in events of clients that do not know it.
   */
  plannedAt?: Instant | undefined
}

/** One entry of the append-only dose log. Nothing in it ever changes; a correction is another entry. */
export interface DoseEvent {
  id: DoseEventId
  medicationId: MedicationId
  /** The planned dose it refers to; null for an extra or an as-needed dose. */
  slotId: SlotId | null
  kind: DoseKind
  /** When it was taken, skipped, snoozed or undone, according to the user. */
  at: Instant
  /** When it was entered, by the device's clock. */
  loggedAt: Instant
  /** When a snooze ends; null for every other kind. */
  until: Instant | null
  /**
   * Where a snooze moves the dose: the time of its planned date at which it is asked for, in the plan zone. Clients
   * that do not know this see a snooze until then. Absent: it only snoozes.
   */
  movedTo?: LocalTime | undefined
  /** The event that an `undone` takes back; null for every other kind. */
  undoes: DoseEventId | null
  deviceId: DeviceId
  deviceName: string
  /** How much was taken, in `unit`s, rounded; null if not given. What older clients write and read. */
  amount: number | null
  unit: string | null
  /**
   * How much was really taken, exactly, where that differs from the planned amount; in the planned unit, without one in
   * `unit`. Absent: as planned, or only `amount` says it (`takenAmountOf`).
   */
  takenAmount?: Amount | undefined
  note: string | null
  snapshot: DoseSnapshot
}

/** An event as the server returns it: with its place in the user's log and the server's own receipt time. */
export interface LoggedDoseEvent extends DoseEvent {
  seq: number
  receivedAt: Instant
  by?: LoggedBy | undefined
}

/** Where the log has an event, and what the server knows of it besides what the device sent. */
export interface DosePlace extends Pick<LoggedDoseEvent, 'seq' | 'receivedAt' | 'by'> {
  /** The event that had already taken the slot when this one came; both stay in the log (decision 009). */
  first?: LoggedDoseEvent | undefined
}

/** What POST /api/doses answers: the event as it is in the log. */
export type RecordedDose = LoggedDoseEvent & DosePlace

const snapshotFields = {
  name: storableText(200),
  dosage: storableText(200),
  date: orNull(localDateSchema),
  time: orNull(localTimeSchema),
  amount: z.optional(someAmountSchema),
  unit: z.optional(storableText(30).check(z.minLength(1))),
  plannedAt: z.optional(anyInstantSchema),
}

/** Zones have been at most 15 hours and 13 minutes from UTC (Manila until 1844), and dates leave out the seconds. */
const FARTHEST_ZONE = 16 * HOUR

const fields = {
  id: doseEventIdSchema,
  medicationId: medicationIdSchema,
  slotId: orNull(slotIdSchema),
  kind: z.enum(['taken', 'skipped', 'snoozed', 'undone']),
  at: anyInstantSchema,
  loggedAt: anyInstantSchema,
  until: orNull(anyInstantSchema),
  undoes: orNull(doseEventIdSchema),
  deviceId: deviceIdSchema,
  deviceName: z._default(storableText(80), ''),
  amount: orNull(z.number().check(z.positive(), z.maximum(10_000))),
  unit: orNull(storableText(20)),
  takenAmount: z.optional(someAmountSchema),
  movedTo: z.optional(localTimeSchema),
  note: orNull(storableText(500)),
}

const strictFields = z.strictObject({
  ...fields,
  snapshot: z.strictObject({ ...snapshotFields, date: orNull(logDateSchema) }),
})

/**
 * An event in a request or in storage, with the rules between its fields. Unknown fields are refused rather than
 * dropped, because a silently dropped field is lost data. Its times are never refused for being early or late
 * (docs/records.md).
 */
export const doseEventSchema = strictFields.check(
  z.superRefine((event, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if ((event.kind === 'snoozed') !== (event.until !== null))
      issue('until', 'must be given for a snooze, and only then')
    if ((event.kind === 'undone') !== (event.undoes !== null))
      issue('undoes', 'must be given for an undo, and only then')
    if ((event.kind === 'snoozed' || event.kind === 'skipped') && event.slotId === null) {
      issue('slotId', 'must be given: only a planned dose can be skipped or snoozed')
    }
    if (event.undoes === event.id) issue('undoes', 'must name another event')
    if (event.takenAmount !== undefined && event.kind !== 'taken') issue('takenAmount', 'belongs to a dose taken')
    if (event.movedTo !== undefined && event.kind !== 'snoozed') issue('movedTo', 'belongs to a snooze')
    const { amount, unit, plannedAt } = event.snapshot
    if ((amount === undefined) !== (unit === undefined)) issue('snapshot', 'must carry a planned amount with its unit')
    if (plannedAt !== undefined && event.slotId === null) issue('snapshot.plannedAt', 'belongs to a planned dose')
    if (event.slotId === null) return
    const { date, time } = event.snapshot
    if (date === null || time === null) issue('snapshot', 'must carry the planned date and time of its slot')
    else if (slotIdOf(event.medicationId, date, time) !== event.slotId) {
      issue('slotId', 'must be the slot of that medication, date and time')
    } else if (plannedAt !== undefined && Math.abs(msOf(plannedAt) - Date.parse(`${date}T${time}Z`)) > FARTHEST_ZONE) {
      issue('snapshot.plannedAt', 'must be the instant of the planned date and time in some time zone')
    }
  }),
)

/** An event in a response. A newer server may include more than this app knows, so other fields are ignored. */
export const loggedDoseEventSchema = z.object({
  ...fields,
  snapshot: z.object(snapshotFields),
  seq: z.int().check(z.nonnegative()),
  receivedAt: instantSchema,
  by: z.optional(loggedBySchema),
})

/**
 * Where the log has an event: the answer to a dose in a batch. The device has what it sent, and a thousand events would be
 * half a megabyte.
 */
export const dosePlaceSchema = z.pick(loggedDoseEventSchema, { seq: true, receivedAt: true, by: true })

/** The answer to a dose that was logged. */
export const recordedDoseSchema = z.extend(loggedDoseEventSchema, { first: z.optional(loggedDoseEventSchema) })
