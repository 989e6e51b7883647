import { type ErrorBody, type ErrorCode, errorBody } from '#domain/protocol/errors.ts'

/** A refusal that a person may read: thrown anywhere in a route, answered as `{ error, message, code, field? }`. */
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

/** 400 for one field of the request. The sentence names the field and the rule. */
export const invalid = (field: string, sentence: string) => new ApiError(400, 'invalid', sentence, { field })

/** 422 for an Idempotency-Key under which another one was asked for. @param what `email`, `promotion` */
export const keyReused = (what: string) =>
  new ApiError(422, 'key_reused', `This Idempotency-Key was already used for another ${what}.`)

/** 429 with the seconds to wait, and the field to blame if it is one. */
export const tooMany = (
  seconds: number,
  sentence = 'Too many tries. Please wait a moment and try again.',
  field?: string,
) =>
  new ApiError(429, 'rate_limited', sentence, {
    ...(field === undefined ? {} : { field }),
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  })

/** 503: the database does not answer, or not in time. What was asked may be asked again, under its key if it has one. */
export const unreachable = () =>
  new ApiError(503, 'unavailable', 'We can’t reach our database right now. Please try again in a moment.', {
    headers: { 'retry-after': '2' },
  })

/** 503 for a moment in which the account is not to be relied on. */
export const accountMoves = () =>
  new ApiError(503, 'unavailable', 'Your account is being changed at this moment. Please try again.', {
    headers: { 'retry-after': '10' },
  })
