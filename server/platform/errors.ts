import { t } from '#domain/language/translate.ts'
import { type ErrorBody, type ErrorCode, errorBody } from '#domain/protocol/errors.ts'

/**
 * A refusal that a user may read. Thrown anywhere in a route, it becomes the response `{ error, message, code, field?
 * }`.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: ErrorCode,
    sentence: string,
    more: { field?: string; headers?: Record<string, string> } = {},
  ) {
    super(sentence)
    this.status = status
    this.code = code
    this.field = more.field
    this.headers = more.headers ?? {}
  }

  get body(): ErrorBody {
    return errorBody(this.code, this.message, this.field)
  }
}

/** Builds a 400 for one field of the request. The sentence names the field and the rule. */
export const invalid = (field: string, sentence: string) => new ApiError(400, 'invalid', sentence, { field })

/**
 * Builds a 422 for an Idempotency-Key that was used for something else.
 * @param what `email`, `promotion`
 */
export const keyReused = (what: string) =>
  new ApiError(422, 'key_reused', t('This Idempotency-Key was already used for another {what}.', { what }))

/** Builds a 429 with the seconds to wait, and the field at fault if there is one. */
export const tooMany = (
  seconds: number,
  sentence = t('Too many tries. Please wait a moment and try again.'),
  field?: string,
) =>
  new ApiError(429, 'rate_limited', sentence, {
    ...(field === undefined ? {} : { field }),
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  })

/**
 * Builds a 503: the database does not respond, or not in time. The request may be repeated, with its key if it has one.
 */
export const unreachable = () =>
  new ApiError(503, 'unavailable', t('We can’t reach our database right now. Please try again in a moment.'), {
    headers: { 'retry-after': '2' },
  })

/** Builds a 503 for a moment in which the account is in flux. */
export const accountMoves = () =>
  new ApiError(503, 'unavailable', t('Your account is being changed at this moment. Please try again.'), {
    headers: { 'retry-after': '10' },
  })
