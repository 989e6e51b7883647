import { v7, validate } from 'uuid'
import * as z from 'zod/mini'
import type { Brand } from './brand.ts'

export type UserId = Brand<string, 'UserId'>
export type MedicationId = Brand<string, 'MedicationId'>
export type DocumentId = Brand<string, 'DocumentId'>
export type AppointmentId = Brand<string, 'AppointmentId'>
export type PrescriptionId = Brand<string, 'PrescriptionId'>
export type DoseEventId = Brand<string, 'DoseEventId'>
export type SupplyEventId = Brand<string, 'SupplyEventId'>
export type SlotId = Brand<string, 'SlotId'>
export type DeviceId = Brand<string, 'DeviceId'>

/** Where new ids come from. It is passed in, so that a test or a simulation can repeat them. */
export interface IdSource {
  /** Milliseconds since the epoch. */
  now(): number
  /** Returns this many random bytes. */
  randomBytes(length: number): Uint8Array
}

/**
 * Returns a new UUIDv7 (RFC 9562). It sorts by the device's clock, which is only a convenience; order never relies on
 * it.
 */
export function newId<Id extends string = string>(source: IdSource): Id {
  return v7({ msecs: source.now(), random: source.randomBytes(16) }) as Id
}

/** Any UUID in lower case: ids arrive from devices, and PostgreSQL would change other spellings to lower case. */
export const uuidSchema = z
  .string()
  .check(z.refine((text) => validate(text) && text === text.toLowerCase(), 'must be a lower-case UUID'))

const uuidOf = <Id extends string>() =>
  z.pipe(
    uuidSchema,
    z.transform((id) => id as Id),
  )

export const userIdSchema = uuidOf<UserId>()
export const medicationIdSchema = uuidOf<MedicationId>()
export const documentIdSchema = uuidOf<DocumentId>()
export const appointmentIdSchema = uuidOf<AppointmentId>()
export const prescriptionIdSchema = uuidOf<PrescriptionId>()
export const doseEventIdSchema = uuidOf<DoseEventId>()
export const supplyEventIdSchema = uuidOf<SupplyEventId>()
export const deviceIdSchema = uuidOf<DeviceId>()
/** The text form of a slot id: 22 base64url characters (schedule/slot-id.ts). */
export const slotIdSchema = z.pipe(
  z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'must be a slot id of 22 base64url characters')),
  z.transform((id) => id as SlotId),
)
