import { eq, sql } from 'drizzle-orm'
import type { Medication } from '#domain/records/medication.ts'
import type { Database } from '../db/database.ts'
import { among } from '../db/parameters.ts'
import { pushSubscriptions } from '../db/schema/push-subscriptions.ts'
import { medications } from '../db/schema/records.ts'
import { users } from '../db/schema/users.ts'
import { keptPeople } from './kept-people.ts'

/** A user who gets reminders of doses (R2.1): on a device, by mail about important ones, or both. */
export interface Reminded {
  /** The plan zone. */
  zone: string
  /** Whether they have a device with push; without one, only important medications count. */
  isSubscribed: boolean
}

/** A condition on rows of `medications`; it has an index. */
export const isImportant = sql`${medications.record}->>'important' = 'true'`

/** Returns whether anyone is reminded of this medication's doses; if not, it is not in the due index at all. */
export const isReminded = ({ important }: Medication, { isSubscribed }: Reminded): boolean =>
  isSubscribed || important === true

/** The same for a record that cannot be read. */
export const mayBeReminded = (record: unknown, { isSubscribed }: Reminded): boolean =>
  isSubscribed || (record as { important?: unknown } | null)?.important === true

/**
 * Returns those people who get reminders of doses, each on the devices of the account that is told about them. Nothing
 * could be sent about the others.
 */
export async function remindedPeople(tx: Database, people: readonly string[]): Promise<Map<string, Reminded>> {
  const accounts = await remindedAccounts(tx, people)
  const others = people.filter((id) => !accounts.has(id))
  const kept = await keptPeople(tx, others)
  const keepers = await remindedAccounts(
    tx,
    [...kept.values()].map(({ accountId }) => accountId),
  )
  const told = [...kept.values()].flatMap(({ id, accountId, zone }): [string, Reminded][] => {
    const keeper = keepers.get(accountId)
    return keeper ? [[id, { zone, isSubscribed: keeper.isSubscribed }]] : []
  })
  return new Map([...accounts, ...told])
}

async function remindedAccounts(tx: Database, ids: readonly string[]): Promise<Map<string, Reminded>> {
  if (ids.length === 0) return new Map()
  const subscription = tx.select({ one: sql`1` }).from(pushSubscriptions).where(eq(pushSubscriptions.userId, users.id))
  const rows = await tx
    .select({ id: users.id, zone: users.timeZone, isSubscribed: sql<boolean>`exists (${subscription})` })
    .from(users)
    .where(among(users.id, ids))
  return new Map(rows.map(({ id, zone, isSubscribed }) => [id, { zone: zone ?? 'UTC', isSubscribed }]))
}
