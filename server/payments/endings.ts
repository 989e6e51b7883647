import { asc, eq, lte, sql } from 'drizzle-orm'
import { DAY, MINUTE } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import type { Clock } from '../platform/clock.ts'
import { isMissing, type Payments } from './stripe.ts'
import { paymentEndings } from './tables.ts'

/** Customers of one run; the next one takes the rest. */
const PORTION = 100

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
 * for is tried again, later each time, until it is done. Rejects, after the others, with what went wrong last.
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
  let fault: unknown = null
  for (const { customerId, tries } of due) {
    try {
      await stripe.customers.del(customerId)
    } catch (error) {
      if (!isMissing(error)) {
        fault = error
        const pause = Math.min(DAY, MINUTE * 2 ** tries)
        await db
          .update(paymentEndings)
          .set({ tries: sql`${paymentEndings.tries} + 1`, nextTryAt: new Date(clock.now() + pause) })
          .where(eq(paymentEndings.customerId, customerId))
        continue
      }
    }
    await db.delete(paymentEndings).where(eq(paymentEndings.customerId, customerId))
  }
  if (fault !== null) throw fault
}
