import type { UserId } from '#domain/lib/ids.ts'

/** Whose data a request is about (docs/sync-spec.md, S8 and S14). */
export interface Whose {
  /** The person: an account's own id, or that of somebody it looks after, whose data is stored in the same way. */
  person: UserId
  /** The account that asks. */
  account: UserId
}

/** Returns what the requests of an account about its own data name. */
export const ownData = (account: UserId): Whose => ({ person: account, account })
