import * as z from 'zod/mini'

/** Every code that an error response may contain. `error` has the sentence for the user; programs use the code. */
export const ERROR_CODES = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'cross_site',
  'age_required',
  'consent_required',
  /** A parent's consent was requested although none is needed. */
  'consent_not_needed',
  'under_age',
  'already_verified',
  'premium_required',
  'not_found',
  'duplicate',
  'id_conflict',
  'medication_gone',
  'document_gone',
  'appointment_gone',
  'prescription_gone',
  /** A completed appointment cannot be edited and stays completed. */
  'appointment_completed',
  'wrong_user',
  'account_gone',
  /** Administrators cannot delete their own account in /admin. */
  'own_account',
  'new_epoch',
  'key_reused',
  'not_attempted',
  'too_large',
  /** The account's pictures use all of its storage. */
  'storage_full',
  'unsupported_media_type',
  'rate_limited',
  /** The owner of the address has opted out of mails that others send. */
  'recipient_declined',
  'unavailable',
  /** This server cannot push, because no contact is configured for its messages (VAPID subject). */
  'push_unavailable',
  'client_too_old',
  'internal',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/**
 * The error response of every call. It contains the sentence twice, since the specification's calls read either name.
 */
export const errorBodySchema = z.object({
  error: z.string(),
  message: z.string(),
  code: z.enum(ERROR_CODES),
  /** The request field at fault, in dotted form (`snapshot.date`). */
  field: z.optional(z.string()),
})
export type ErrorBody = z.infer<typeof errorBodySchema>

/** The sentence for the user, in a body that may contain nothing else. */
export const sentenceSchema = z.object({ error: z.string().check(z.minLength(1)) })

export const errorBody = (code: ErrorCode, error: string, field?: string): ErrorBody => ({
  error,
  message: error,
  code,
  ...(field === undefined ? {} : { field }),
})
