import { v7, validate } from 'uuid'
import type { Brand } from './brand.ts'

export type UserId = Brand<string, 'UserId'>
/** Whose data it is: an account's id for its own person, one of its own for somebody without sign-in (decision 079). */
export type PersonId = Brand<string, 'PersonId'>
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

/** Returns whether it is a UUID in lower case: ids arrive from devices, and PostgreSQL would change other spellings. */
export const isUuid = (text: string): boolean => validate(text) && text === text.toLowerCase()

/** Returns whether it has the form of a slot id: 22 base64url characters (schedule/slot-id.ts). */
export const isSlotId = (text: string): text is SlotId => /^[A-Za-z0-9_-]{22}$/.test(text)
