import * as z from 'zod/mini'
import { doseEventIdSchema, type MedicationId, slotIdSchema } from '../lib/ids.ts'
import { daysBetween, type LocalDate, type LocalTime } from '../lib/local-time.ts'
import { loggedDoseEventSchema } from '../records/dose-event.ts'
import { slotIdOf } from '../schedule/slot-id.ts'
import { dosesPageEnd } from './doses.ts'

/*
 * A page of the log as columns (decision 012): what follows from something else is left out, instants are differences, and
 * what repeats is said once. The columns are checked as wholes, for exactly what `loggedDoseEventSchema` asks of each row.
 */

const { shape } = loggedDoseEventSchema
const { shape: snapshot } = shape.snapshot

const isIntegers = (value: unknown): boolean => {
  if (!Array.isArray(value)) return false
  for (const element of value) if (!Number.isSafeInteger(element)) return false
  return true
}

/** One integer per row, checked in one go: a schema for each of them would take longer than all the rest. */
const integers = z.pipe(
  z.unknown().check(z.refine(isIntegers, 'must be integers')),
  z.transform((value) => value as number[]),
)

/** The values of a few rows, by ascending row. */
const sparse = <Schema extends z.ZodMiniType>(value: Schema) => z.object({ rows: integers, values: z.array(value) })

export const logColumnsSchema = z.object({
  /** How many rows. Each of the integers below is one per row. */
  count: z.int().check(z.nonnegative()),
  /** What was planned: the distinct ones, and which of them a row has. */
  plans: z.array(
    z.object({
      medicationId: shape.medicationId,
      name: snapshot.name,
      dosage: snapshot.dosage,
      time: snapshot.time,
      hasDate: z.boolean(),
    }),
  ),
  plan: integers,
  devices: z.array(z.object({ deviceId: shape.deviceId, deviceName: shape.deviceName })),
  device: integers,
  /** What was done. */
  deeds: z.array(z.object({ kind: shape.kind, amount: shape.amount, unit: shape.unit, note: shape.note })),
  deed: integers,
  /** Planned date in days after that of the row before, of the first row after 1970-01-01; 0 where there is none. */
  date: integers,
  /** Instants are in milliseconds: `at` after that of the row before, of the first row after 1970. */
  at: integers,
  /** After the row's `at`. */
  loggedAt: integers,
  /** After the row's `loggedAt`. */
  receivedAt: integers,
  /** After that of the row before, of the first row after 0. */
  seq: integers,
  /** The id is a UUIDv7: its instant after the row's `loggedAt`, ... */
  idTime: integers,
  /** ... its variant digit, ... */
  idVariant: z.string(),
  /** ... and its other 18 random digits, as 12 of base64url. */
  idRandom: z.string(),
  /** Ids that are something else. */
  ids: sparse(doseEventIdSchema),
  /** In milliseconds after the row's `at`; of every other row null. */
  until: sparse(z.int()),
  /** Of every other row null. */
  undoes: sparse(doseEventIdSchema),
  /** Of every other row the slot of its medication, planned date and time, or null where date or time is. */
  slotIds: sparse(z.nullable(slotIdSchema)),
})
export type LogColumns = z.infer<typeof logColumnsSchema>

/** A page of GET /api/doses with `form=columns`. */
export const dosesColumnsAnswer = z.extend(dosesPageEnd, { columns: logColumnsSchema })

export interface Sparse<Value> {
  rows: number[]
  values: Value[]
}

export const FIRST_DATE = '1970-01-01' as LocalDate
/** In days after it. */
export const DATES = {
  first: daysBetween(FIRST_DATE, '0001-01-01' as LocalDate),
  end: daysBetween(FIRST_DATE, '9999-12-31' as LocalDate) + 1,
}
export const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Three hexadecimal digits are two of base64url. */
export const RANDOM_LENGTH = 12

export const plannedSlot = (medicationId: MedicationId, date: LocalDate | null, time: LocalTime | null) =>
  date === null || time === null ? null : slotIdOf(medicationId, date, time)

/** A day is asked for once for all its doses. */
export function remembering<Key, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined) {
      value = work(key)
      known.set(key, value)
    }
    return value
  }
}
