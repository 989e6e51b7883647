import * as z from 'zod/mini'
import { recordDateSchema } from '../lib/local-time-schema.ts'
import { storableText } from '../lib/storable-text.ts'
import { parentalConsentSchema, profileFields, timeZoneSchema } from '../records/user-schema.ts'

/** POST /api/user/verify-age. The zone is the browser's and becomes the account's plan zone. */
export const verifyAgeBody = z.strictObject({
  dateOfBirth: recordDateSchema,
  timeZone: z.optional(timeZoneSchema),
})
export const verifyAgeAnswer = z.object({ parentalConsentRequired: z.boolean() })

/**
 * POST /api/user/request-parental-consent. The service checks whether it is an address, so that it can say so in a
 * sentence for users.
 */
export const requestConsentBody = z.strictObject({ parentGuardianEmail: storableText(1000) })
export const requestConsentAnswer = z.object({
  success: z.boolean(),
  error: z.optional(z.string()),
  /** What GET /api/auth/user returns from now on. */
  parentalConsent: z.optional(parentalConsentSchema),
})

/** PATCH /api/user/profile. */
export const profileBody = z.strictObject(profileFields)
