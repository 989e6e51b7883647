import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import type { Gate } from '../http/plugins/access.ts'

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
  return [...(await gatesWhile(build)).keys()].sort()
}

/** Builds an app and lists its routes with their gates; null for routes that anyone may call. */
export async function gatesWhile(build: () => Promise<unknown>): Promise<Map<string, Gate | null>> {
  const routes = new Map<string, Gate | null>()
  const listen = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url, onRequest }) => {
      const gate = [onRequest].flat().find((hook): hook is Gate => hook !== undefined && 'worksOn' in hook)
      for (const one of [method].flat()) if (one !== 'HEAD') routes.set(`${one} ${url}`, gate ?? null)
    })
  subscribe(CHANNEL, listen)
  try {
    await build()
  } finally {
    unsubscribe(CHANNEL, listen)
  }
  return routes
}
