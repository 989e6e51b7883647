import type { PaymentFacts } from '#domain/plans/payment.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import { type Mover, tellOfPlan } from '../plans/move-plan.ts'
import { applyProviderState } from '../plans/provider-state.ts'

/**
 * The payment provider says this of a subscription now, without asking it over HTTP. Answers what became of the plan: `unchanged`
 * for facts older than the known ones, `gone` for an account that is.
 * @param mover who caused it, when it was not the provider: the person who cancels
 */
export async function providerSays(
  context: Pick<Context, 'db' | 'clock' | 'changeNotifications' | 'facts'>,
  userId: string,
  facts: PaymentFacts,
  mover: Mover = { by: 'provider' },
): Promise<'applied' | 'unchanged' | 'gone'> {
  const moved = await transaction(context.db, (tx) =>
    applyProviderState(tx, userId, facts, { mover, now: context.clock.now() }),
  )
  if (!moved) return 'gone'
  tellOfPlan(context, moved)
  return moved.isChanged ? 'applied' : 'unchanged'
}
