import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import plugin from 'fastify-plugin'
import { type Capability, mayUse } from '#domain/access/may-use.ts'
import { USER_HEADER } from '#domain/protocol/headers.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Context } from '../context.ts'
import { cookieName, cookieOptions } from '../cookies.ts'
import { LIMITS, requireWithin } from './rate-limit.ts'

/** The account behind a request, set once `requireUse` lets it through. */
export interface Account {
  user: CurrentUser
  sessionId: string
}

/** What a cookie gives access to. */
export type Visitor =
  | { kind: 'none' }
  /** The account was deleted. The device that still holds its data is told whose it was (docs/sync-spec.md, S8). */
  | { kind: 'gone'; userId: string }
  /** `renewed`: for how long (s) to set the cookie again, or null if that is not needed. */
  | { kind: 'open'; account: Account; renewed: number | null }

/** Returns the account whose session the cookie's token currently opens. */
export type FindVisitor = (token: string) => Promise<Visitor>

interface AccessOptions {
  context: Pick<Context, 'config' | 'clock'>
  findVisitor: FindVisitor
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Returns the gate of a route, for its `onRequest`. Before the body is read, it refuses requests that are not
     * signed in (401), whose account is gone (410), whose account is not the user they are meant for (409), or that may
     * not use the capability (403).
     */
    requireUse(capability: Capability): onRequestAsyncHookHandler
    /** Returns whether the cookie opens an account; for pages open to everyone. */
    isSignedIn(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
    /** Returns whose cookie it is, or null. */
    knownUser(request: FastifyRequest, reply: FastifyReply): Promise<CurrentUser | null>
  }
  interface FastifyRequest {
    account: Account | null
  }
}

/** Returns the account of a request that has passed `requireUse`. */
export function accountOf(request: FastifyRequest): Account {
  if (!request.account) throw new Error('this route has no requireUse')
  return request.account
}

/** Loads the account behind a request and applies the one gate, `mayUse`. */
export default plugin(async (app: FastifyInstance, { context, findVisitor }: AccessOptions) => {
  const { config, clock } = context
  const name = cookieName(config, 'session')
  const perSession = app.limiter(LIMITS.session, (request) => request.account?.sessionId ?? request.ip)
  app.decorateRequest('account', null)

  async function whoAsks(request: FastifyRequest, reply: FastifyReply): Promise<Visitor> {
    const token = request.cookies[name]
    if (!token) return { kind: 'none' }
    const found = await findVisitor(token)
    if (found.kind === 'open' && found.renewed !== null) {
      reply.setCookie(name, token, cookieOptions(config, found.renewed))
    }
    return found
  }

  app.decorate('isSignedIn', async (request, reply) => (await whoAsks(request, reply)).kind === 'open')
  app.decorate('knownUser', async (request, reply) => {
    const found = await whoAsks(request, reply)
    return found.kind === 'open' ? found.account.user : null
  })

  app.decorate('requireUse', (capability) => async (request, reply) => {
    const found = await whoAsks(request, reply)
    if (found.kind === 'none') throw new ApiError(401, 'unauthenticated', 'Please sign in.')
    if (found.kind === 'gone') {
      reply.header(USER_HEADER, found.userId)
      throw new ApiError(410, 'account_gone', 'This account was deleted.')
    }
    const { account } = found
    request.account = account
    reply.header(USER_HEADER, account.user.id)
    await requireWithin(perSession, request)
    const named = request.headers[USER_HEADER]
    if (named !== undefined && named !== account.user.id) {
      throw new ApiError(409, 'wrong_user', 'Someone else is signed in on this browser now.')
    }
    const permission = mayUse(account.user, capability, clock.now())
    if (!permission.allowed) throw new ApiError(403, permission.code, permission.error)
  })
})
