import { eq } from 'drizzle-orm'
import { isOpen, type PaymentFacts } from '#domain/plans/payment.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import { type Moved, type Mover, movePlan } from './move-plan.ts'
import { planStateOf } from './plan-row.ts'

/**
 * Applies what the payment provider says about a subscription, within the caller's transaction. In whatever order and
 * however often the facts arrive, the plan ends up the same (docs/plans.md, P6). Facts older than the known ones change
 * nothing. The caller calls `tellOfPlan` after its commit. Returns null if the account is gone.
 * @param how.mover who caused it: the provider, or the user who is cancelling here
 */
export const applyProviderState = (
  tx: Database,
  userId: string,
  facts: PaymentFacts,
  { mover, now }: { mover: Mover; now: number },
): Promise<Moved | null> => movePlan(tx, userId, { kind: 'payment-told', facts }, { mover, now })

/** What is known about a user at the payment provider. */
export interface ProviderAccount {
  /** Null until the user is registered there. */
  customerId: string | null
  /** The subscriptions that may still charge or be paid. */
  open: PaymentFacts[]
}

/** Returns what is known about the user at the payment provider; null if the account is gone. */
export async function providerAccountOf(db: Database, userId: string): Promise<ProviderAccount | null> {
  const [row] = await db
    .select({ customerId: users.providerCustomerId, planState: users.planState })
    .from(users)
    .where(eq(users.id, userId))
  return row ? { customerId: row.customerId, open: planStateOf(row).payments.filter(isOpen) } : null
}

/** Saves the user's id at the payment provider. A customer belongs to one account; another account's id throws. */
export async function rememberCustomer(db: Database, userId: string, customerId: string): Promise<void> {
  await db.update(users).set({ providerCustomerId: customerId }).where(eq(users.id, userId))
}

/** Returns whose customer it is; null if it is unknown or the account is gone. */
export async function userOfCustomer(db: Database, customerId: string): Promise<string | null> {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.providerCustomerId, customerId))
  return row?.id ?? null
}
