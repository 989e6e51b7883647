import * as z from 'zod/mini'

/** Every code an error answer may carry. The sentence for the person is in `error`; code is what programs look at. */
export const ERROR_CODES = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'cross_site',
  'age_required',
  'consent_required',
  /** A parent's consent is asked for where none is needed. */
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
  /** What is over is not edited, and stays over. */
  'appointment_completed',
  'wrong_user',
  'account_gone',
  /** Administrators do not delete their own account in /admin. */
  'own_account',
  'new_epoch',
  'key_reused',
  'not_attempted',
  'too_large',
  /** The pictures of the account take all the room it has. */
  'storage_full',
  'unsupported_media_type',
  'rate_limited',
  /** Who has the address asked for no more mails of others. */
  'recipient_declined',
  'unavailable',
  /** This server cannot push: nobody said who answers for its messages (VAPID subject). */
  'push_unavailable',
  'client_too_old',
  'internal',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** Error answers of every call: the sentence twice, since the specification's calls read either name. */
export const errorBodySchema = z.object({
  error: z.string(),
  message: z.string(),
  code: z.enum(ERROR_CODES),
  /** The request field to blame, in dotted form (`snapshot.date`). */
  field: z.optional(z.string()),
})
export type ErrorBody = z.infer<typeof errorBodySchema>

/** The sentence for the person, in a body that may say nothing else. */
export const sentenceSchema = z.object({ error: z.string().check(z.minLength(1)) })

export const errorBody = (code: ErrorCode, error: string, field?: string): ErrorBody => ({
  error,
  message: error,
  code,
  ...(field === undefined ? {} : { field }),
})
