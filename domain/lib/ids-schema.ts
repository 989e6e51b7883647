import * as z from 'zod/mini'
import {
  type AppointmentId,
  type DeviceId,
  type DocumentId,
  type DoseEventId,
  isSlotId,
  isUuid,
  type MedicationId,
  type PersonId,
  type PrescriptionId,
  type SlotId,
  type SupplyEventId,
  type UserId,
} from './ids.ts'

/** Any UUID in lower case. */
export const uuidSchema = z.string().check(z.refine(isUuid, 'must be a lower-case UUID'))

const uuidOf = <Id extends string>() =>
  z.pipe(
    uuidSchema,
    z.transform((id) => id as Id),
  )

export const userIdSchema = uuidOf<UserId>()
export const personIdSchema = uuidOf<PersonId>()
export const medicationIdSchema = uuidOf<MedicationId>()
export const documentIdSchema = uuidOf<DocumentId>()
export const appointmentIdSchema = uuidOf<AppointmentId>()
export const prescriptionIdSchema = uuidOf<PrescriptionId>()
export const doseEventIdSchema = uuidOf<DoseEventId>()
export const supplyEventIdSchema = uuidOf<SupplyEventId>()
export const deviceIdSchema = uuidOf<DeviceId>()
export const slotIdSchema = z.pipe(
  z.string().check(z.refine(isSlotId, 'must be a slot id of 22 base64url characters')),
  z.transform((id) => id as SlotId),
)
