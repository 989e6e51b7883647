import { and, desc, eq, inArray, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import { t } from '#domain/language/translate.ts'
import type { DeviceId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { PushDevice, PutSubscriptionBody } from '#domain/protocol/push.ts'
import type { Database } from '../db/database.ts'
import { pushSubscriptions } from '../db/schema/push-subscriptions.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import { planAccountAndPeople } from '../occurrences/plan-people.ts'
import { invalid } from '../platform/errors.ts'
import { newServerId } from '../platform/ids.ts'
import { takeBack } from '../queue/set-aside.ts'
import { areUsableKeys } from './encrypt.ts'
import { pushAddress } from './endpoint-policy.ts'
import { pushSends } from './tables.ts'

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect

/** More than anyone carries; beyond it the one unused longest is replaced (R4.2). */
export const MOST_SUBSCRIPTIONS = 10
/** How many messages the median delay is computed from. */
const MEDIAN_OF = 20

/** Who subscribes: the account, and the session that the subscription ends with. */
interface Subscriber {
  userId: string
  sessionId: string
}

/**
 * Saves or renews a device's subscription (R4.2). An endpoint that another account had moves to this one, another
 * endpoint of the same device is replaced by it, and beyond ten the one unused longest is removed. Throws ApiError 400 for an
 * endpoint at an unknown push service (R4.1) and for keys that cannot be used for encryption.
 */
export async function putSubscription(
  { db, clock, random, config, journal }: Pick<Context, 'db' | 'clock' | 'random' | 'config' | 'journal'>,
  subscriber: Subscriber,
  body: PutSubscriptionBody,
): Promise<void> {
  if (!pushAddress(body.endpoint, config.PUSH_SERVICE))
    throw invalid('endpoint', t('endpoint is not an address of a push service that Dosewell knows.'))
  if (!areUsableKeys(body.keys))
    throw invalid('keys', t('keys are not those of a push subscription: nothing can be encrypted for them.'))
  const now = clock.now()
  const [before] = await db
    .select({ id: pushSubscriptions.id, userId: pushSubscriptions.userId })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.endpoint, body.endpoint))
  if (before && before.userId !== subscriber.userId)
    await journal.record({ kind: 'subscription', id: before.id, at: toInstant(now) })
  await transaction(db, (tx) => storeSubscription(tx, newServerId(clock, random), subscriber, body, now))
}

async function storeSubscription(
  tx: Database,
  newId: string,
  { userId, sessionId }: Subscriber,
  { endpoint, keys, deviceId, deviceName, timeZone, wording }: PutSubscriptionBody,
  now: number,
): Promise<void> {
  // Serialises writers of the same endpoint: a row that does not exist yet cannot be locked.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${endpoint}, 0))`)
  await endSubscriptions(tx, and(eq(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.userId, userId)))
  const values = { ...keys, deviceId, deviceName, sessionId, timeZone, wording, seenAt: new Date(now) }
  const [renewed] = await tx
    .update(pushSubscriptions)
    .set(values)
    .where(eq(pushSubscriptions.endpoint, endpoint))
    .returning({ id: pushSubscriptions.id })
  if (!renewed) {
    const known = (await replacedBy(tx, userId, deviceId)) ?? { createdAt: new Date(now) }
    await tx.insert(pushSubscriptions).values({ id: newId, userId, endpoint, ...known, ...values })
    // An account without a subscription is not planned at all (R2.1).
    await planAccountAndPeople(tx, userId, now)
  }
  const id = renewed?.id ?? newId
  // With the new keys, messages can be encrypted for it again.
  await takeBack(tx, ['device'], [id])
  const others = and(eq(pushSubscriptions.userId, userId), ne(pushSubscriptions.id, id))
  await endSubscriptions(tx, and(others, eq(pushSubscriptions.deviceId, deviceId)))
  const tooMany = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(others)
    .orderBy(desc(pushSubscriptions.seenAt), desc(pushSubscriptions.id))
    .offset(MOST_SUBSCRIPTIONS - 1)
  await endSubscriptions(
    tx,
    inArray(
      pushSubscriptions.id,
      tooMany.map((row) => row.id),
    ),
  )
}

/**
 * Returns what stays known of a device that comes with another endpoint: since when it is reminded (R2.2), and what is
 * proved of that (R6.1).
 */
async function replacedBy(tx: Database, userId: string, deviceId: DeviceId) {
  const { createdAt, lastSentAt, lastShownAt, warnedAt, seenAt } = pushSubscriptions
  const [before] = await tx
    .select({ createdAt, lastSentAt, lastShownAt, warnedAt })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.deviceId, deviceId)))
    .orderBy(desc(seenAt))
    .limit(1)
  return before
}

/** Removes these subscriptions; what was sent to them stays on record. Returns their ids. */
export async function endSubscriptions(tx: Database, which: SQL | undefined): Promise<string[]> {
  const ended = await tx.delete(pushSubscriptions).where(which).returning({ id: pushSubscriptions.id })
  const ids = ended.map(({ id }) => id)
  if (ids.length > 0)
    await tx.update(pushSends).set({ subscriptionId: null }).where(inArray(pushSends.subscriptionId, ids))
  await takeBack(tx, ['device'], ids)
  return ids
}

/** Returns the account's subscription at the endpoint. */
export async function findSubscription(
  db: Database,
  userId: string,
  endpoint: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await db
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)))
  return row
}

/**
 * Ends the account's subscription at the endpoint for good: no restore brings it back (S11.8). Returns whether there
 * was one. The journal is written first: if that fails, nothing is deleted, and the request can be repeated.
 */
export async function removeSubscription(
  { db, clock, journal }: Pick<Context, 'db' | 'clock' | 'journal'>,
  userId: string,
  endpoint: string,
): Promise<boolean> {
  const found = await findSubscription(db, userId, endpoint)
  if (!found) return false
  await journal.record({ kind: 'subscription', id: found.id, at: toInstant(clock.now()) })
  await transaction(db, (tx) => endSubscriptions(tx, eq(pushSubscriptions.id, found.id)))
  return true
}

/** Returns the account's devices with what is known about their messages, the most recently seen first. */
export async function devicesOf(db: Database, userId: string): Promise<PushDevice[]> {
  const rows = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.seenAt), desc(pushSubscriptions.id))
  const delays = await delaysOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    endpoint: row.endpoint,
    deviceId: row.deviceId as DeviceId,
    deviceName: row.deviceName,
    timeZone: row.timeZone,
    wording: row.wording,
    since: toInstant(row.createdAt.getTime()),
    lastSentAt: row.lastSentAt && toInstant(row.lastSentAt.getTime()),
    lastShownAt: row.lastShownAt && toInstant(row.lastShownAt.getTime()),
    medianDelay: median(delays.get(row.id) ?? []),
  }))
}

/** Returns the milliseconds from sending to showing for each subscription's latest shown messages. */
async function delaysOf(db: Database, ids: string[]): Promise<Map<string, number[]>> {
  const delays = new Map<string, number[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return delays
  const { subscriptionId, sentAt, shownAt } = pushSends
  const ranked = db
    .select({
      subscriptionId,
      sentAt,
      shownAt,
      place: sql<number>`row_number() over (partition by ${subscriptionId} order by ${sentAt} desc)`.as('place'),
    })
    .from(pushSends)
    .where(and(inArray(subscriptionId, ids), isNotNull(sentAt), isNotNull(shownAt)))
    .as('ranked')
  const rows = await db.select().from(ranked).where(lte(ranked.place, MEDIAN_OF))
  for (const row of rows) {
    if (row.subscriptionId && row.sentAt && row.shownAt)
      delays.get(row.subscriptionId)?.push(row.shownAt.getTime() - row.sentAt.getTime())
  }
  return delays
}

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2)
}
