import { and, isNotNull } from 'drizzle-orm'
import { mayUse } from '#domain/access/may-use.ts'
import { currentUser } from '../accounts/users.ts'
import type { Database } from '../db/database.ts'
import { among } from '../db/parameters.ts'
import { pushSubscriptions } from '../db/schema/push-subscriptions.ts'
import { users } from '../db/schema/users.ts'
import { type FullGrant, fullGrants, grantingOwner, isLive } from '../people/grants.ts'
import { grants } from '../people/tables.ts'
import type { Receiver } from './delivery.ts'
import type { ClaimOptions } from './open-dose-claims.ts'

/** A helper who may be told about a person. */
export interface Helper {
  grant: FullGrant
  account: { id: string; email: string; language: string | null }
  devices: readonly Receiver[]
}

/** By person and helper (`keyOf`). */
export type Helpers = Map<string, Helper>

/** Returns the key of one person and one helper. */
export const keyOf = ({ userId, helperId }: { userId: string; helperId: string }): string => `${userId} ${helperId}`

/** Returns the helpers who may be told about these people at this moment (ms). */
export async function readHelpers(
  tx: Database,
  people: string[],
  config: ClaimOptions['config'],
  now: number,
): Promise<Helpers> {
  const isTold = and(among(grants.userId, people), isLive(now), isNotNull(grants.notifyAfterMinutes))
  const live = (await fullGrants(tx, isTold)).filter((full) =>
    grantingOwner(full, { config, clock: { now: () => now } }),
  )
  const ids = new Set(live.flatMap(({ grant }) => grant.helperId ?? []))
  if (ids.size === 0) return new Map()
  const accounts = await tx.select().from(users).where(among(users.id, ids))
  const devices = await tx.select().from(pushSubscriptions).where(among(pushSubscriptions.userId, ids))
  // R3.6: the one gate for age and consent.
  const allowed = accounts.filter((row) => mayUse(currentUser(row, config, now), 'health', now).allowed)
  return new Map(
    live.flatMap((full): [string, Helper][] => {
      const { userId, helperId } = full.grant
      const account = allowed.find(({ id }) => id === helperId)
      if (!account || helperId === null) return []
      return [
        [
          keyOf({ userId, helperId }),
          { grant: full, account, devices: devices.filter((to) => to.userId === helperId) },
        ],
      ]
    }),
  )
}
