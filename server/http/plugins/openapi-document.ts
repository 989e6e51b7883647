import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type InjectOptions, type LightMyRequestResponse, type RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { TOKEN_CALLS, TOKEN_SCOPES } from '#domain/protocol/tokens.ts'
import type { Config } from '../../platform/config.ts'
import { cookieName } from '../cookies.ts'
import { schemaController } from './zod.ts'

type Transform = typeof jsonSchemaTransform
type Document = Parameters<Transform>[0]

/**
 * Describes responses by what their schemas accept: the domain's schemas end in branding transforms, which change
 * nothing but whose output has no JSON Schema. So each response schema is converted as if it were a request body.
 */
function transform(document: Document): ReturnType<Transform> {
  const { response, ...schema } = (document.schema ?? {}) as Record<string, unknown>
  const converted = jsonSchemaTransform({ ...document, schema: { ...schema, ...securityOf(document) } } as Document)
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

/** Returns who may make a call: a session where it has a gate, and a token with one of the scopes where it may. */
function securityOf({ route }: Document): { security?: Record<string, string[]>[]; description?: string } {
  if (![route.onRequest].flat().some((hook) => hook !== undefined && 'worksOn' in hook)) return {}
  const scopes = TOKEN_CALLS[`${[route.method].flat().find((one) => one !== 'HEAD')} ${route.url}`] ?? []
  return {
    security: [{ session: [] }, ...scopes.map((scope) => ({ token: [scope] }))],
    ...(scopes.length > 0 ? { description: `Personal tokens: scope ${scopes.join(' or ')}.` } : {}),
  }
}

/**
 * Returns the OpenAPI document of the routes, and what an app that never listens answers below /api/docs, where it
 * serves the page for reading it. The routes are added to it as they are described, without what they do.
 */
export async function describe(routes: readonly RouteOptions[], config: Config) {
  const page = Fastify({ schemaController: schemaController as never })
  const errors = new WeakMap<object, unknown>()
  page.setErrorHandler((error, { raw }, reply) => {
    errors.set(raw, error)
    return reply.code(500).send()
  })
  await page.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Dosewell', version: '1', description: 'Every call the app makes.' },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: cookieName(config, 'session') },
          token: {
            type: 'http',
            scheme: 'bearer',
            description: `A personal token, made with POST /api/user/tokens. Scopes: ${TOKEN_SCOPES.join(', ')}.`,
          },
        },
      },
    },
    transform,
  })
  for (const { method, url, schema, onRequest } of routes) {
    const isHidden = schema !== undefined && 'hide' in schema
    if (method !== 'HEAD' && !isHidden)
      page.route({ method, url, handler: async () => null, ...(schema && { schema }), ...(onRequest && { onRequest }) })
  }
  await page.register(swaggerUi, { routePrefix: '/api/docs' })
  await page.ready()
  return {
    document: page.swagger() as unknown as Record<string, unknown>,
    /** Answers a GET. Rejects with whatever the page is refused with, or what is wrong with it. */
    async answer(request: Pick<InjectOptions, 'url' | 'headers'>): Promise<LightMyRequestResponse> {
      const answer = await page.inject(request)
      const { req } = answer.raw
      if (errors.has(req)) throw errors.get(req)
      return answer
    },
  }
}
