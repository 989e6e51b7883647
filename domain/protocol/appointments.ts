import * as z from 'zod/mini'
import { appointmentIdSchema } from '../lib/ids-schema.ts'
import { instantSchema } from '../lib/instant-schema.ts'
import { appointmentSchema, appointmentTexts, momentFields, remindBeforeSchema } from '../records/appointment-schema.ts'
import { optionalText } from './optional-text.ts'

/**
 * POST /api/appointments: the specification's form fields, and what a device adds to them. Unknown fields are refused.
 */
export const addAppointmentBody = z.strictObject({
  id: z.optional(appointmentIdSchema),
  doctorName: appointmentTexts.doctorName,
  specialty: z._default(optionalText(appointmentTexts.specialty), ''),
  ...momentFields,
  location: z._default(optionalText(appointmentTexts.location), ''),
  notes: z._default(optionalText(appointmentTexts.notes), ''),
  phoneNumber: z._default(optionalText(appointmentTexts.phoneNumber), ''),
  remindBefore: z._default(remindBeforeSchema, []),
  createdAt: z.optional(instantSchema),
  allowDuplicate: z._default(z.boolean(), false),
})
export type AddAppointmentBody = z.infer<typeof addAppointmentBody>

/** PATCH /api/appointments/{id}: the changed fields, or `{isCompleted: true}`. */
export const editAppointmentBody = z.strictObject({
  doctorName: z.optional(appointmentTexts.doctorName),
  specialty: z.optional(optionalText(appointmentTexts.specialty)),
  appointmentDate: z.optional(momentFields.appointmentDate),
  appointmentTime: z.optional(momentFields.appointmentTime),
  location: z.optional(optionalText(appointmentTexts.location)),
  notes: z.optional(optionalText(appointmentTexts.notes)),
  phoneNumber: z.optional(optionalText(appointmentTexts.phoneNumber)),
  remindBefore: z.optional(remindBeforeSchema),
  isCompleted: z.optional(z.boolean()),
  /** When the user made the change, by the device's clock. */
  editedAt: z.optional(instantSchema),
})
export type EditAppointmentBody = z.infer<typeof editAppointmentBody>

export const appointmentAnswer = appointmentSchema
export const appointmentListAnswer = z.array(appointmentSchema)
