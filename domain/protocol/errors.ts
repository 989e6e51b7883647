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
  /** The person was deleted, or is no longer shared with this account. */
  'person_gone',
  /** The account may not see this person, and never did as far as the server knows. */
  'person_unknown',
  /** The account may see the person, and may not do this. */
  'role_too_small',
  /** The personal token lacks the scope that the call needs, or no token may make it. */
  'scope_required',
  /** There are as many of them as there may be. */
  'limit_reached',
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
  /** This server cannot take payments, because no payment service is configured. */
  'payments_unavailable',
  'client_too_old',
  'internal',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]
/**
 * The error response of every call. It contains the sentence twice, since the specification's calls read either name.
 */
export interface ErrorBody {
  error: string
  message: string
  code: ErrorCode
  /** The request field at fault, in dotted form (`snapshot.date`). */
  field?: string | undefined
}

export const errorBody = (code: ErrorCode, error: string, field?: string): ErrorBody => ({
  error,
  message: error,
  code,
  ...(field === undefined ? {} : { field }),
})

/** Returns what a response says, by the rules of `errorBodySchema`; null if it is not an error of this server. */
export function readErrorBody(body: unknown): ErrorBody | null {
  const { error, message, code, field } = (body ?? {}) as Record<string, unknown>
  const isRight = typeof error === 'string' && typeof message === 'string'
  if (!isRight || !ERROR_CODES.includes(code as ErrorCode)) return null
  if (field !== undefined && typeof field !== 'string') return null
  return { error, message, code: code as ErrorCode, ...(field !== undefined && { field }) }
}

/** Returns the sentence for the user, from a body that may contain nothing else; null if there is none. */
export function readSentence(body: unknown): string | null {
  const { error } = (body ?? {}) as Record<string, unknown>
  return typeof error === 'string' && error !== '' ? error : null
}
