import * as z from 'zod/mini'
import { userIdSchema } from '../lib/ids.ts'
import { instantSchema } from '../lib/instant.ts'
import { localDateSchema } from '../lib/local-time.ts'
import { storableText } from '../lib/text.ts'
import { isTimeZone } from '../lib/zone.ts'

export const timeZoneSchema = z
  .string()
  .check(z.maxLength(64), z.refine(isTimeZone, 'must be an IANA time zone such as Australia/Sydney'))

/** How far the newest request for a parent's consent is (specification, section 5). */
export const parentalConsentSchema = z.object({
  /** `asked` says nothing about the seven days: `until` does. */
  state: z.enum(['asked', 'declined', 'withdrawn']),
  /** Whom the link was sent to. */
  email: z.string(),
  /** When it was sent, or when the parent said no. */
  at: instantSchema,
  /** When the link ends, or, after a no, when the account is erased. */
  until: instantSchema,
})
export type ParentalConsent = z.infer<typeof parentalConsentSchema>

const name = storableText(80)

/** What a person may change of it themselves. */
export const profileFields = {
  firstName: z.optional(name),
  lastName: z.optional(name),
  timeZone: z.optional(timeZoneSchema),
}

/** The answer of GET /api/auth/user: the specification's fields (section 3) and what this app adds to them. */
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
  /** Only while consent is needed: null when nobody has been asked yet. */
  parentalConsent: z.optional(z.nullable(parentalConsentSchema)),
  hasUsedTrial: z.boolean(),
  subscriptionStatus: z.nullable(z.enum(['trial', 'active', 'past_due', 'canceled', 'expired'])),
  subscriptionPlan: z.enum(['free', 'premium']),
  subscriptionEndsAt: z.nullable(instantSchema),
  /**
   * The plan zone: reminders of the account are planned in it. Null until the age dialog has set it, and where it is one that whoever
   * reads this does not know: zones are made, and devices are older than they.
   */
  timeZone: z.catch(z.nullable(timeZoneSchema), null),
})

export type CurrentUser = z.infer<typeof currentUserSchema>

/** The part of it that `profileFields` change. */
export type Profile = Pick<CurrentUser, keyof typeof profileFields>

/** How the home screen greets: the first name, else the e-mail address (specification, section 1). */
export const displayNameOf = (user: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>): string =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email

export const greetingNameOf = (user: Pick<CurrentUser, 'firstName' | 'email'>): string => user.firstName || user.email
