import { asc, eq, lte, sql } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { DAY, MINUTE } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import type { Clock } from '../platform/clock.ts'
import { doubling } from '../queue/backoff.ts'
import { eachOf } from '../queue/jobs.ts'
import { isMissing, type Payments } from './stripe.ts'
import { paymentEndings } from './tables.ts'

/** Customers per run; the next run takes the rest. */
const PORTION = 100
/** Returns the pause (ms) after this many attempts without a response from Stripe. */
const pauseAfter = doubling(MINUTE, DAY)

type Ending = typeof paymentEndings.$inferSelect

/**
 * Queues the deletion of an account's customer at Stripe, in the transaction that deletes the account. Otherwise a user
 * without an account could go on being charged.
 */
export async function queueEnding(tx: Database, user: string): Promise<void> {
  const [row] = await tx.select({ customerId: users.providerCustomerId }).from(users).where(eq(users.id, user))
  if (row?.customerId) await queueEndingOf(tx, row.customerId)
}

/** Does the same as `queueEnding`, for a customer without an account. */
export async function queueEndingOf(tx: Database, customerId: string): Promise<void> {
  // Long ago, so that it is due immediately.
  await tx
    .insert(paymentEndings)
    .values({ customerId, nextTryAt: new Date(0) })
    .onConflictDoNothing()
}

/**
 * Deletes the customers of deleted accounts at Stripe, which ends their subscriptions immediately. Without a response
 * from Stripe it is tried again, with growing pauses, until it is done. Rejects at the end if any of them failed.
 */
export async function carryOutEndings(
  { db, clock }: { db: Database; clock: Clock },
  { stripe }: Payments,
): Promise<void> {
  const due = await db
    .select()
    .from(paymentEndings)
    .where(lte(paymentEndings.nextTryAt, new Date(clock.now())))
    .orderBy(asc(paymentEndings.nextTryAt))
    .limit(PORTION)
  await eachOf(due, (ending) => carryOut(db, ending, stripe, clock.now()))
}

/** Rejects if Stripe did not respond, after the next attempt is scheduled. */
async function carryOut(db: Database, { customerId, tries }: Ending, stripe: Stripe, now: number): Promise<void> {
  const isIt = eq(paymentEndings.customerId, customerId)
  try {
    await stripe.customers.del(customerId)
  } catch (error) {
    if (!isMissing(error)) {
      const nextTryAt = new Date(now + pauseAfter(tries + 1))
      await db
        .update(paymentEndings)
        .set({ tries: sql`${paymentEndings.tries} + 1`, nextTryAt })
        .where(isIt)
      throw error
    }
  }
  await db.delete(paymentEndings).where(isIt)
}
