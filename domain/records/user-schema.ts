import * as z from 'zod/mini'
import { TAGS } from '../language/languages.ts'
import { userIdSchema } from '../lib/ids-schema.ts'
import { instantSchema } from '../lib/instant-schema.ts'
import { localDateSchema } from '../lib/local-time-schema.ts'
import { storableText } from '../lib/storable-text.ts'
import { isTimeZone } from '../lib/zone.ts'
import { emergencySchema } from './emergency-schema.ts'

export const timeZoneSchema = z
  .string()
  .check(z.maxLength(64), z.refine(isTimeZone, 'must be an IANA time zone such as Australia/Sydney'))

/** The state of the newest request for a parent's consent (specification, section 5). */
export const parentalConsentSchema = z.object({
  /** `asked` does not take the seven days into account; `until` does. */
  state: z.enum(['asked', 'declined', 'withdrawn']),
  /** The address that the link was sent to. */
  email: z.string(),
  /** When it was sent, or when the parent said no. */
  at: instantSchema,
  /** When the link expires or, after a no, when the account is erased. */
  until: instantSchema,
})

const languageSchema = z.enum(TAGS)

const name = storableText(80)

/** What users may change themselves. */
export const profileFields = {
  firstName: z.optional(name),
  lastName: z.optional(name),
  timeZone: z.optional(timeZoneSchema),
  language: z.optional(languageSchema),
  emergency: z.optional(emergencySchema),
}

/** The response of GET /api/auth/user: the specification's fields (section 3) and what this app adds to them. */
export const currentUserSchema = z.object({
  id: userIdSchema,
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  isAdmin: z.boolean(),
  dateOfBirth: z.nullable(localDateSchema),
  ageVerified: z.boolean(),
  parentalConsentRequired: z.boolean(),
  parentalConsentGiven: z.boolean(),
  /** Only while consent is needed; null if no parent has been asked yet. */
  parentalConsent: z.optional(z.nullable(parentalConsentSchema)),
  hasUsedTrial: z.boolean(),
  subscriptionStatus: z.nullable(z.enum(['trial', 'active', 'past_due', 'canceled', 'expired'])),
  subscriptionPlan: z.enum(['free', 'premium']),
  subscriptionEndsAt: z.nullable(instantSchema),
  /**
   * The plan zone, in which the account's reminders are planned. Null until the age dialog has set it, and also if the
   * zone is unknown here: new zones are created, and devices may be older than they are.
   */
  timeZone: z.catch(z.nullable(timeZoneSchema), null),
  /** In which the account is written to. Absent until a device has said so, null if the language is unknown here. */
  language: z.catch(z.optional(z.nullable(languageSchema)), null),
  /** What the emergency card says besides medicines. Absent until it was typed, null if it is of a later version. */
  emergency: z.catch(z.optional(z.nullable(emergencySchema)), null),
})
