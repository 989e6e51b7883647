import type { FastifyInstance, FastifySerializerCompiler } from 'fastify'
import plugin from 'fastify-plugin'
import { ResponseSerializationError, validatorCompiler } from 'fastify-type-provider-zod'
import { type $ZodType, safeParse } from 'zod/v4/core'

/**
 * Uses zod as validator and serializer. Responses are parsed, not encoded: the domain's schemas brand and normalise
 * with one-way transforms, which `encode` refuses. Parsing also drops fields that the schema does not name, so that
 * none leak.
 */
export default plugin(async (app: FastifyInstance) => {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
})

const serializerCompiler: FastifySerializerCompiler<unknown> =
  ({ schema, method, url }) =>
  (data) => {
    const result = safeParse(schema as $ZodType, data)
    if (!result.success) throw new ResponseSerializationError(method, url, { cause: result.error })
    return JSON.stringify(result.data)
  }

/** For the creation of the app: without it, Fastify loads its own validator and serializer, which nothing uses. */
export const schemaController = {
  compilersFactory: { buildValidator: () => validatorCompiler, buildSerializer: () => serializerCompiler },
}
