import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import plugin from 'fastify-plugin'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { App } from '../context.ts'

type Transform = typeof jsonSchemaTransform
type Document = Parameters<Transform>[0]

/**
 * Describes responses by what their schemas accept: the domain's schemas end in branding transforms, which change
 * nothing but whose output has no JSON Schema. So each response schema is converted as if it were a request body.
 */
function transform(document: Document): ReturnType<Transform> {
  const { response, ...schema } = (document.schema ?? {}) as Record<string, unknown>
  const converted = jsonSchemaTransform({ ...document, schema } as Document)
  if (!response || (converted.schema as { hide?: boolean }).hide) return converted
  const answers = Object.entries(response).map(([status, body]) => {
    const one = jsonSchemaTransform({ ...document, schema: { body } } as Document)
    return [status, (one.schema as { body: unknown }).body]
  })
  return {
    ...converted,
    schema: { ...converted.schema, response: Object.fromEntries(answers) },
  } as ReturnType<Transform>
}

/**
 * Serves the OpenAPI document at /api/openapi.json and a page for reading it at /api/docs, under the same CSP as
 * everything else.
 */
export default plugin(async (app: App) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Dosewell', version: '1', description: 'Every call the app makes.' },
    },
    transform,
  })
  app.get(
    '/api/openapi.json',
    { schema: { hide: true, response: { 200: z.record(z.string(), z.unknown()) } } },
    async () => app.swagger() as unknown as Record<string, unknown>,
  )
  await app.register(swaggerUi, { routePrefix: '/api/docs' })
})
