import * as z from 'zod/mini'
import { t } from '../language/translate.ts'
import { appointmentIdSchema } from '../lib/ids-schema.ts'
import { instantSchema } from '../lib/instant-schema.ts'
import { localDateSchema, localTimeSchema, recordDateSchema } from '../lib/local-time-schema.ts'
import { storableText } from '../lib/storable-text.ts'
import { REMIND_BEFORE } from './appointment.ts'

export const appointmentTexts = {
  doctorName: storableText(200).check(z.minLength(1, { error: () => t('Doctor name is required') })),
  specialty: storableText(200),
  location: storableText(500),
  notes: storableText(2000),
  phoneNumber: storableText(50),
} as const

export const momentFields = {
  appointmentDate: recordDateSchema,
  appointmentTime: localTimeSchema,
} as const

/** Stored values may have any date that exists, so that the record can still be edited or deleted. */
export const storedMomentFields = { ...momentFields, appointmentDate: localDateSchema } as const

export const remindBeforeSchema = z.pipe(
  z.array(z.literal(REMIND_BEFORE)).check(z.maxLength(10)),
  z.transform((minutes) => [...new Set(minutes)].sort((a, b) => a - b)),
)

/**
 * A whole record, as stored, replayed or imported: what an account once contained is never refused by a current rule
 * (decision 043).
 */
export const appointmentSchema = z.object({
  id: appointmentIdSchema,
  ...appointmentTexts,
  ...storedMomentFields,
  remindBefore: remindBeforeSchema,
  isCompleted: z.boolean(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  changedAt: z.optional(instantSchema),
})
