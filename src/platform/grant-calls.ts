import type * as z from 'zod/mini'
import type { PersonId, UserId } from '#domain/lib/ids.ts'
import {
  type Grant,
  type GrantBody,
  grantedAnswer,
  grantsAnswer,
  type Offer,
  offerAnswer,
  revokedAnswer,
} from '#domain/protocol/grants.ts'
import { personAnswer } from '#domain/protocol/people.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import { ask, type CallAnswer, end } from './online-calls.ts'
import { ownData } from './whose.ts'

export type Granted = z.infer<typeof grantedAnswer>

/** POST /api/people/:id/grants: invites somebody. The link and the code are told this once. */
export const invite = (account: UserId, person: PersonId, body: GrantBody): Promise<CallAnswer<Granted>> =>
  ask(grantedAnswer, { method: 'POST', path: `/api/people/${person}/grants`, body, whose: ownData(account) })

/** GET /api/people/:id/grants: who may see the person, and who is invited. */
export const grantsOf = (account: UserId, person: PersonId): Promise<CallAnswer<Grant[]>> =>
  ask(grantsAnswer, { method: 'GET', path: `/api/people/${person}/grants`, whose: ownData(account) })

/** DELETE /api/grants/:id, by either side. Also succeeds if it is over already. */
export const endGrant = (account: UserId, id: string): Promise<CallAnswer<null>> =>
  end(account, `/api/grants/${id}`, revokedAnswer)

/** GET /api/grants/offers/:token: who offers what. The token is that of a link, or a code as it was typed. */
export const readOffer = (token: string): Promise<CallAnswer<Offer>> =>
  ask(offerAnswer, { method: 'GET', path: offerPath(token) })

/** POST /api/grants/offers/:token/accept. */
export const acceptOffer = (account: UserId, token: string): Promise<CallAnswer<ListedPerson>> =>
  ask(personAnswer, { method: 'POST', path: `${offerPath(token)}/accept`, whose: ownData(account) }) as Promise<
    CallAnswer<ListedPerson>
  >

const offerPath = (token: string): string => `/api/grants/offers/${encodeURIComponent(token.trim())}`
