import type { Refusal } from '#domain/commands/refusal.ts'
import { type ErrorBody, type ErrorCode, errorBody } from '#domain/protocol/errors.ts'

/** What a call answers, whichever way it came: alone, in a batch, or out of the store under its key. */
export interface Answer {
  status: number
  body: object
}

/** A refusal in words a person may read. */
export const refused = (status: number, code: ErrorCode, error: string, field?: string): Answer => ({
  status,
  body: errorBody(code, error, field),
})

/** The refusal of an effect of the domain. */
export const refusal = ({ status, code, error, field }: Refusal): Answer => refused(status, code, error, field)

/** The code of an error answer; null for any other. */
export const codeOf = ({ body }: Answer): ErrorBody['code'] | null => ('code' in body ? (body as ErrorBody).code : null)
