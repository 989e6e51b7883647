import type { FastifyRequest } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { $ZodType } from 'zod/v4/core'
import { uuidSchema } from '#domain/lib/ids-schema.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { IDEMPOTENCY_HEADER } from '#domain/protocol/headers.ts'
import { performWrite, type WriteCall } from '../sync/writes.ts'
import type { App, Context } from './context.ts'
import { sayCommit } from './plugins/sync-headers.ts'
import { accountOf, authorOf, personOf, selfOf, writerOf } from './who.ts'

/** For a call that is performed once per key. */
export const keyHeaders = z.looseObject({
  [IDEMPOTENCY_HEADER]: z.string().toLowerCase().pipe(uuidSchema).optional(),
})

/** Returns the Idempotency-Key of a request checked with `keyHeaders`, or null without one. */
export function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers[IDEMPOTENCY_HEADER]
  return typeof key === 'string' ? key : null
}

type ZodPart = Parameters<typeof validatorCompiler>[0]

interface Documented {
  /** The capability required; by default, the use of health data. */
  capability?: 'account' | 'health' | 'premium'
  params?: $ZodType
  body?: $ZodType
  response: Record<number, $ZodType>
  /** The response is built field by field, as its type says, so that parsing it with its schema would change nothing. */
  isBuilt?: boolean
}

/**
 * Adds the single route of a write. Its body schema is only for the API document. The write checks the body itself,
 * because the refusal of a body is stored under its key like any other response, and because a batch runs the same
 * code.
 */
export function writeRoute(app: App, context: Context, call: WriteCall, documented: Documented): void {
  const { response, capability = 'health', isBuilt = false, ...asked } = documented
  app.route({
    method: call.method,
    url: call.path,
    onRequest: capability === 'account' ? app.requireUse(capability) : app.requireUse(capability, call.worksOn),
    config: { checksBodyItself: true },
    schema: { headers: keyHeaders, ...asked, response: { ...response, '4xx': errorBodySchema } },
    validatorCompiler: (part) =>
      part.httpPart === 'headers' ? validatorCompiler(part as unknown as ZodPart) : (value) => ({ value }),
    ...(isBuilt && { serializerCompiler: () => JSON.stringify }),
    handler: async (request, reply) => {
      const answer = await performWrite(context, {
        user: writerOf(call.worksOn === 'account' ? selfOf(accountOf(request)) : personOf(request)),
        call,
        id: (request.params as { id?: string }).id ?? '',
        body: request.body,
        key: keyOf(request),
        by: call.worksOn === 'account' ? null : authorOf(request),
      })
      return sayCommit(reply, answer.seq).code(answer.status).send(answer.body)
    },
  })
}
