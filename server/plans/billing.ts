import { createHmac } from 'node:crypto'
import { tz } from '@date-fns/tz'
import { subYears } from 'date-fns/subYears'
import { desc, eq, lte } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import { billingRecords } from './tables.ts'

/** How long the tax office may ask about a payment. */
const BILLING_YEARS = 7

/** A payment received. Instants are in milliseconds since the epoch. */
export interface Payment {
  invoiceId: string
  /** The account's address, or the customer's at the provider once the account is gone. */
  email: string
  /** In the smallest unit of the currency, such as cents. */
  amount: number
  /** ISO 4217, in either case. */
  currency: string
  periodStart: number
  periodEnd: number
  paidAt: number
}

/**
 * Returns a keyed hash of who paid, so that no one with the table can test addresses against it. It outlives the
 * account.
 */
const personOf = (email: string, { secret }: Pick<Context['facts'], 'secret'>): string =>
  createHmac('sha256', secret).update(`billing:${email.toLowerCase()}`).digest('base64url')

/** Saves a payment for the tax office. The same invoice again changes nothing. */
export async function recordPayment(
  { db, facts }: Pick<Context, 'db' | 'facts'>,
  { invoiceId, email, amount, currency, periodStart, periodEnd, paidAt }: Payment,
): Promise<void> {
  await db
    .insert(billingRecords)
    .values({
      invoiceId,
      person: personOf(email, facts),
      amount,
      currency: currency.toLowerCase(),
      periodStart: new Date(periodStart),
      periodEnd: new Date(periodEnd),
      paidAt: new Date(paidAt),
    })
    .onConflictDoNothing()
}

/** Returns what the owner of the address paid, newest first. */
export const paymentsOf = (
  { db, facts }: Pick<Context, 'db' | 'facts'>,
  email: string,
): Promise<(typeof billingRecords.$inferSelect)[]> =>
  db
    .select()
    .from(billingRecords)
    .where(eq(billingRecords.person, personOf(email, facts)))
    .orderBy(desc(billingRecords.paidAt), desc(billingRecords.invoiceId))

/** Deletes payments that are seven years old. Safe to run at any time. */
export async function purgePayments(db: Database, now: number): Promise<void> {
  // February 29 becomes the 28th in other years, so that nothing is deleted a day early.
  const since = subYears(now, BILLING_YEARS, { in: tz('UTC') })
  await db.delete(billingRecords).where(lte(billingRecords.paidAt, new Date(+since)))
}
