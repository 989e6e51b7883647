import { isLanguageTag } from '../language/languages.ts'
import { isUuid } from '../lib/ids.ts'
import { recordedInstant } from '../lib/instant.ts'
import { isLocalDate } from '../lib/local-time.ts'
import { isTimeZone } from '../lib/zone.ts'
import type { Emergency, EmergencyContact } from './emergency-card.ts'
import type { CurrentUser, ParentalConsent } from './user.ts'

type Check = (value: unknown) => boolean
type Checks<T> = { readonly [Field in keyof Required<T>]: Check }

const isText: Check = (value) => typeof value === 'string'
const isYesOrNo: Check = (value) => typeof value === 'boolean'
/** In the form that the server writes: UTC, with milliseconds. */
const isInstant: Check = (value) => typeof value === 'string' && recordedInstant(Date.parse(value)) === value
const isOneOf =
  (...values: string[]): Check =>
  (value) =>
    values.includes(value as string)
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const meets = (checks: Readonly<Record<string, Check>>, value: Record<string, unknown>): boolean =>
  Object.entries(checks).every(([field, isRight]) => isRight(value[field]))

const CONSENT: Checks<ParentalConsent> = {
  state: isOneOf('asked', 'declined', 'withdrawn'),
  email: isText,
  at: isInstant,
  until: isInstant,
}

const CONTACT: Checks<EmergencyContact> = { name: isText, relation: isText, phone: isText }

const EMERGENCY: Checks<Emergency> = {
  allergies: isText,
  conditions: isText,
  bloodGroup: orNull(isText),
  contacts: (value) => Array.isArray(value) && value.every((one) => isObject(one) && meets(CONTACT, one)),
  note: isText,
}

const isEmergency: Check = (value) => isObject(value) && meets(EMERGENCY, value)

/** Reads what was typed for an emergency card; null if it is none. */
export const readEmergency = (value: unknown): Emergency | null => (isEmergency(value) ? (value as Emergency) : null)

const USER: Checks<CurrentUser> = {
  id: (value) => typeof value === 'string' && isUuid(value),
  email: isText,
  firstName: orNull(isText),
  lastName: orNull(isText),
  isAdmin: isYesOrNo,
  dateOfBirth: orNull((value) => typeof value === 'string' && isLocalDate(value)),
  ageVerified: isYesOrNo,
  parentalConsentRequired: isYesOrNo,
  parentalConsentGiven: isYesOrNo,
  parentalConsent: (value) => value === undefined || value === null || (isObject(value) && meets(CONSENT, value)),
  hasUsedTrial: isYesOrNo,
  subscriptionStatus: orNull(isOneOf('trial', 'active', 'past_due', 'canceled', 'expired')),
  subscriptionPlan: isOneOf('free', 'premium'),
  subscriptionEndsAt: orNull(isInstant),
  timeZone: () => true,
  language: () => true,
  emergency: () => true,
}

/**
 * Reads the response of GET /api/auth/user, or what this device kept of one, by the rules of `currentUserSchema`; null
 * if it is none. Every start reads it, and none should wait for the library of the schemas.
 */
export function readCurrentUser(value: unknown): CurrentUser | null {
  if (!isObject(value) || !meets(USER, value)) return null
  const known = Object.fromEntries(Object.entries(value).filter(([field]) => Object.hasOwn(USER, field)))
  const { timeZone, language, emergency } = value
  const isKnown = typeof timeZone === 'string' && timeZone.length <= 64 && isTimeZone(timeZone)
  const spoken = language === undefined ? {} : { language: isLanguageTag(language) ? language : null }
  const typed = emergency === undefined ? {} : { emergency: readEmergency(emergency) }
  return { ...known, timeZone: isKnown ? timeZone : null, ...spoken, ...typed } as CurrentUser
}
