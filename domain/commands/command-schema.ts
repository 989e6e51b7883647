import * as z from 'zod/mini'
import { appointmentIdSchema, medicationIdSchema } from '../lib/ids-schema.ts'
import { instantSchema } from '../lib/instant-schema.ts'
import { appointmentTexts, remindBeforeSchema, storedMomentFields } from '../records/appointment-schema.ts'
import { doseEventSchema } from '../records/dose-event.ts'
import { extrasShape } from '../records/medication-extras-schema.ts'
import { barcodesSchema, medicationTexts } from '../records/medication-schema.ts'
import { storedSupplyEventSchema } from '../records/supply-event.ts'
import { profileFields } from '../records/user-schema.ts'
import { storedPlanFields } from '../schedule/plan-schema.ts'

const plan = z.strictObject(storedPlanFields)

/**
 * Everything a user can do to their data: the write vocabulary shared by device and server. The outbox stores commands
 * rather than requests, so that an app update never replays an old wire format (docs/architecture.md). Unknown
 * arguments are refused: a command of a newer version is kept and shown rather than sent with something missing. Any
 * date that exists is accepted: a pending command older than the current rule is refused by the server and can be
 * resolved then.
 */
export const commandSchemas = {
  'medication.add': z.strictObject({
    id: medicationIdSchema,
    ...medicationTexts,
    important: z._default(z.boolean(), false),
    barcodes: z.optional(barcodesSchema),
    ...extrasShape,
    ...storedPlanFields,
    createdAt: instantSchema,
    /** The user saw the duplicate and wants both ("keep mine as a new one"). */
    allowDuplicate: z._default(z.boolean(), false),
  }),
  'medication.edit': z.strictObject({
    id: medicationIdSchema,
    changes: z.strictObject({
      name: z.optional(medicationTexts.name),
      dosage: z.optional(medicationTexts.dosage),
      frequency: z.optional(medicationTexts.frequency),
      instructions: z.optional(medicationTexts.instructions),
      important: z.optional(z.boolean()),
      barcodes: z.optional(barcodesSchema),
      ...extrasShape,
      plan: z.optional(plan),
    }),
    editedAt: instantSchema,
  }),
  /** `stoppedAt: null` takes a stop back. */
  'medication.stop': z.strictObject({ id: medicationIdSchema, stoppedAt: z.nullable(instantSchema) }),
  'medication.delete': z.strictObject({ id: medicationIdSchema }),
  'dose.record': doseEventSchema,
  'supply.record': storedSupplyEventSchema,
  /** Sets the named fields; the plan zone applies to everything logged afterwards. */
  'profile.edit': z.strictObject(profileFields),
  'appointment.add': z.strictObject({
    id: appointmentIdSchema,
    ...appointmentTexts,
    ...storedMomentFields,
    remindBefore: remindBeforeSchema,
    createdAt: instantSchema,
    allowDuplicate: z._default(z.boolean(), false),
  }),
  'appointment.edit': z.strictObject({
    id: appointmentIdSchema,
    changes: z.strictObject({
      doctorName: z.optional(appointmentTexts.doctorName),
      specialty: z.optional(appointmentTexts.specialty),
      location: z.optional(appointmentTexts.location),
      notes: z.optional(appointmentTexts.notes),
      phoneNumber: z.optional(appointmentTexts.phoneNumber),
      when: z.optional(z.strictObject(storedMomentFields)),
      remindBefore: z.optional(remindBeforeSchema),
    }),
    /** A command of an earlier version has none. */
    editedAt: z.optional(instantSchema),
  }),
  'appointment.complete': z.strictObject({ id: appointmentIdSchema }),
  'appointment.delete': z.strictObject({ id: appointmentIdSchema }),
} as const
