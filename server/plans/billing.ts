import { createHmac } from 'node:crypto'
import { tz } from '@date-fns/tz'
import { subYears } from 'date-fns'
import { desc, eq, lte } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import { billingRecords } from './tables.ts'

/** How long the tax office may ask for a payment. */
const BILLING_YEARS = 7

/** A payment that arrived. Instants in milliseconds since the epoch. */
export interface Payment {
  invoiceId: string
  /** Of the account, or of the customer at the provider once the account is gone. */
  email: string
  /** In the smallest unit of the currency: cents. */
  amount: number
  /** ISO 4217, in either case. */
  currency: string
  periodStart: number
  periodEnd: number
  paidAt: number
}

/** Who paid, for nobody to read: keyed, so that whoever has the table cannot try addresses. Outlives the account. */
const personOf = (email: string, { secret }: Pick<Context['facts'], 'secret'>): string =>
  createHmac('sha256', secret).update(`billing:${email.toLowerCase()}`).digest('base64url')

/** Keeps a payment for the tax office. The same invoice again changes nothing. */
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

/** What the owner of the address paid, the newest first. */
export const paymentsOf = (
  { db, facts }: Pick<Context, 'db' | 'facts'>,
  email: string,
): Promise<(typeof billingRecords.$inferSelect)[]> =>
  db
    .select()
    .from(billingRecords)
    .where(eq(billingRecords.person, personOf(email, facts)))
    .orderBy(desc(billingRecords.paidAt), desc(billingRecords.invoiceId))

/** Forgets payments that are seven years old. May be run at any time. */
export async function purgePayments(db: Database, now: number): Promise<void> {
  // Of February 29 in another year the 28th, so that nothing goes a day early.
  const since = subYears(now, BILLING_YEARS, { in: tz('UTC') })
  await db.delete(billingRecords).where(lte(billingRecords.paidAt, new Date(+since)))
}
