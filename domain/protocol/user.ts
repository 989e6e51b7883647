import * as z from 'zod/mini'
import { recordDateSchema } from '../lib/local-time.ts'
import { storableText } from '../lib/text.ts'
import { parentalConsentSchema, profileFields, timeZoneSchema } from '../records/user.ts'

/** POST /api/user/verify-age. The zone is the browser's and becomes the account's plan zone. */
export const verifyAgeBody = z.strictObject({
  dateOfBirth: recordDateSchema,
  timeZone: z.optional(timeZoneSchema),
})
export const verifyAgeAnswer = z.object({ parentalConsentRequired: z.boolean() })

/** POST /api/user/request-parental-consent. Whether it is an address is for the service to say, in a sentence for people. */
export const requestConsentBody = z.strictObject({ parentGuardianEmail: storableText(1000) })
export const requestConsentAnswer = z.object({
  success: z.boolean(),
  error: z.optional(z.string()),
  /** What GET /api/auth/user says from now on. */
  parentalConsent: z.optional(parentalConsentSchema),
})

/** PATCH /api/user/profile. */
export const profileBody = z.strictObject(profileFields)
