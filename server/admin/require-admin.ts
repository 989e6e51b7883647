import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { CurrentUser } from '#domain/records/user.ts'
import type { App } from '../http/context.ts'
import { accountOf } from '../http/plugins/access.ts'

/**
 * The gate of every route under /api/admin, as its `onRequest`: 401 without a session, 403 for everybody whose address is not in
 * ADMIN_EMAILS now. An administrator who was taken off the list is refused at the next request, whatever session they hold.
 */
export const requireAdmin = (app: App): onRequestAsyncHookHandler => app.requireUse('admin')

/** Who acts, behind `requireAdmin`. */
export const adminOf = (request: FastifyRequest): CurrentUser => accountOf(request).user
