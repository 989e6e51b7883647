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

/** Customers of one run; the next one takes the rest. */
const PORTION = 100
/** The pause (ms) after so many tries that Stripe did not answer. */
const pauseAfter = doubling(MINUTE, DAY)

type Ending = typeof paymentEndings.$inferSelect

/**
 * Notes that Stripe has to forget the customer of an account that is being deleted. In the transaction of the deletion, so
 * that nobody whose account is gone goes on paying.
 */
export async function queueEnding(tx: Database, user: string): Promise<void> {
  const [row] = await tx.select({ customerId: users.providerCustomerId }).from(users).where(eq(users.id, user))
  if (row?.customerId) await queueEndingOf(tx, row.customerId)
}

/** As `queueEnding`, for a customer that no account has. */
export async function queueEndingOf(tx: Database, customerId: string): Promise<void> {
  // Long ago: due at once.
  await tx
    .insert(paymentEndings)
    .values({ customerId, nextTryAt: new Date(0) })
    .onConflictDoNothing()
}

/**
 * Deletes at Stripe the customers of deleted accounts, which ends their subscriptions at once. What Stripe did not answer
 * for is tried again, later each time, until it is done. Rejects, after the others, when it failed for any.
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

/** Rejects with what Stripe did not answer for, once its next try is noted. */
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
