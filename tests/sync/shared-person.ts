import type { UserId } from '#domain/lib/ids.ts'
import { IDEMPOTENCY_HEADER, USER_HEADER } from '#domain/protocol/headers.ts'
import type { LoggedBy } from '#domain/records/logged-by.ts'
import { TIME_LIMIT } from './network.ts'
import type { Chance } from './prng.ts'
import { type Account, type SimServer, uuidOf } from './server.ts'

/** Another zone than that of the accounts, and with other clock changes (S14.1). */
const ZONE = 'Europe/Berlin'

/** An account that asks, with one of its sessions. */
interface Asking {
  account: Account
  session: string
}

/** Somebody without sign-in, whom one account looks after and another one helps. */
export interface SharedPerson {
  account: Account
  owner: Account
  helper: Account
  /** Whether the helper was let out: from then on nothing about the person is for them (S14.5). */
  hasEnded(): boolean
  /** Whether an answer that arrives now (ms) may say so: also one that was given before the server went back. */
  mayBeSaidToHaveEnded(now: number): boolean
  /** Ends the helper's grant. Returns false when it has ended already. */
  end(): Promise<boolean>
  /**
   * Records that the server is one again that knew this, since now (ms); with the journal it also knows of an end that
   * came later.
   */
  wentBackTo(known: { hasEnded: boolean; hasJournal: boolean; now: number }): void
}

/** Adds the person to the owner's account and shares them with the helper, who may change everything. */
export async function sharePerson(
  { handle }: Pick<SimServer, 'handle'>,
  chance: Chance,
  { owner, helper }: { owner: Asking; helper: Asking },
): Promise<SharedPerson> {
  const ask = async <T>({ account, session }: Asking, method: string, path: string, body: object = {}): Promise<T> => {
    const headers = {
      [USER_HEADER]: account.id,
      [IDEMPOTENCY_HEADER]: uuidOf(chance.bytes(16)),
      accept: 'application/json',
      'content-type': 'application/json',
    }
    const answer = await handle({ method, path, headers, body: JSON.stringify(body) }, session)
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`)
    return JSON.parse(answer.body) as T
  }
  const account = { id: uuidOf(chance.bytes(16)) as UserId, zone: ZONE }
  await ask(owner, 'POST', '/api/people', { id: account.id, name: 'Mia', timeZone: ZONE })
  const offer = await ask<{ id: string; link: string }>(owner, 'POST', `/api/people/${account.id}/grants`, {
    role: 'manage',
  })
  const token = new URL(offer.link).searchParams.get('token')
  await ask(helper, 'POST', `/api/grants/offers/${token}/accept`)

  let ended = false
  let isSaidUntil = 0
  /** The journal keeps an end for good, also one that a server without it has forgotten since (S11.8). */
  let isInJournal = false
  return {
    account,
    owner: owner.account,
    helper: helper.account,
    hasEnded: () => ended,
    mayBeSaidToHaveEnded: (now) => ended || now <= isSaidUntil,
    async end() {
      if (ended) return false
      await ask(owner, 'DELETE', `/api/grants/${offer.id}`)
      ended = true
      isInJournal = true
      return true
    },
    wentBackTo: ({ hasEnded, hasJournal, now }) => {
      if (ended) isSaidUntil = now + TIME_LIMIT
      ended = hasEnded || (hasJournal && isInJournal)
    },
  }
}

/** Returns what the person's log says of an entry of that account (S14.6): accounts here have no names. */
export const authorOf = ({ id }: Account): LoggedBy => ({ id, name: id })
