import { eq } from 'drizzle-orm'
import { isOpen, type PaymentFacts } from '#domain/plans/payment.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import { type Moved, type Mover, movePlan } from './move-plan.ts'
import { planStateOf } from './plan-row.ts'

/**
 * Takes over what the payment provider says of a subscription, within the caller's transaction: in any order and as often as it comes,
 * the plan ends up the same (docs/plans.md, P6). Older facts than those that are known change nothing. The caller calls `tellOfPlan`
 * after its commit. Null when the account is gone.
 * @param how.mover who caused it: the provider, or the person who cancels here
 */
export const applyProviderState = (
  tx: Database,
  userId: string,
  facts: PaymentFacts,
  { mover, now }: { mover: Mover; now: number },
): Promise<Moved | null> => movePlan(tx, userId, { kind: 'payment-told', facts }, { mover, now })

/** What is known of a person at the payment provider. */
export interface ProviderAccount {
  /** Null before the person was made known there. */
  customerId: string | null
  /** The subscriptions that may still ask for money or be paid. */
  open: PaymentFacts[]
}

/** What is known of the person at the payment provider; null when the account is gone. */
export async function providerAccountOf(db: Database, userId: string): Promise<ProviderAccount | null> {
  const [row] = await db
    .select({ customerId: users.providerCustomerId, planState: users.planState })
    .from(users)
    .where(eq(users.id, userId))
  return row ? { customerId: row.customerId, open: planStateOf(row).payments.filter(isOpen) } : null
}

/** Notes who the person is for the payment provider. One customer belongs to one account: another's id throws. */
export async function rememberCustomer(db: Database, userId: string, customerId: string): Promise<void> {
  await db.update(users).set({ providerCustomerId: customerId }).where(eq(users.id, userId))
}

/** Whose customer it is; null when nobody's, or of an account that is gone. */
export async function userOfCustomer(db: Database, customerId: string): Promise<string | null> {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.providerCustomerId, customerId))
  return row?.id ?? null
}
