import { delMany, get, keys, update } from 'idb-keyval'
import type { UserId } from '#domain/lib/ids.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { type Owners, store } from './device-store.ts'

/** Returns accounts with the same email address that were signed in here before and never signed out (S11.11). */
export async function earlierAccountsOf({ id, email }: CurrentUser): Promise<UserId[]> {
  const owners = (await get<Owners>('owners', store)) ?? {}
  return (Object.keys(owners) as UserId[]).filter((other) => other !== id && owners[other] === email)
}

/** Deletes everything else known of an account once its local database is gone from this device. */
export async function forgetOwner(user: UserId): Promise<void> {
  await update<Owners>(
    'owners',
    (owners = {}) => Object.fromEntries(Object.entries(owners).filter(([id]) => id !== user)),
    store,
  )
  const personal = (await keys<string>(store)).filter((name) => name.endsWith(`:${user}`))
  await delMany(personal, store)
}
