import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { DiskFull } from '../../platform/disk-watch.ts'
import type { Context } from '../context.ts'

const ADDS = new Set(['POST', 'PUT', 'PATCH'])

/** What goes on in the last room there is: signing in and out. */
const ALWAYS = new Set(['/api/login', '/api/login/code', '/api/logout'])

const addsSomething = ({ method, routeOptions }: FastifyRequest): boolean =>
  ADDS.has(method) && routeOptions.url?.startsWith('/api/') === true && !ALWAYS.has(routeOptions.url)

/**
 * Where the last room of the disk is reached, refuses what adds to it, before anything is written or acknowledged: the engine of the
 * default database must never meet a full disk (decision 049). Reading, deleting and signing in go on, and so do reminders.
 */
export default plugin(async (app: FastifyInstance, { disk }: Pick<Context, 'disk'>) => {
  app.addHook('onRequest', async (request) => {
    if (addsSomething(request) && (await disk.isFull())) throw new DiskFull()
  })
})
