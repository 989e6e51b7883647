import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { DiskFull } from '../../platform/disk-watch.ts'
import type { Context } from '../context.ts'

const ADDS = new Set(['POST', 'PUT', 'PATCH'])

/** What still works when the disk is almost full: signing in and out. */
const ALWAYS = new Set(['/api/login', '/api/login/code', '/api/logout'])

const addsSomething = ({ method, routeOptions }: FastifyRequest): boolean =>
  ADDS.has(method) && routeOptions.url?.startsWith('/api/') === true && !ALWAYS.has(routeOptions.url)

/**
 * When the disk is almost full, refuses requests that add data before anything is written or acknowledged: the engine
 * of the default database must never hit a full disk (decision 049). Reading, deleting, signing in and reminders still
 * work.
 */
export default plugin(async (app: FastifyInstance, { disk }: Pick<Context, 'disk'>) => {
  app.addHook('onRequest', async (request) => {
    if (addsSomething(request) && (await disk.isFull())) throw new DiskFull()
  })
})
