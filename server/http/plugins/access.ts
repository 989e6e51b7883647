import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import plugin from 'fastify-plugin'
import { type Capability, mayUse } from '#domain/access/may-use.ts'
import { t } from '#domain/language/translate.ts'
import { ACCOUNT_HEADER, USER_HEADER } from '#domain/protocol/headers.ts'
import { TOKEN_CALLS, type TokenScope } from '#domain/protocol/tokens.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { ApiError } from '../../platform/errors.ts'
import { speak } from '../../platform/language.ts'
import type { Context } from '../context.ts'
import { cookieName, cookieOptions } from '../cookies.ts'
import type { Account, WorksOn } from '../who.ts'
import { type FindPerson, personNamed, requireRole } from './person-gate.ts'
import { LIMITS, requireWithin } from './rate-limit.ts'

/** What a cookie gives access to. */
export type Visitor =
  | { kind: 'none' }
  /** The account was deleted. The device that still holds its data is told whose it was (docs/sync-spec.md, S8). */
  | { kind: 'gone'; userId: string }
  /** `renewed`: for how long (s) to set the cookie again, or null if that is not needed. */
  | { kind: 'open'; account: Account; renewed: number | null }

/** Returns the account of a personal token that works, with the token's id as its session, or null. */
export type FindBearer = (token: string) => Promise<{ account: Account; scopes: readonly TokenScope[] } | null>

/** Returns the account whose session the cookie's token currently opens. */
export type FindVisitor = (token: string) => Promise<Visitor>

interface AccessOptions {
  context: Pick<Context, 'config' | 'clock'>
  findVisitor: FindVisitor
  findBearer: FindBearer
  findPerson: FindPerson
}

/** The gate of a route, which says what it lets through. */
export type Gate = onRequestAsyncHookHandler & { capability: Capability; worksOn: WorksOn }

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Returns the gate of a route, for its `onRequest`. Before the body is read, it refuses requests that are not
     * signed in or carry no personal token that works (401), whose account is gone (410), whose account is not the user they are meant for (409), that name a
     * person the account may not see (404), that may not use the capability or have too small a role (403). A route
     * for health data has to say what it works on.
     */
    requireUse(capability: 'account' | 'admin'): Gate
    requireUse(capability: 'health' | 'premium', worksOn: WorksOn): Gate
    /** Returns whether the cookie opens an account; for pages open to everyone. */
    isSignedIn(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
    /** Returns whose cookie it is, or null. */
    knownUser(request: FastifyRequest, reply: FastifyReply): Promise<CurrentUser | null>
  }
}

/** Loads the account behind a request and applies the one gate, `mayUse`. */
export default plugin(async (app: FastifyInstance, { context, findVisitor, findBearer, findPerson }: AccessOptions) => {
  const { config, clock } = context
  const name = cookieName(config, 'session')
  const perSession = app.limiter(LIMITS.session, (request) => request.account?.sessionId ?? request.ip)
  const perToken = app.limiter(LIMITS.token, (request) => request.account?.sessionId ?? request.ip)
  app.decorateRequest('account', null)
  app.decorateRequest('person', null)
  app.decorateRequest('worksOn', null)
  app.decorateRequest('subject', null)

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

  function note(request: FastifyRequest, reply: FastifyReply, account: Account): Account {
    const { id, language } = account.user
    request.account = account
    if (language) speak(language)
    request.subject = id
    reply.header(USER_HEADER, id).header(ACCOUNT_HEADER, id)
    return account
  }

  /** Returns the account, noted in request and response. */
  async function requireAccount(request: FastifyRequest, reply: FastifyReply): Promise<Account> {
    const bearer = bearerOf(request)
    const found = bearer === null ? await whoAsks(request, reply) : await findBearer(bearer)
    if (found === null) throw noSuchToken()
    if ('scopes' in found) {
      const account = note(request, reply, found.account)
      await requireWithin(perToken, request)
      requireScope(request, found.scopes)
      return account
    }
    if (found.kind === 'none') throw new ApiError(401, 'unauthenticated', t('Please sign in.'))
    if (found.kind === 'gone') {
      reply.header(USER_HEADER, found.userId)
      throw new ApiError(410, 'account_gone', t('This account was deleted.'))
    }
    const account = note(request, reply, found.account)
    await requireWithin(perSession, request)
    const meant = request.headers[ACCOUNT_HEADER]
    if (meant !== undefined && meant !== account.user.id) throw wrongUser()
    return account
  }

  function gate(capability: Capability, worksOn: WorksOn = 'account'): Gate {
    const pass: onRequestAsyncHookHandler = async (request, reply) => {
      const account = await requireAccount(request, reply)
      const { user } = account
      request.worksOn = worksOn
      if (worksOn === 'account') {
        const named = request.headers[USER_HEADER]
        if (named !== undefined && named !== user.id) throw wrongUser()
        return requirePermission(user, capability)
      }
      const { person, owner } = await personNamed(request, reply, { account, findPerson })
      requirePermission(user, owner ? 'health' : capability)
      if (owner && capability === 'premium') requirePermission(owner, 'premium')
      requireRole(person, worksOn)
      request.person = person
    }
    return Object.assign(pass, { capability, worksOn })
  }

  function requirePermission(user: CurrentUser, capability: Capability): void {
    const permission = mayUse(user, capability, clock.now())
    if (!permission.allowed) throw new ApiError(403, permission.code, permission.error)
  }

  app.decorate('requireUse', gate)
})

const wrongUser = () => new ApiError(409, 'wrong_user', t('Someone else is signed in on this browser now.'))

/** Returns what a request carries as a personal token, or null. A cookie beside it counts for nothing. */
const bearerOf = ({ headers }: FastifyRequest): string | null =>
  /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null

const noSuchToken = () =>
  new ApiError(401, 'unauthenticated', t('This token does not exist, was revoked or has lapsed.'), {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })

/** Throws 403 `scope_required` unless a token with these scopes may make this call (domain/protocol/tokens.ts). */
function requireScope({ method, routeOptions }: FastifyRequest, scopes: readonly TokenScope[]): void {
  const enough = TOKEN_CALLS[`${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`] ?? []
  if (enough.some((scope) => scopes.includes(scope))) return
  const [scope] = enough
  throw new ApiError(
    403,
    'scope_required',
    scope
      ? t('This token lacks the scope “{scope}”, which this call needs.', { scope })
      : t('No token may make this call. It takes somebody who is signed in.'),
    { headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' } },
  )
}
