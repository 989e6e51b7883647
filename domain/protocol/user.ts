import * as z from 'zod/mini'
import { localDateSchema } from '../lib/local-time.ts'
import { storableText } from '../lib/text.ts'
import { timeZoneSchema } from '../records/user.ts'

/** POST /api/user/verify-age. The zone is the browser's and becomes the account's plan zone. */
export const verifyAgeBody = z.strictObject({
  dateOfBirth: localDateSchema,
  timeZone: z.optional(timeZoneSchema),
})
export const verifyAgeAnswer = z.object({ parentalConsentRequired: z.boolean() })

const name = storableText(80)

/** PATCH /api/user/profile. */
export const profileBody = z.strictObject({
  firstName: z.optional(name),
  lastName: z.optional(name),
  timeZone: z.optional(timeZoneSchema),
})
