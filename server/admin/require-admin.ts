import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { CurrentUser } from '#domain/records/user.ts'
import type { App } from '../http/context.ts'
import { accountOf } from '../http/who.ts'

/**
 * Returns the gate of every route under /api/admin, for its `onRequest`: 401 without a session, 403 for everyone whose
 * address is not currently in ADMIN_EMAILS. An administrator taken off the list is refused at the next request,
 * whatever the session.
 */
export const requireAdmin = (app: App): onRequestAsyncHookHandler => app.requireUse('admin')

/** Returns the administrator making a request that has passed `requireAdmin`. */
export const adminOf = (request: FastifyRequest): CurrentUser => accountOf(request).user
