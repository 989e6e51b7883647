import type { UserId } from '#domain/lib/ids.ts'
import { ACCOUNT_HEADER, USER_HEADER } from '#domain/protocol/headers.ts'

/** Whose data a request is about (docs/sync-spec.md, S8 and S14). */
export interface Whose {
  /** The person: an account's own id, or that of somebody it looks after, whose data is stored in the same way. */
  person: UserId
  /** The account that asks. */
  account: UserId
}

/** Returns what the requests of an account about its own data name. */
export const ownData = (account: UserId): Whose => ({ person: account, account })

/** Returns the headers that say so. A server that knows nothing of several people is asked only about the account's own. */
export const namesOf = ({ person, account }: Whose): Record<string, string> =>
  person === account ? { [USER_HEADER]: person } : { [USER_HEADER]: person, [ACCOUNT_HEADER]: account }

/** Returns the address of a picture or a file of the person, which a browser fetches without headers. */
export const addressFor = (path: string, { person, account }: Whose): string =>
  person === account ? path : `${path}?person=${person}`
