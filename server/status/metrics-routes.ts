import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import type { Routes } from '../http/context.ts'
import type { Config } from '../platform/config.ts'
import { ApiError } from '../platform/errors.ts'
import type { PushContext } from '../push/context.ts'
import { databaseMetrics } from './database-metrics.ts'

/**
 * Serves GET /api/metrics in the text format of Prometheus. With METRICS_TOKEN, to anyone who has it. Without it, only
 * to this machine and only while no public address is set: behind a proxy on the same machine, everyone would appear to
 * come from there.
 */
export const metricsRoutes: Routes<PushContext> = async (app, context) => {
  const { config, metrics } = context
  const database = databaseMetrics(metrics.registry, context)
  app.get(
    '/api/metrics',
    {
      onRequest: async (request) => admit(request, config),
      schema: {
        response: { 200: z.string().describe('Prometheus text format'), '4xx': errorBodySchema },
      },
    },
    async (_request, reply) => {
      await database.look()
      return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
    },
  )
}

function admit(request: FastifyRequest, config: Config): void {
  const { METRICS_TOKEN: token } = config
  if (token !== undefined) {
    if (isSame(request.headers.authorization ?? '', `Bearer ${token}`)) return
    throw new ApiError(401, 'unauthenticated', 'Metrics need the token of this server.', {
      headers: { 'www-authenticate': 'Bearer' },
    })
  }
  const isHere = isLoopback(request.socket.remoteAddress ?? '') && isLoopback(new URL(config.PUBLIC_URL).hostname)
  if (!isHere) throw new ApiError(404, 'not_found', 'There is nothing at this address.')
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
/** Compares in a time that does not depend on how much of it is right. */
const isSame = (given: string, wanted: string): boolean => timingSafeEqual(digestOf(given), digestOf(wanted))

/**
 * Returns whether the host is `localhost` or an address that only this machine has; in brackets as in a URL, or mapped
 * into IPv6.
 */
function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '').replace(/^::ffff:/i, '')
  return host === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}
