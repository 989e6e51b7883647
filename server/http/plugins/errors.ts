import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { ErrorCode } from '#domain/protocol/errors.ts'
import { isUnavailable, sqlState } from '../../db/unavailable.ts'
import { DiskFull, isDiskFull } from '../../platform/disk-watch.ts'
import { ApiError, unreachable } from '../../platform/errors.ts'
import { describeProblem, type FieldProblem } from '../../sync/problem-sentences.ts'
import { asHeardBy } from './person-gate.ts'

/** What users read for errors raised by Fastify and its plugins before a route runs. */
const KNOWN: Record<string, [status: number, code: ErrorCode, sentence: Message]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'invalid', msg('The request body is not valid JSON.')],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'invalid', msg('The request body is empty.')],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'invalid', msg('The request body does not have the announced length.')],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'too_large', msg('The request is too large.')],
  FST_REQ_FILE_TOO_LARGE: [413, 'too_large', msg('The file is too large.')],
  FST_PARTS_LIMIT: [413, 'too_large', msg('The upload has too many parts.')],
  FST_FILES_LIMIT: [413, 'too_large', msg('The upload has too many files.')],
  FST_FIELDS_LIMIT: [413, 'too_large', msg('The upload has too many fields.')],
  FST_PROTO_VIOLATION: [400, 'invalid', msg('The upload has a field name that is not allowed.')],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', msg('This kind of content is not accepted here.')],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [
    415,
    'unsupported_media_type',
    msg('An upload (multipart/form-data) is expected.'),
  ],
  FST_ERR_BAD_URL: [400, 'invalid', msg('The address is not valid.')],
}

const GENERIC: Record<number, [code: ErrorCode, sentence: Message]> = {
  401: ['unauthenticated', msg('Please sign in.')],
  403: ['forbidden', msg('This is not allowed.')],
  404: ['not_found', msg('There is nothing at this address.')],
  413: ['too_large', msg('The request is too large.')],
  415: ['unsupported_media_type', msg('This kind of content is not accepted here.')],
}

const internal = () => new ApiError(500, 'internal', t('Something went wrong on our side. Please try again.'))

/** Returns any error in the form a client may see: a refusal's sentence, but never the message of a fault. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const context = (error as FastifyError).validationContext ?? 'body'
    const problem = describeProblem(
      (error as unknown as { validation: FieldProblem[] }).validation[0] as FieldProblem,
      context,
    )
    return new ApiError(400, 'invalid', problem.sentence, problem.field ? { field: problem.field } : {})
  }
  if (isDiskFull(error)) return new DiskFull()
  if (isUnavailable(error)) return unreachable()
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : KNOWN[code]
  if (known) return new ApiError(known[0], known[1], t(known[2]))
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return internal()
  const [generic, sentence] = GENERIC[statusCode] ?? ['invalid', msg('The request is not valid.')]
  return new ApiError(statusCode, generic, t(sentence))
}

/**
 * Returns a fault as it may be logged: type, code and stack. Messages of database errors quote values, which may be
 * health data, so the message is left out, and so is the first line of the stack, which repeats it.
 */
export function faultForLog(error: unknown): Record<string, unknown> {
  const found: Record<string, unknown> = {
    type: error instanceof Error ? error.constructor.name : typeof error,
  }
  if (!(error instanceof Error)) return found
  if ('code' in error) found.code = error.code
  found.stack = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
  if (error.cause !== undefined) found.cause = faultForLog(error.cause)
  return found
}

/**
 * Logs a fault during a request. While the database is unavailable every request has one, so each gets just one short
 * line.
 */
export function logFault(log: FastifyBaseLogger, error: unknown, words: string): void {
  if (isUnavailable(error)) log.warn({ code: sqlState(error) }, 'the database did not answer')
  else log.error({ fault: faultForLog(error) }, words)
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toApiError(asHeardBy(request, error))
  if (refusal.status >= 500) logFault(request.log, error, 'request failed')
  return reply
    .code(refusal.status)
    .headers({ 'cache-control': 'no-store', ...refusal.headers })
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(refusal.body)
}

/** Registers one error handler for all routes. */
export default plugin(async (app: FastifyInstance) => {
  app.setErrorHandler(answerError)
})
