import * as z from 'zod/mini'
import type { MedicationId } from '../lib/ids.ts'
import { doseEventIdSchema, slotIdSchema } from '../lib/ids-schema.ts'
import { daysBetween, type LocalDate, type LocalTime } from '../lib/local-time.ts'
import { loggedDoseEventSchema } from '../records/dose-event.ts'
import { slotIdOf } from '../schedule/slot-id.ts'
import { dosesPageEnd } from './doses.ts'

/*
 * A page of the log as columns (decision 012): derivable values are left out, instants are stored as differences, and
 * repeated values appear once. Columns are checked as a whole, for exactly what `loggedDoseEventSchema` requires of
 * each row.
 */

const { shape } = loggedDoseEventSchema
const { shape: snapshot } = shape.snapshot

const isIntegers = (value: unknown): boolean => {
  if (!Array.isArray(value)) return false
  for (const element of value) if (!Number.isSafeInteger(element)) return false
  return true
}

/** One integer per row, all checked together: a schema for each would take longer than everything else. */
const integers = z.pipe(
  z.unknown().check(z.refine(isIntegers, 'must be integers')),
  z.transform((value) => value as number[]),
)

/** The values of a few rows, by ascending row. */
const sparse = <Schema extends z.ZodMiniType>(value: Schema) => z.object({ rows: integers, values: z.array(value) })

export const logColumnsSchema = z.object({
  /** The number of rows. Each list of integers below has one per row. */
  count: z.int().check(z.nonnegative()),
  /** What was planned: the distinct plans, and which one each row has. */
  plans: z.array(
    z.object({
      medicationId: shape.medicationId,
      name: snapshot.name,
      dosage: snapshot.dosage,
      time: snapshot.time,
      hasDate: z.boolean(),
      amount: snapshot.amount,
      unit: snapshot.unit,
    }),
  ),
  plan: integers,
  devices: z.array(z.object({ deviceId: shape.deviceId, deviceName: shape.deviceName })),
  device: integers,
  /** What was done, and by whom. */
  deeds: z.array(
    z.object({
      kind: shape.kind,
      amount: shape.amount,
      unit: shape.unit,
      takenAmount: shape.takenAmount,
      movedTo: shape.movedTo,
      note: shape.note,
      by: shape.by,
    }),
  ),
  deed: integers,
  /** The planned date in days after that of the previous row, for the first row after 1970-01-01; 0 without a date. */
  date: integers,
  /** Instants are in milliseconds: `at` after that of the previous row, for the first row after 1970. */
  at: integers,
  /** After the row's `at`. */
  loggedAt: integers,
  /** After the row's `loggedAt`. */
  receivedAt: integers,
  /** After that of the previous row, for the first row after 0. */
  seq: integers,
  /** The id is a UUIDv7: its instant after the row's `loggedAt`, ... */
  idTime: integers,
  /** ... its variant digit, ... */
  idVariant: z.string(),
  /** ... and its other 18 random digits, as 12 of base64url. */
  idRandom: z.string(),
  /** Ids in any other form. */
  ids: sparse(doseEventIdSchema),
  /** In milliseconds after the row's `at`; null for all other rows. */
  until: sparse(z.int()),
  /** The planned instant, likewise; absent in all other rows, and as a whole from servers that do not know it. */
  plannedAt: z.optional(sparse(z.int())),
  /** Null for all other rows. */
  undoes: sparse(doseEventIdSchema),
  /** For all other rows, the slot of its medication, planned date and time, or null if date or time is null. */
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
/** In days after `FIRST_DATE`. */
export const DATES = {
  first: daysBetween(FIRST_DATE, '0001-01-01' as LocalDate),
  end: daysBetween(FIRST_DATE, '9999-12-31' as LocalDate) + 1,
}
export const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Three hexadecimal digits become two of base64url. */
export const RANDOM_LENGTH = 12

export const plannedSlot = (medicationId: MedicationId, date: LocalDate | null, time: LocalTime | null) =>
  date === null || time === null ? null : slotIdOf(medicationId, date, time)

/** A day is only computed once for all its doses. */
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
