import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Need, roleAllows, roleSentence } from '#domain/access/roles.ts'
import { t } from '#domain/language/translate.ts'
import { isUuid } from '#domain/lib/ids.ts'
import { ACCOUNT_HEADER, USER_HEADER } from '#domain/protocol/headers.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { ApiError } from '../../platform/errors.ts'
import { type Account, type Person, selfOf } from '../who.ts'

/** Who it is that a request names by another id than the account's. */
export type NamedPerson =
  /** `owner`: the account that the person belongs to, if it is another one. */
  | { kind: 'open'; person: Person; owner: CurrentUser | null }
  /** Shared with it by an account that may not use health data at the moment. The grant was never ended. */
  | { kind: 'withheld' }
  /** Deleted by this account, or no longer shared with it. */
  | { kind: 'gone' }
  /** Somebody whom this account may not see. */
  | { kind: 'hidden' }
  /** An account, or nobody. */
  | { kind: 'unknown' }

/** Returns who has this id (a UUID), as far as the account may know. */
export type FindPerson = (account: CurrentUser, id: string) => Promise<NamedPerson>

interface Asked {
  account: Account
  findPerson: FindPerson
}

/**
 * Returns the person whom the request names: in its user header, or in `?person=` where a browser sends no headers
 * (pictures, the event stream); by default the account's own. Notes them as the subject of the response.
 * @throws ApiError 404 `person_gone` or `person_unknown`; 403 `consent_required` for somebody withheld (S14.8); 409 `wrong_user` to devices that only know accounts (S8.1, S14.3)
 */
export async function personNamed(
  request: FastifyRequest,
  reply: FastifyReply,
  { account, findPerson }: Asked,
): Promise<{ person: Person; owner: CurrentUser | null }> {
  const named = request.headers[USER_HEADER] ?? (request.query as { person?: unknown } | undefined)?.person
  if (named === undefined || named === account.user.id) return { person: selfOf(account), owner: null }
  const found = await findNamed(account, named, findPerson)
  if (found.kind === 'open') {
    request.subject = found.person.id
    reply.header(USER_HEADER, found.person.id)
    return found
  }
  if (found.kind === 'unknown' && request.headers[ACCOUNT_HEADER] === undefined) {
    throw new ApiError(409, 'wrong_user', t('Someone else is signed in on this browser now.'))
  }
  request.subject = null
  if (typeof named === 'string' && isUuid(named)) reply.header(USER_HEADER, named)
  if (found.kind === 'gone') throw personGone()
  throw found.kind === 'withheld' ? withheld() : new ApiError(404, 'person_unknown', t('There is no such person.'))
}

const personGone = () =>
  new ApiError(404, 'person_gone', t('This person was deleted, or is no longer shared with you.'))

/**
 * Returns the error as this request has to hear it: where somebody else than the account is gone since the gate, the
 * person is, and not the account (S14.5). The response then names no sequence of theirs.
 */
export function asHeardBy(request: FastifyRequest, error: unknown): unknown {
  const { account, person } = request
  // An address that cannot be read is refused before a request is given either.
  const isOfOther = account && person && person.id !== selfOf(account).id
  if (!isOfOther || !(error instanceof ApiError) || error.code !== 'account_gone') return error
  request.subject = null
  return personGone()
}

/** What is answered about somebody withheld: not that they are gone, for which a device would wipe what it has not sent. */
export const withheld = () =>
  new ApiError(403, 'consent_required', t('The account that shares this person needs consent again.'))

const findNamed = async (account: Account, named: unknown, findPerson: FindPerson): Promise<NamedPerson> =>
  typeof named === 'string' && isUuid(named) ? findPerson(account.user, named) : { kind: 'unknown' }

/** Throws 403 `role_too_small` if the role of whoever asks does not allow this. */
export function requireRole({ role }: Pick<Person, 'role'>, need: Need): void {
  if (!roleAllows(role, need)) throw new ApiError(403, 'role_too_small', roleSentence(role))
}
