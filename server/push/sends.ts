import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { t } from '#domain/language/translate.ts'
import { DAY, MINUTE } from '#domain/lib/local-time.ts'
import type { PushTestAnswer } from '#domain/protocol/push.ts'
import type { Database } from '../db/database.ts'
import { pushSubscriptions } from '../db/schema/push-subscriptions.ts'
import { transaction } from '../db/transaction.ts'
import type { RandomBytes } from '../platform/clock.ts'
import type { PushContext } from './context.ts'
import { messageBytes } from './message.ts'
import { endSubscriptions, type SubscriptionRow } from './subscriptions.ts'
import { pushSends } from './tables.ts'
import type { SendResult } from './transport.ts'

/** How long sent messages stay on record. */
const KEPT = 14 * DAY
/** Rows deleted at a time, so that nothing has to wait long for a purge. */
const PURGED_AT_ONCE = 5000
/** A test that has not arrived within this time has shown the problem. */
const TEST_WITHIN = 5 * MINUTE

/** Returns 128 random bits in base64url: anyone who knows the id has read the message. */
export const newSendId = (random: RandomBytes): string => Buffer.from(random(16)).toString('base64url')

const TEST_OUTCOMES = {
  delivered: 'delivered',
  gone: 'gone',
  refused: 'refused',
  again: 'failed',
} as const satisfies Record<SendResult['kind'], PushTestAnswer['outcome']>

/** Sends the device a test message immediately, and only once: the user sees the result and can ask again. */
export async function sendTest(
  { db, clock, random, push, config }: Pick<PushContext, 'db' | 'clock' | 'random' | 'push' | 'config'>,
  subscription: SubscriptionRow,
): Promise<PushTestAnswer> {
  const now = clock.now()
  const id = newSendId(random)
  const words = t('This is how your reminders arrive on this device.')
  const message = messageBytes(
    {
      id,
      kind: 'test',
      user: subscription.userId,
      title: t('Test reminder'),
      body: words,
      discreetBody: words,
      tag: 'test',
      path: '/settings/reminders',
      slotIds: [],
      silent: false,
      renotify: true,
    },
    subscription.wording,
    config.PUBLIC_URL,
  )
  await db.insert(pushSends).values({
    id,
    userId: subscription.userId,
    subscriptionId: subscription.id,
    kind: 'test',
    tag: 'test',
    slotIds: [],
    dueAt: new Date(now),
    expiresAt: new Date(now + TEST_WITHIN),
    claimedAt: new Date(now),
    attempts: 1,
    outcome: 'pending',
  })
  const { kind, status } = await push.send(subscription, message, {
    ttl: TEST_WITHIN / 1000,
    urgency: 'high',
    topic: 'test',
  })
  const outcome = TEST_OUTCOMES[kind]
  const sentAt = outcome === 'delivered' ? new Date(now) : null
  await transaction(db, async (tx) => {
    await tx.update(pushSends).set({ outcome, status, sentAt }).where(eq(pushSends.id, id))
    const own = eq(pushSubscriptions.id, subscription.id)
    if (outcome === 'gone') await endSubscriptions(tx, own)
    if (sentAt) await tx.update(pushSubscriptions).set({ lastSentAt: sentAt }).where(own)
  })
  return { id, outcome }
}

/**
 * Records that a device showed the message; only the first time counts (R5.4). Even if the server has no result for the
 * message yet, it has been delivered. Returns whether the id is known.
 */
export async function recordReceipt(db: Database, id: string, now: number): Promise<boolean> {
  const at = new Date(now)
  return transaction(db, async (tx) => {
    const [send] = await tx
      .update(pushSends)
      .set({
        shownAt: sql`coalesce(${pushSends.shownAt}, ${at.toISOString()}::timestamptz)`,
        outcome: sql`case when ${pushSends.outcome} = 'pending' then 'delivered' else ${pushSends.outcome} end`,
        // The receipt came before the result was written: the message was sent when it was claimed or a moment later.
        sentAt: sql`case when ${pushSends.outcome} = 'pending' and ${pushSends.status} is null then ${pushSends.claimedAt} else ${pushSends.sentAt} end`,
      })
      .where(eq(pushSends.id, id))
      .returning({ subscriptionId: pushSends.subscriptionId, shownAt: pushSends.shownAt })
    if (!send) return false
    if (send.subscriptionId && send.shownAt) {
      await tx
        .update(pushSubscriptions)
        .set({
          lastShownAt: sql`greatest(${pushSubscriptions.lastShownAt}, ${send.shownAt.toISOString()}::timestamptz)`,
        })
        .where(eq(pushSubscriptions.id, send.subscriptionId))
    }
    return true
  })
}

/** Deletes messages sent more than 14 days ago. */
export async function purgeSends(db: Database, now: number): Promise<void> {
  const old = db
    .select({ id: pushSends.id })
    .from(pushSends)
    .where(
      and(
        // Names all outcomes, so that the index on outcome and claim is used to find the old ones.
        inArray(pushSends.outcome, pushSends.outcome.enumValues),
        lt(pushSends.claimedAt, new Date(now - KEPT)),
      ),
    )
    .limit(PURGED_AT_ONCE)
  for (;;) {
    const purged = await db.delete(pushSends).where(inArray(pushSends.id, old)).returning({ id: pushSends.id })
    if (purged.length < PURGED_AT_ONCE) return
  }
}
