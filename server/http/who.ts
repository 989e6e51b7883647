import type { FastifyRequest } from 'fastify'
import { nameWithoutAddress } from '#domain/access/consent.ts'
import type { Need, Role } from '#domain/access/roles.ts'
import type { PersonId } from '#domain/lib/ids.ts'
import type { LoggedBy } from '#domain/records/logged-by.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import type { SyncState } from '../sync/state.ts'
import type { Writer } from '../sync/writes.ts'

/** What a route works on: the account that asks, or the data of a person, with what that needs of their role. */
export type WorksOn = 'account' | Need

/** Who asks: the account behind a request, once `requireUse` lets it through. */
export interface Account {
  user: CurrentUser
  sessionId: string
  /** What the account had committed when `user` was read, in the same statement. */
  state: SyncState
}

/** Whose data a request works on (decision 079): the account's own person, or one it may see. */
export interface Person {
  id: PersonId
  /** The plan zone, or null before it was set. */
  timeZone: string | null
  role: Role
}

declare module 'fastify' {
  interface FastifyRequest {
    account: Account | null
    person: Person | null
    worksOn: WorksOn | null
    /** The person or account whose epoch and sequence the response names; null if it may not name them. */
    subject: string | null
  }
}

/** Returns the account of a request to a route that works on accounts. */
export function accountOf(request: FastifyRequest): Account {
  if (request.worksOn !== 'account') throw new Error('this route works on no account: see personOf and askerOf')
  return askerOf(request)
}

/** Returns whose data a request to a route for health data works on. */
export function personOf(request: FastifyRequest): Person {
  if (!request.person) throw new Error('this route works on no person')
  return request.person
}

/** Returns the account that asks, whoever the data belongs to. */
export function askerOf(request: FastifyRequest): Account {
  if (!request.account) throw new Error('this route has no requireUse')
  return request.account
}

/**
 * Returns who makes the entries of a request in somebody else's logs: the account, by its name, or else by the part of
 * its address before the @; null for one's own.
 */
export function authorOf(request: FastifyRequest): LoggedBy | null {
  const { user } = askerOf(request)
  if (personOf(request).id === selfOf({ user }).id) return null
  return { id: user.id, name: nameWithoutAddress(user) }
}

/** Counts requests by the account that asks. */
export const perAsker = (request: FastifyRequest): string => askerOf(request).user.id

/** Returns the account's own person. */
export const selfOf = ({ user }: Pick<Account, 'user'>): Person => ({
  id: user.id as string as PersonId,
  timeZone: user.timeZone,
  role: 'owner',
})

/** Returns the user that writes about a person run as. Without a zone, everything is planned in UTC. */
export const writerOf = ({ id, timeZone }: Pick<Person, 'id' | 'timeZone'>): Writer => ({ id, zone: timeZone ?? 'UTC' })
