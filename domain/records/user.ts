import type * as z from 'zod/mini'
import type { currentUserSchema, parentalConsentSchema, profileFields } from './user-schema.ts'

export type ParentalConsent = z.infer<typeof parentalConsentSchema>

export type CurrentUser = z.infer<typeof currentUserSchema>

/** The part that `profileFields` can change. */
export type Profile = Pick<CurrentUser, keyof typeof profileFields>

/**
 * Returns the name in the home screen's greeting: the first name, otherwise the e-mail address (specification, section
 * 1).
 */
export const displayNameOf = (user: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>): string =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email

export const greetingNameOf = (user: Pick<CurrentUser, 'firstName' | 'email'>): string => user.firstName || user.email
