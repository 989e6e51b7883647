import type { Refusal } from '#domain/commands/refusal.ts'
import { t } from '#domain/language/translate.ts'
import { type ErrorBody, type ErrorCode, errorBody } from '#domain/protocol/errors.ts'

/** The response of a call, whether the call came alone, in a batch, or was stored under its key. */
export interface Answer {
  status: number
  body: object
}

/** Builds a refusal with a message for the user. */
export const refused = (status: number, code: ErrorCode, error: string, field?: string): Answer => ({
  status,
  body: errorBody(code, error, field),
})

/** The refusal of an id that something else has. */
export const idConflict = (): Answer => refused(409, 'id_conflict', t('Another record already has this id.'), 'id')

/** Turns a refusal from a domain effect into a response. */
export const refusal = ({ status, code, error, field }: Refusal): Answer => refused(status, code, error, field)

/** Returns the code of an error response, or null for any other response. */
export const codeOf = ({ body }: Answer): ErrorBody['code'] | null => ('code' in body ? (body as ErrorBody).code : null)
