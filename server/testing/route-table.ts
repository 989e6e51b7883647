import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/**
 * Fastify publishes every new instance here before anything is registered on it (Fastify, Hooks, "Diagnostics Channel
 * Hooks").
 */
const CHANNEL = 'fastify.initialization'

/**
 * Builds an app and lists its routes, such as `GET /api/medications`. HEAD is left out: Fastify adds one to every GET,
 * which runs the same hooks and handler.
 */
export async function routesWhile(build: () => Promise<unknown>): Promise<string[]> {
  const routes = new Set<string>()
  const listen = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD') routes.add(`${one} ${url}`)
    })
  subscribe(CHANNEL, listen)
  try {
    await build()
  } finally {
    unsubscribe(CHANNEL, listen)
  }
  return [...routes].sort()
}
